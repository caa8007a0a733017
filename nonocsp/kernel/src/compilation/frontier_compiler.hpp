// PuzzleCompilation without search: the components of the whole puzzle one after another, each by a frontier.
#pragma once

#include <memory>

#include "compilation/puzzle_compilation.hpp"
#include "compilation/frontier.hpp"

namespace nonocsp {

/// The cells of a component, as a frontier takes them; makes the automata of their lines where they are missing.
std::vector<Frontier::Cell> frontier_cells(const PuzzleCompilation& compilation, const Component& component,
                                           Frontier::Lines& line_dfas);

class FrontierCompiler {
public:
    FrontierCompiler(PuzzleCompilation& compilation, Crew& crew) : compilation_(compilation), crew_(crew) {}

    /// False if it cannot go on: a state would take too many words, or the budget has ended.
    bool start();
    bool is_done() const { return compilation_.is_infeasible || next_ == compilation_.components.size(); }
    /// Advance by a row, or write the nodes of the component.  False if it cannot go on.
    bool step(std::size_t memory);
    /// Rough work of the next step; how much a frontier grows within a row is a guess.
    std::uint64_t cost() const { return frontier_ ? 1000 * frontier_->width() * frontier_->row_cells() : 0; }
    std::uint64_t bytes() const { return frontier_ ? frontier_->bytes() : 0; }

private:
    bool open();
    bool write(std::size_t memory);

    PuzzleCompilation& compilation_;
    Crew& crew_;
    std::size_t next_ = 0;               ///< the current component
    std::unique_ptr<Frontier> frontier_; ///< of the current component
    Frontier::Lines line_dfas_;          ///< of the lines met so far
};

}  // namespace nonocsp
