// The lattice of a grid, grown from a seed: each new line is predicted from those beside it and traced.
//
// Perspective and curved paper change the size and direction of cells little from one to the next.  A line is traced
// from cell to cell as the cheapest path (Viterbi) through the offsets from its prediction.  It belongs to the grid if
// most of it is seen, and most of the lines that cross it reach it: the frame of a window or a line of text has none.
#pragma once

#include "people/photos/grid_lines.hpp"
#include "people/photos/grid_seeds.hpp"
#include "people/photos/lattice.hpp"

namespace nonocsp {

/// A side of a cell is seen if this share of it is covered; of the sides of a cell, strokes of digits cover less.
inline constexpr float seen_share = 0.7f;

/// Whether a line is there: half of it is seen, and more than between it and the next, where digits stand; or less,
/// as between filled cells, where nothing is seen beside it.
class LineEvidence {
public:
    void at_line(float cover);
    void between(float cover);
    bool is_line() const;

private:
    int count_ = 0, seen_ = 0, seen_between_ = 0;
};

/// The share of the way between two points that lies on ones.
float coverage(const Plane& mask, PixelPoint from, PixelPoint to);

/// The grid around a seed, in the straightened picture.
Lattice grow_lattice(const GridLines& lines, const GridSeed& seed);

/// How much of the lines between the cells is seen, from 0 to 1.
float visible_share(const GridLines& lines, const Lattice& lattice);

}  // namespace nonocsp
