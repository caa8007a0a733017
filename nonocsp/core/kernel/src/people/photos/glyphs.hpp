// Glyphs: connected components of ink, and the picture of a number cut out for the network that reads it.
#pragma once

#include <array>
#include <vector>

#include "people/photos/image.hpp"

namespace nonocsp {

/// Pixels from left and top; right and bottom are the first outside.
struct PixelBox {
    int width() const { return right - left; }
    int height() const { return bottom - top; }
    float middle_x() const { return static_cast<float>(left + right) / 2; }
    float middle_y() const { return static_cast<float>(top + bottom) / 2; }
    bool has(float x, float y) const {
        return x >= static_cast<float>(left) && y >= static_cast<float>(top) && x < static_cast<float>(right) &&
               y < static_cast<float>(bottom);
    }

    int left = 0, top = 0, right = 0, bottom = 0;
};
PixelBox united(const PixelBox& a, const PixelBox& b);

struct Glyph {
    PixelBox box;
    int area = 0;
};

/// The connected components of the ones of a mask; diagonal neighbours are connected.
std::vector<Glyph> find_glyphs(const Plane& mask);

inline constexpr int crop_width = 24, crop_height = 32, digit_height = 24, digit_width = 22;

/// A number as the network sees it: 0 is paper, 255 the darkest ink, digits are 24 pixels high.
struct NumberCrop {
    std::array<std::uint8_t, crop_width * crop_height> pixels{};
    Rgb ink{}, paper{};
};

/// The ink of a number: a box of a straightened picture, and in it ones where the number is.
struct NumberInk {
    bool has(int x, int y) const { return mask.at(x - box.left, y - box.top); }

    PixelBox box;
    Plane mask;  ///< of the size of the box
};

/// The ones of a mask in a box of it.
NumberInk number_in(const Plane& mask, const PixelBox& box);

NumberCrop cut_number(const RgbImage& straight, const NumberInk& number, const Rgb& paper);

}  // namespace nonocsp
