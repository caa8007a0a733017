// The automaton of a line whose cells are decided in another order than they lie in.
//
// Rows of triangles cannot be decided from left to right so that the lines of both other directions are met in order,
// too: around a corner six lines would each ask for the order of the next.  So a state is one of the line's own
// automaton, before the first cell that is not decided, and the colours of cells behind it.  Few cells ever wait: one,
// where triangles are decided row by row.
//
// Layered and minimal, as minimal_dfa.hpp.  Cost: cells x states x candidates.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "line/minimal_dfa.hpp"

namespace nonocsp {

class ReorderedLine {
public:
    static constexpr std::uint16_t none = 65535;
    static constexpr std::size_t most_states = 4096;

    /// `order`: the numbers of undecided cells, in the order in which they are decided; of others the line may have, it
    /// is independent.
    ReorderedLine(const MinimalLineDfa& line, const std::vector<std::uint32_t>& order);

    bool is_too_large() const { return is_too_large_; }
    std::size_t cells() const { return next_.size(); }
    /// Before the step-th cell is decided.
    std::size_t states(std::size_t step) const { return states_[step]; }
    /// The successor of every state and candidate at a step, or none.
    const std::vector<std::uint16_t>& next(std::size_t step) const { return next_[step]; }
    std::size_t bytes() const;

private:
    std::vector<std::size_t> states_;
    std::vector<std::vector<std::uint16_t>> next_;
    bool is_too_large_ = false;
};

/// Of the lines by number, in the order of a component's cells; null for those that are too large, or not there.
using ReorderedLines = std::vector<std::shared_ptr<const ReorderedLine>>;

}  // namespace nonocsp
