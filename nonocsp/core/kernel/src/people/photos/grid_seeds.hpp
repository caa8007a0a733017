// Where a grid may be: windows of the picture in which both families of lines are evenly spaced.
//
// In a small window even curved lines are straight.  The share of its height that a vertical line covers tells a line,
// thick or thin, from the strokes of digits and from texture.
#pragma once

#include <vector>

#include "people/photos/grid_lines.hpp"
#include "people/photos/lattice.hpp"

namespace nonocsp {

struct GridSeed {
    /// The distance of neighbouring lines, in the direction where it is smaller.
    float pitch() const;

    std::vector<float> xs, ys;  ///< of vertical and horizontal lines
    float score = 0;            ///< the number of cells, weighted by how well they are seen
};

/// The seeds of at least 3 by 3 cells, best first.
std::vector<GridSeed> find_seeds(const GridLines& lines);

}  // namespace nonocsp
