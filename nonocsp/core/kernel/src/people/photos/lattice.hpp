// The lattice of a grid's lines: the point where each line of one family meets each of the other.
#pragma once

#include <vector>

#include "people/photos/image.hpp"

namespace nonocsp {

/// Lines bound the cells: there is one line more than cells in both directions.
struct Lattice {
    Lattice() = default;
    Lattice(int rows, int columns)
        : rows(rows), columns(columns), points(static_cast<std::size_t>(rows + 1) * (columns + 1)) {}
    PixelPoint& point(int row, int column) { return points[static_cast<std::size_t>(row) * (columns + 1) + column]; }
    const PixelPoint& point(int row, int column) const {
        return points[static_cast<std::size_t>(row) * (columns + 1) + column];
    }
    /// Anywhere between the lines, bilinear; outside the outermost cells go on at their mean size.
    PixelPoint at(float row, float column) const;
    /// The mean length of a cell's sides.
    float pitch() const;
    /// The cells from one corner to another.
    Lattice part(int top, int left, int bottom, int right) const;

    int rows = 0, columns = 0;  ///< of cells
    std::vector<PixelPoint> points;

private:
    /// A cell's step away from the first or last line: the mean of some beside, since single points are noisy.
    PixelPoint outwards(bool across, bool last, float along) const;
};

}  // namespace nonocsp
