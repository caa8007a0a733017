// Clues with lines between their numbers: a cell is one number.
//
// In each cell the lines at its sides are cleared: they cover all of its side, which no digit does, so a 1 that touches
// a line stays.  What is left and as high as a digit is the number.
#pragma once

#include "people/photos/clue_line.hpp"

namespace nonocsp {

/// The clues of all lines of a side.  The lattice begins with the cells beside the solution.
/// Beyond them there may be more, up to a cell without a number, as on stairs of cells.
std::vector<ClueLine> read_clue_cells(const RgbImage& image, const Lattice& lattice, const ClueSide& side,
                                      int first_line);

}  // namespace nonocsp
