// PuzzleCompilation without search: the components of the whole puzzle one after another, each by a frontier.
#pragma once

#include <memory>

#include "counting/components/puzzle_compilation.hpp"
#include "counting/frontier/counting_frontier.hpp"
#include "counting/frontier/frontier.hpp"

namespace nonocsp {

class FrontierCompiler {
public:
    /// Cells are decided along the lines of a direction.  With `only_count` the components are counted and, where that
    /// is possible, nothing else.
    FrontierCompiler(PuzzleCompilation& compilation, int direction, Crew& crew, bool only_count)
        : compilation_(compilation), direction_(direction), crew_(crew), only_count_(only_count) {}

    /// False if it cannot go on: a state would take too many words, its tables take more than this memory, or the
    /// budget has ended.
    bool start(std::size_t memory);
    bool is_done() const { return compilation_.is_infeasible || next_ == compilation_.components.size(); }
    /// Advance by a row, or finish the component.  False if it cannot go on.
    bool step(std::size_t memory);
    /// Rough work of the next step.
    std::uint64_t cost() const { return frontier_ ? frontier_->cost() : 0; }
    /// States that are still to be advanced in the current component: a guess, to compare.
    double states_to_come() const { return frontier_ ? frontier_->states_to_come() : 0; }
    std::uint64_t bytes() const { return automata_.bytes + (frontier_ ? frontier_->bytes() : 0); }
    /// The number of solutions, when it is done.
    BigUnsigned count() const { return compilation_.is_infeasible ? BigUnsigned() : product_of(counts_); }

private:
    bool open(bool only_count, std::size_t memory);
    bool finish(std::size_t memory);
    bool write(std::size_t memory, BigUnsigned& count);

    PuzzleCompilation& compilation_;
    const int direction_;
    Crew& crew_;
    const bool only_count_;
    std::size_t next_ = 0;                ///< the current component
    std::unique_ptr<Frontier> frontier_;  ///< of the current component: one of these
    CountingFrontier* counting_ = nullptr;
    DiagramFrontier* writing_ = nullptr;
    std::vector<BigUnsigned> counts_;  ///< of the components before
    LineAutomata automata_;            ///< of the lines met so far
};

}  // namespace nonocsp
