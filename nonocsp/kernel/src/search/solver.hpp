// The front door of the kernel: solutions one by one, or a verdict.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/limits.hpp"
#include "base/options.hpp"
#include "base/puzzle.hpp"

namespace nonocsp {

/// Solutions of a puzzle, one by one, in an order fixed by puzzle, options and seed.
///
/// Every picture handed out has been checked against the clues by independent code.  Puzzle, givens and stop
/// flag must outlive the search.  The constructor throws std::invalid_argument on a malformed puzzle; any
/// call may throw std::bad_alloc.
class Search {
public:
    Search(const Puzzle& puzzle, const Givens* givens = nullptr, const Options& options = {}, const Limits& limits = {},
           const std::atomic<bool>* stop = nullptr, Quest quest = Quest::all);
    ~Search();
    Search(Search&&) noexcept;

    /// The next solution: its colours, row by row, into `cells`.  After any other outcome there are no more.
    Outcome next(std::uint8_t* cells);

    const Stats& stats() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

enum class Verdict {
    none,      ///< no solution: proved
    unique,    ///< one solution, given; proved that there is no other
    multiple,  ///< two different solutions, both given and checked
    unknown    ///< a limit was reached first; `solutions` may hold one solution
};

struct Judgement {
    Verdict verdict = Verdict::unknown;
    std::vector<std::vector<std::uint8_t>> solutions;  ///< none, one or two pictures, row by row
    Outcome why = Outcome::exhausted;                  ///< the limit, if unknown
    Stats stats;
};

/// How many solutions: none, one, or more.
Judgement judge(const Puzzle& puzzle, const Givens* givens = nullptr, const Options& options = {}, const Limits& limits = {},
                const std::atomic<bool>* stop = nullptr);

}  // namespace nonocsp
