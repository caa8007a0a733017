// Restricted frontiers of a whole puzzle, by rows and by columns: estimates, lower bounds and samples.
//
// Each orientation has its own propagated copy of the puzzle, made when it is first asked for.
#pragma once

#include <memory>
#include <vector>

#include "counting/estimation/restricted_count.hpp"
#include "search/base/budget.hpp"
#include "search/base/puzzle.hpp"

namespace nonocsp {

class Estimator {
public:
    /// The clock of the limits starts here.  Puzzle and givens must outlive it.
    Estimator(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits);
    ~Estimator();

    /// One run to its end.  `exhausted` when it is done, or the limit that stopped it: `limit_memory` also where a
    /// state takes too many words.
    Outcome run(bool by_columns, const Restriction& restriction, double tempering);

    /// What the last run counted.
    ScaledNumber total() const { return total_; }
    /// Some run dropped nothing: its total is the number of solutions, exact below 2^53.
    bool is_complete() const { return is_complete_; }
    /// Solutions that are proven to exist, by the runs so far that kept the best.
    const BigUnsigned& at_least() const { return at_least_; }
    /// Append pictures of the last run, which has remembered and counted more than zero.
    void draw(std::size_t number, std::uint64_t seed, std::vector<std::uint8_t>& pictures);
    const Stats& stats() const { return stats_; }

private:
    struct Member;
    Member* member(bool by_columns);

    const Puzzle& puzzle_;
    const Givens* givens_;
    const Options options_;
    Budget budget_;
    Stats stats_;
    std::unique_ptr<Member> members_[2];
    Member* last_ = nullptr;  ///< the one that ran last
    ScaledNumber total_;
    BigUnsigned at_least_;
    bool is_complete_ = false;
};

}  // namespace nonocsp
