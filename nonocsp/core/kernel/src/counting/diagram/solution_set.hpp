// All solutions of a puzzle: decided cells and a diagram of each independent part.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/diagram/diagram.hpp"
#include "search/base/big_unsigned.hpp"

namespace nonocsp {

/// The diagram of a whole puzzle: the colours that hold in every solution, and independent parts.
struct SolutionSet {
    explicit SolutionSet(int colours) : diagram(colours) {}

    struct Part {
        Node node = impossible;
        std::vector<std::uint32_t> cells;  ///< numbers in the original orientation, in the order of the compiler
    };

    Diagram diagram;
    std::vector<std::uint8_t> base;  ///< row-major: the colour of a decided cell, blank for those of the parts
    std::vector<Part> parts;         ///< by first cell
    BigUnsigned count;               ///< the number of solutions
};

}  // namespace nonocsp
