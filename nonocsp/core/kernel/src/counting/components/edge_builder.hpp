// The edge of a diagram node from the components that a decision leaves, and from the cells that it decides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/diagram/diagram.hpp"
#include "search/cdcl_engine.hpp"

namespace nonocsp {

class EdgeBuilder {
public:
    explicit EdgeBuilder(const CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// An edge of a node with these cells; its cells are numbered by their positions here.
    void start(std::span<const std::uint32_t> cells) {
        edge_.clear();
        ++round_;
        cells_ = cells;
        number_.resize(cdcl_.variables.cells().size());
        covered_.resize(number_.size());
        for (std::size_t i = 0; i < cells.size(); ++i) number_[cells[i]] = static_cast<std::uint32_t>(i);
    }
    void add_child(Node node, std::span<const std::uint32_t> cells) {
        const std::uint32_t from = static_cast<std::uint32_t>(edge_.members.size());
        for (const std::uint32_t cell : cells) {
            covered_[cell] = round_;
            edge_.members.push_back(number_[cell]);
        }
        edge_.children.push_back({node, from, static_cast<std::uint32_t>(edge_.members.size())});
    }
    /// The cells that no child has are decided.
    const Edge& finish() {
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (covered_[cells_[i]] != round_)
                edge_.facts.push_back({static_cast<std::uint32_t>(i), colour(cells_[i])});
        return edge_;
    }

private:
    std::uint8_t colour(std::uint32_t cell) const {
        const OpenCell& open = cdcl_.variables.cells()[cell];
        const Assignment& assignment = cdcl_.assignment;
        if (open.variables == 1)  // the false literal excludes the colour of the cell
            return colour_excluded_by(assignment.is_true(positive(open.first)) ? negative(open.first)
                                                                               : positive(open.first));
        Variable v = open.first;
        while (!assignment.is_true(positive(v))) ++v;
        return colour_excluded_by(negative(v));
    }
    std::uint8_t colour_excluded_by(Literal l) const {
        return static_cast<std::uint8_t>(cdcl_.variables.exclusion(l).colour);
    }

    const CdclEngine& cdcl_;
    std::span<const std::uint32_t> cells_;
    Edge edge_;
    std::vector<std::uint32_t> number_, covered_;  ///< cell -> its number; the round in which a child has it
    std::uint32_t round_ = 0;
};

}  // namespace nonocsp
