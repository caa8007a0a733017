// The entry point of the solvers: solutions one by one.
#pragma once

#include <cstdint>
#include <memory>

#include "search/base/limits.hpp"
#include "search/base/options.hpp"
#include "search/base/puzzle.hpp"

namespace nonocsp {

class ExternalHeuristic;
class ProofSink;

/// Solutions of a puzzle, one by one, in an order fixed by puzzle, options and seed.
///
/// With more than one thread in the limits, others join the learning search when it takes long, and the first picture
/// depends on timing; not with an external heuristic.
///
/// Every picture returned has been checked against the clues by independent code.  Puzzle and givens must outlive
/// the search, and so must the external heuristic, which may be null and is for the learning search.  The constructor
/// throws std::invalid_argument on a malformed puzzle; any call may throw std::bad_alloc.
class Search {
public:
    Search(const Puzzle& puzzle, const Givens* givens = nullptr, const Options& options = {}, const Limits& limits = {},
           ExternalHeuristic* external = nullptr, ProofSink* proof = nullptr);
    ~Search();
    Search(Search&&) noexcept;

    /// The next solution: its colours, row by row, into `cells`.  After any other outcome there are no more.
    Outcome next(std::uint8_t* cells);

    /// The work of all threads; while a call runs, that of the calling thread and of earlier calls.
    Stats stats() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace nonocsp
