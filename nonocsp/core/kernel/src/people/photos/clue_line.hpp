// The numbers of one line as they stand in a picture, with other ways to group the digits.
#pragma once

#include <vector>

#include "people/photos/digit_network.hpp"
#include "people/photos/glyphs.hpp"
#include "people/photos/straightening.hpp"

namespace nonocsp {

/// A number: the groups of digits from one gap to another.
struct ClueNumber {
    int from = 0, to = 0;
    float cost = 0;  ///< -log of the probability that these groups are one number, by their gaps alone
    PixelPoint top_left, bottom_right;  ///< of its box, in the picture
    NumberCrop crop;
    NumberCosts read{};  ///< by the network
};

struct ClueLine {
    int groups = 0;
    std::vector<ClueNumber> numbers;  ///< by `from`, then `to`; each single group is one of them
};

/// A straightened part of a picture.
struct StraightArea {
    StraightArea(const RgbImage& image, const Lattice& lattice, CellRange range, int pixels);
    /// The bounds of a box in the picture.
    void locate(const PixelBox& box, ClueNumber& number) const;

    const Lattice& lattice;
    CellRange range;
    int pixels;  ///< to a side of a cell
    RgbImage picture;
};

/// What the clues of one side are read from: of rows, which stand left of the solution, or of columns, above it.
struct ClueSide {
    bool of_rows;
    int lines;  ///< of the solution
    int cells;  ///< of the lattice beside it
};

}  // namespace nonocsp
