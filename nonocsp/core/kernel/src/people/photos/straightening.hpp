// Parts of a picture as if its lattice were straight and square.
#pragma once

#include "people/photos/lattice.hpp"

namespace nonocsp {

/// A rectangle of cells; it may reach beyond the lattice on all sides.
struct CellRange {
    int top = 0, left = 0, bottom = 0, right = 0;
    int rows() const { return bottom - top; }
    int columns() const { return right - left; }
};

/// The cells of a range, `pixels` to a side of each.
RgbImage straightened(const RgbImage& image, const Lattice& lattice, CellRange range, int pixels);

/// The largest number of cells, at most `most`, that the lattice can go on above (or left) without leaving the picture.
int cells_above(const RgbImage& image, const Lattice& lattice, int most);
int cells_left(const RgbImage& image, const Lattice& lattice, int most);

}  // namespace nonocsp
