#include "people/photos/lattice.hpp"

#include <algorithm>
#include <cmath>

namespace nonocsp {

PixelPoint Lattice::at(float row, float column) const {
    const float inner_row = std::clamp(row, 0.0f, static_cast<float>(rows));
    const float inner_column = std::clamp(column, 0.0f, static_cast<float>(columns));
    const int i = std::min(static_cast<int>(inner_row), rows - 1);
    const int j = std::min(static_cast<int>(inner_column), columns - 1);
    const float v = inner_row - static_cast<float>(i), u = inner_column - static_cast<float>(j);
    const PixelPoint above = point(i, j) * (1 - u) + point(i, j + 1) * u;
    const PixelPoint below = point(i + 1, j) * (1 - u) + point(i + 1, j + 1) * u;
    PixelPoint result = above * (1 - v) + below * v;
    if (row != inner_row) result = result + outwards(true, row > 0, inner_column) * std::abs(row - inner_row);
    if (column != inner_column)
        result = result + outwards(false, column > 0, inner_row) * std::abs(column - inner_column);
    return result;
}

PixelPoint Lattice::outwards(bool across, bool last, float along) const {
    constexpr int outermost = 3, beside = 3;
    const int depth = across ? rows : columns, width = across ? columns : rows;
    const float span = static_cast<float>(std::min(outermost, depth));
    const float edge = last ? static_cast<float>(depth) : 0.0f, inside = last ? edge - span : span;
    PixelPoint sum;
    int count = 0;
    for (int k = -beside; k <= beside; ++k) {
        const float to = along + static_cast<float>(k);
        if (to < 0 || to > static_cast<float>(width)) continue;
        sum = sum + (across ? at(edge, to) - at(inside, to) : at(to, edge) - at(to, inside));
        ++count;
    }
    return sum * (1 / (span * static_cast<float>(count)));
}

float Lattice::pitch() const {
    if (!rows || !columns) return 0;
    const float across = length(point(rows / 2, columns) - point(rows / 2, 0)) / static_cast<float>(columns);
    const float down = length(point(rows, columns / 2) - point(0, columns / 2)) / static_cast<float>(rows);
    return (across + down) / 2;
}

Lattice Lattice::part(int top, int left, int bottom, int right) const {
    Lattice result(bottom - top, right - left);
    for (int i = 0; i <= result.rows; ++i)
        for (int j = 0; j <= result.columns; ++j) result.point(i, j) = point(top + i, left + j);
    return result;
}

}  // namespace nonocsp
