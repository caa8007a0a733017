// Two frontier compilers, by rows and along the lines of the second direction; the one with fewer states to come moves.
//
// With several threads, a long step begins in another thread as soon as the one before is done, while search still
// earns it; then this thread helps with it, and the threads share out its look-ahead (frontier/lookahead.hpp).  The
// step counts when search has earned it, so schedule, winner and diagram are those of one thread.
#pragma once

#include "counting/count_task.hpp"
#include "counting/frontier/frontier_compiler.hpp"
#include "search/base/crew.hpp"

namespace nonocsp {

class FrontierPair {
public:
    /// The other budget is that of this thread, which waits for steps.
    FrontierPair(CountTask& task, Budget& waiting);

    /// Whether there is a step to take; and, when they have entered, its rough work.
    bool has_step() const { return !has_entered_ || next_; }
    std::uint64_t cost() const { return has_entered_ ? next_cost_ : 0; }
    /// Enter, or take the cheapest step, with this many nodes at most.  False if it is not done yet.
    bool run(std::uint64_t nodes);
    /// Stop the step that another thread takes; what it found does not matter.
    void end_step();
    /// The compiler that has all solutions; null if there is none yet.
    OrientedCompilation* winner() const { return winner_; }

    /// The work, bytes and counters up to the last step.
    std::uint64_t work() const { return work_; }
    std::uint64_t bytes() const { return bytes_; }
    const Stats& stats() const { return stats_so_far_; }

private:
    struct Member : OrientedCompilation {
        Member(FrontierPair& owner, const Orientation& orientation)
            : OrientedCompilation(owner.task_, orientation, owner.budget_, owner.stats_),
              compiler(compilation, orientation.direction, owner.crew_, owner.task_.only_count) {}
        void finish(const CountTask& task, SolutionSet& result) override {
            if (task.only_count) result.count = compiler.count();
            else OrientedCompilation::finish(task, result);
        }

        FrontierCompiler compiler;
    };

    void enter();
    void choose_step(std::uint64_t nodes);
    void take_step();
    bool step_is_done(std::uint64_t nodes);
    void finish_step();
    std::uint64_t bytes_of_all(const Member* except = nullptr) const;

    CountTask& task_;
    Budget& waiting_;
    std::vector<std::unique_ptr<Member>> members_;
    bool has_entered_ = false;
    OrientedCompilation* winner_ = nullptr;

    // What belongs to the thread that takes the step.
    Budget budget_;
    Stats stats_;
    bool is_step_possible_ = true;

    // The state after the last step.
    Member* next_ = nullptr;  ///< the one that takes the next step
    std::uint64_t next_cost_ = 0, work_ = 0, bytes_ = 0;
    Stats stats_so_far_;
    Crew crew_;  ///< destroyed first
};

}  // namespace nonocsp
