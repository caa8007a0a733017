// Which cells of a lattice are the solution, and which are clues.
//
// Every corner between the lines is tried as the first cell of the solution.  Its cells should be empty, or filled
// where the puzzle is half-solved; beside each of its rows and above each of its columns a clue should begin, and go on
// without a gap.
#pragma once

#include "people/photos/straightening.hpp"

namespace nonocsp {

struct ClueAreas {
    int rows_above = 0, columns_left = 0;  ///< cells of the lattice that are not of the solution
    float quality = 0;                     ///< the share of lines beside which a clue was seen
};

ClueAreas divide(const RgbImage& image, const Lattice& lattice);

/// Which cells of a solution have a cross or a dot, by rows.
std::vector<std::uint8_t> crossed_cells(const RgbImage& image, const Lattice& solution);

}  // namespace nonocsp
