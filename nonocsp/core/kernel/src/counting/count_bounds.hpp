// Proven bounds on the number of solutions, while others count.
//
// A third of the work is on upper bounds (bounds/upper_bound.hpp), the rest on lower ones, by runs of restricted
// frontiers, wider and wider (estimation/restricted_count.hpp).  Both begin when the others have worked for a while,
// and get a share of what is done from then on.  Work that ends before has one late turn.
#pragma once

#include <memory>
#include <optional>

#include "counting/bounds/upper_bound.hpp"
#include "counting/count_task.hpp"
#include "counting/estimation/restricted_count.hpp"
#include "search/base/big_unsigned.hpp"

namespace nonocsp {

class CountBounds {
public:
    explicit CountBounds(CountTask& task) : task_(task) {}

    const BigUnsigned& lower() const { return lower_; }
    const std::optional<BigUnsigned>& upper() const { return upper_; }
    /// What others have found: at least this many, or exactly.
    void raise(const BigUnsigned& lower) { lower_ = std::max(lower_, lower); }
    void set(const BigUnsigned& count) { upper_ = lower_ = count; }

    bool has_begun() const { return bounding_ != nullptr; }
    /// Whether the others have earned the next turn by this much work.
    bool is_due(std::uint64_t others) const;
    /// Begin, with what is known of the cells, or null; `seconds` are left on the clock.  A late turn is not
    /// interrupted.
    void begin(std::unique_ptr<Givens> facts, double seconds, bool is_late);
    /// One turn.
    void run();
    /// Whether a turn pays after the end of the work, and for this reason.
    bool is_late_turn_due(Outcome why) const;

    std::uint64_t work() const { return bounding_ ? bounding_->work() : 0; }
    std::uint64_t bytes() const {
        return (bounding_ ? bounding_->bytes() : 0) + (restricted_ ? restricted_->bytes() : 0);
    }

private:
    std::size_t memory() const;
    std::size_t memory_left() const;
    bool has_memory() const;
    void improve_lower_bound();
    void tighten(const std::optional<BigUnsigned>& upper);

    CountTask& task_;
    BigUnsigned lower_;
    std::optional<BigUnsigned> upper_;
    std::unique_ptr<UpperBound> bounding_;
    std::unique_ptr<RestrictedCount> restricted_;  ///< on the puzzle as the upper bound sees it
    std::size_t width_ = 0;                        ///< states of its run
    std::uint64_t restricted_work_ = 0;            ///< of the upper bound's count of work
    bool is_idle_ = false;                         ///< the last turn had nothing to do
    bool is_late_ = false;                         ///< a limit has ended the work: only the upper bound has a turn
};

}  // namespace nonocsp
