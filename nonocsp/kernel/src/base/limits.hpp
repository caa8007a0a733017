// What a search may spend, what it has spent, and how it ends.
#pragma once

#include <cstdint>
#include <limits>

namespace nonocsp {

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();                      ///< wall-clock seconds
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();      ///< decisions (textbook: placements tried)
    std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();     ///< bytes held by the search
    bool (*interrupted)() = nullptr;  ///< asked about every 20 milliseconds by the searching thread; true ends the search
};

/// Why a call returned.
enum class Outcome {
    solution,         ///< here is the next solution
    exhausted,        ///< there is no further solution: proved
    turn_over,        ///< nothing yet: another call goes on where this one stopped
    limit_seconds,
    limit_nodes,
    limit_memory,
    stopped,          ///< the caller interrupted
};

/// Counted work; the same for the same puzzle, options and seed, the seconds excepted.
struct Stats {
    std::uint64_t nodes = 0;                 ///< decisions (textbook: placements tried)
    std::uint64_t backtracks = 0;            ///< decisions taken back (textbook: placements that failed)
    std::uint64_t conflicts = 0;             ///< contradictions met in search
    std::uint64_t propagations = 0;          ///< facts settled (a colour excluded from, or fixed in, a cell)
    std::uint64_t probes = 0;                ///< cells assumed to have a colour
    std::uint64_t probe_facts = 0;           ///< literals that probing settled for good
    std::uint64_t tightenings = 0;           ///< lines tightened
    std::uint64_t explanations = 0;          ///< explanations computed
    std::uint64_t explanation_literals = 0;  ///< their total length; divide for the mean
    std::uint64_t restarts = 0;
    std::uint64_t learned = 0;               ///< nogoods learned
    std::uint64_t learned_literals = 0;      ///< their total length; divide for the mean
    std::uint64_t guide_rounds = 0;          ///< rounds of exchanging line marginals
    std::uint64_t residuals = 0;             ///< residual problems compiled
    std::uint64_t residuals_met_again = 0;   ///< residual problems that had been compiled before
    std::uint64_t solutions = 0;
    std::uint64_t peak_memory = 0;           ///< bytes, estimated from what the search holds
    double seconds_propagate = 0;            ///< first propagation, before any search
    double seconds_probe = 0;
    double seconds_guide = 0;
    double seconds_search = 0;
};

}  // namespace nonocsp
