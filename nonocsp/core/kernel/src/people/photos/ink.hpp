// Ink and paper: how much each pixel of a straightened picture differs from the paper of its cell.
//
// The paper of a cell is its median colour.  It may be tinted, dark, or a coloured square that carries a light digit:
// ink is whatever differs from it.
#pragma once

#include "people/photos/image.hpp"

namespace nonocsp {

struct InkPlane {
    Plane ink;                  ///< the largest difference of a channel from the paper, of what is like the number
    std::vector<Rgb> papers;    ///< by cell
    std::vector<int> shades;    ///< by cell: the ink that 3 % of its inside exceed
    int pixels = 0;             ///< to a side of a cell
    int rows = 0, columns = 0;  ///< of cells
    int contrast = 0;           ///< of ink that is surely ink, anywhere in the picture
    int noise = 0;              ///< the ink that 3 % of an empty cell exceed

    /// What counts as ink in a cell: half of the contrast of the cells around, and more than noise.
    int threshold(int row, int column) const;
};

/// The ink of a straightened picture whose cells have `pixels` to a side.  The first rows and columns of cells that are
/// outside the puzzle do not count for the contrast: there may be edges of the page.
InkPlane find_ink(const RgbImage& straight, int pixels, int outside_rows = 0, int outside_columns = 0);

int difference(const std::uint8_t* a, const Rgb& b);

}  // namespace nonocsp
