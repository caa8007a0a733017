// Limits on a search, the work it has done, and how it ended.
#pragma once

#include <cstdint>
#include <limits>

namespace nonocsp {

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();          ///< wall-clock seconds
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();   ///< decisions (textbook: placements tried)
    std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();  ///< bytes used by the search
    int threads = 1;                                                   ///< threads at most
    bool (*interrupted)() = nullptr;  ///< asked about every 20 ms by the searching thread; true ends the search
};

/// Why a call returned.
enum class Outcome {
    solution,   ///< here is the next solution
    exhausted,  ///< there is no further solution: proved
    turn_over,  ///< nothing yet: another call goes on where this one stopped
    limit_seconds,
    limit_nodes,
    limit_memory,
    stopped,  ///< the caller interrupted
};

/// Counted work, from params.def; the same for the same puzzle, options and seed, the seconds excepted.
struct Stats {
#define COUNTER(name, help) std::uint64_t name = 0;
#define SECONDS(name, help) double name = 0;
#include "params.def"
};

}  // namespace nonocsp
