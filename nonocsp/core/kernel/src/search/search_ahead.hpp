// Searching ahead: the next solutions are found in another thread while the caller uses those before.
//
// The search is the same as in one thread, so the solutions come in the same order, each with the counted work up to
// it.  A division of the search tree would find them faster than a program in Python takes them, and in another order:
// what a search learns in one part decides how it goes through the next.
//
// Solutions wait in a bounded queue.  The caller takes all that are there at once, as each change of threads costs as
// much as finding one.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "search/base/limits.hpp"

namespace nonocsp {

class SearchAhead {
public:
    /// What finds the next solution, row by row, and the work counted by then.
    using Find = std::function<Outcome(std::uint8_t* cells, Stats& stats)>;

    /// `find` is called in the other thread only, until it returns no solution.  The destructor waits for it: the owner
    /// has it return soon.  `stats` is the work so far.  Throws std::system_error if there is no other thread.
    SearchAhead(std::size_t cells, Find find, const Stats& stats, bool (*interrupted)());
    ~SearchAhead();
    SearchAhead(const SearchAhead&) = delete;

    /// The next solution, as `find` returned it; throws what it threw.
    Outcome next(std::uint8_t* cells);
    /// The work counted up to the last solution taken.
    const Stats& stats() const { return stats_; }

private:
    struct Lot {
        std::vector<std::uint8_t> cells;  ///< of all solutions
        std::vector<Stats> stats;         ///< of each

        std::size_t size() const { return stats.size(); }
    };

    void run();
    bool add(const std::vector<std::uint8_t>& cells, const Stats& stats);
    bool take();

    const std::size_t cells_;
    const Find find_;
    bool (*const interrupted_)();
    Lot taken_;             ///< by the caller
    std::size_t next_ = 0;  ///< in it
    Stats stats_;

    std::mutex mutex_;  ///< of everything below
    std::condition_variable changed_;
    Lot waiting_;
    Outcome outcome_ = Outcome::solution;  ///< of the last call; a solution while it runs
    Stats last_;                           ///< the work by then
    std::exception_ptr failure_;
    bool is_over_ = false;  ///< no more are wanted
    std::thread thread_;
};

}  // namespace nonocsp
