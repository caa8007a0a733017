#include "photos/ink.hpp"

#include <algorithm>
#include <cstdlib>

namespace nonocsp {

int difference(const std::uint8_t* a, const Rgb& b) {
    return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

namespace {

constexpr int least_contrast = 40;

/// The value that a share of the values does not exceed.
template <class T>
T ranked(std::vector<T>& values, double share) {
    if (values.empty()) return T{};
    const auto at = std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
    return values[at];
}

Rgb median_colour(const RgbImage& picture, int left, int top, int pixels) {
    std::array<std::vector<std::uint8_t>, 3> channels;
    const int margin = pixels / 6, step = std::max(1, pixels / 16);
    for (int y = top + margin; y < top + pixels - margin; y += step)
        for (int x = left + margin; x < left + pixels - margin; x += step)
            for (int c = 0; c < 3; ++c) channels[c].push_back(picture.pixel(x, y)[c]);
    return {ranked(channels[0], 0.5), ranked(channels[1], 0.5), ranked(channels[2], 0.5)};
}

}  // namespace

int InkPlane::threshold(int row, int column) const {
    int shade = contrast * 2 / 3;
    for (int i = std::max(0, row - 1); i <= std::min(rows - 1, row + 1); ++i)
        for (int j = std::max(0, column - 1); j <= std::min(columns - 1, column + 1); ++j)
            shade = std::max(shade, std::min(shades[i * columns + j], contrast * 3 / 2));
    return std::max(shade * 9 / 20, noise * 3 / 2);
}

InkPlane find_ink(const RgbImage& straight, int pixels) {
    InkPlane result;
    result.ink = Plane(straight.width, straight.height);
    result.pixels = pixels;
    result.rows = straight.height / pixels, result.columns = straight.width / pixels;
    const int margin = std::max(1, pixels / 6);
    std::vector<int> inside;
    for (int i = 0; i < result.rows; ++i)
        for (int j = 0; j < result.columns; ++j) {
            const int left = j * pixels, top = i * pixels;
            const Rgb paper = median_colour(straight, left, top, pixels);
            inside.clear();
            for (int y = 0; y < pixels; ++y)
                for (int x = 0; x < pixels; ++x) {
                    const int ink = difference(straight.pixel(left + x, top + y), paper);
                    result.ink.row(top + y)[left + x] = static_cast<std::uint8_t>(ink);
                    if (std::min({x, y, pixels - 1 - x, pixels - 1 - y}) >= margin) inside.push_back(ink);
                }
            result.papers.push_back(paper);
            result.shades.push_back(ranked(inside, 0.97));
        }
    std::vector<int> shades = result.shades;
    result.contrast = std::max(least_contrast, ranked(shades, 0.93) * 9 / 10);
    result.noise = std::min(ranked(shades, 0.25), result.contrast * 2 / 5);
    return result;
}

}  // namespace nonocsp
