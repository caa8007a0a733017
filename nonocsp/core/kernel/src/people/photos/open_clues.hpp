// Clues without lines between their numbers: digits are grouped by their distances.
//
// Digits are the glyphs of the common height.  In rows, digits of one number and neighbouring numbers differ in their
// distance alone: the widest gap in the distances of the whole page divides them, and where a distance is close to it
// both readings are kept.  In columns, digits side by side are one number.
#pragma once

#include "people/photos/clue_line.hpp"

namespace nonocsp {

/// One or two readings of all lines, which group digits otherwise.
std::vector<std::vector<ClueLine>> read_open_clues(const RgbImage& image, const Lattice& lattice, const ClueSide& side,
                                                   int first_line);

}  // namespace nonocsp
