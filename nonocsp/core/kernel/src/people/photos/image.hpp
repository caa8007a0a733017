// Pictures in pixels: planes of 8 bits, scaling by areas, bilinear sampling.
//
// Everything that looks for lines works on a grey copy of at most 2,000 pixels a side; only what cuts digits looks at
// the full picture.  Sizes are checked where a picture comes in, so that no later stage has to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nonocsp {

struct PixelPoint {
    float x = 0, y = 0;
};
inline PixelPoint operator+(PixelPoint a, PixelPoint b) { return {a.x + b.x, a.y + b.y}; }
inline PixelPoint operator-(PixelPoint a, PixelPoint b) { return {a.x - b.x, a.y - b.y}; }
inline PixelPoint operator*(PixelPoint a, float f) { return {a.x * f, a.y * f}; }
float length(PixelPoint a);

/// One number a pixel.
struct Plane {
    Plane() = default;
    Plane(int width, int height, std::uint8_t value = 0);
    std::uint8_t* row(int y) { return values.data() + static_cast<std::size_t>(y) * width; }
    const std::uint8_t* row(int y) const { return values.data() + static_cast<std::size_t>(y) * width; }
    bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
    /// Outside of the plane it is 0.
    std::uint8_t at(int x, int y) const { return has(x, y) ? row(y)[x] : 0; }

    int width = 0, height = 0;
    std::vector<std::uint8_t> values;
};

using Rgb = std::array<std::uint8_t, 3>;

/// Red, green and blue of each pixel in turn.
struct RgbImage {
    RgbImage() = default;
    RgbImage(int width, int height);
    /// Throws std::invalid_argument unless the size is in bounds and fits the bytes.
    RgbImage(std::vector<std::uint8_t> bytes, int width, int height);
    const std::uint8_t* pixel(int x, int y) const {
        return values.data() + 3 * (static_cast<std::size_t>(y) * width + x);
    }
    std::uint8_t* pixel(int x, int y) { return values.data() + 3 * (static_cast<std::size_t>(y) * width + x); }
    bool has(PixelPoint at) const {
        return at.x >= 0 && at.y >= 0 && at.x < static_cast<float>(width) && at.y < static_cast<float>(height);
    }
    /// Bilinear between the centres of pixels; the outermost pixels go on outside.
    Rgb sample(PixelPoint at) const;

    int width = 0, height = 0;
    std::vector<std::uint8_t> values;
};

/// The most pixels of a picture: 120 MB of red, green and blue.
inline constexpr std::size_t most_pixels = 40'000'000;

/// Scaled down by averaging areas.  The new size is at least 1 and at most the old one.
RgbImage shrunk(const RgbImage& image, int width, int height);

/// Perceived brightness.
Plane luminance(const RgbImage& image);

/// The mean over a box of 2 * rx + 1 by 2 * ry + 1 pixels; the outermost pixels go on outside.
Plane box_blur(const Plane& plane, int rx, int ry);

}  // namespace nonocsp
