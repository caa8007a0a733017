#include "people/photos/clue_line.hpp"

#include <algorithm>

namespace nonocsp {

StraightArea::StraightArea(const RgbImage& image, const Lattice& lattice, CellRange range, int pixels)
    : lattice(lattice), range(range), pixels(pixels), picture(straightened(image, lattice, range, pixels)) {}

void StraightArea::locate(const PixelBox& box, ClueNumber& number) const {
    const float unit = 1 / static_cast<float>(pixels);
    number.top_left = {1e9f, 1e9f}, number.bottom_right = {-1e9f, -1e9f};
    for (const int x : {box.left, box.right})
        for (const int y : {box.top, box.bottom}) {
            const PixelPoint at = lattice.at(static_cast<float>(range.top) + static_cast<float>(y) * unit,
                                             static_cast<float>(range.left) + static_cast<float>(x) * unit);
            number.top_left = {std::min(number.top_left.x, at.x), std::min(number.top_left.y, at.y)};
            number.bottom_right = {std::max(number.bottom_right.x, at.x), std::max(number.bottom_right.y, at.y)};
        }
}

}  // namespace nonocsp
