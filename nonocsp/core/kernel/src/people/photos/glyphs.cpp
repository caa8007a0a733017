#include "people/photos/glyphs.hpp"

#include <algorithm>
#include <cmath>

#include "people/photos/ink.hpp"

namespace nonocsp {

PixelBox united(const PixelBox& a, const PixelBox& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

std::vector<Glyph> find_glyphs(const Plane& mask) {
    std::vector<Glyph> result;
    Plane left = mask;  // what was not visited yet
    std::vector<std::pair<int, int>> waiting;
    for (int y = 0; y < mask.height; ++y)
        for (int x = 0; x < mask.width; ++x) {
            if (!left.row(y)[x]) continue;
            Glyph glyph{{x, y, x + 1, y + 1}, 0};
            left.row(y)[x] = 0;
            waiting.push_back({x, y});
            while (!waiting.empty()) {
                const auto [at_x, at_y] = waiting.back();
                waiting.pop_back();
                ++glyph.area;
                glyph.box = united(glyph.box, {at_x, at_y, at_x + 1, at_y + 1});
                for (int v = at_y - 1; v <= at_y + 1; ++v)
                    for (int u = at_x - 1; u <= at_x + 1; ++u)
                        if (left.at(u, v)) left.row(v)[u] = 0, waiting.push_back({u, v});
            }
            result.push_back(glyph);
        }
    return result;
}

NumberInk number_in(const Plane& mask, const PixelBox& box) {
    NumberInk result{box, Plane(box.width(), box.height())};
    for (int y = 0; y < box.height(); ++y)
        std::copy_n(mask.row(box.top + y) + box.left, box.width(), result.mask.row(y));
    return result;
}

namespace {

/// The mean colour of the pixels of a box that differ most from the paper.
Rgb ink_colour(const RgbImage& straight, const NumberInk& number, const Rgb& paper) {
    const PixelBox& box = number.box;
    std::array<std::size_t, 256> counts{};
    std::size_t total = 0, seen = 0;
    const auto each = [&](auto&& visit) {
        for (int y = box.top; y < box.bottom; ++y)
            for (int x = box.left; x < box.right; ++x)
                if (number.has(x, y)) visit(straight.pixel(x, y));
    };
    each([&](const std::uint8_t* pixel) { ++counts[difference(pixel, paper)], ++total; });
    int least = 255;
    while (least > 1 && 3 * (seen + counts[least]) < total) seen += counts[least--];
    std::array<std::size_t, 3> sums{};
    std::size_t count = 0;
    each([&](const std::uint8_t* pixel) {
        if (difference(pixel, paper) < least) return;
        for (int c = 0; c < 3; ++c) sums[c] += pixel[c];
        ++count;
    });
    Rgb result = paper;
    for (int c = 0; c < 3 && count; ++c) result[c] = static_cast<std::uint8_t>(sums[c] / count);
    return result;
}

/// How far each pixel of a box and a margin is on the way from paper to ink, 1 for ink; 0 away from the mask.
struct InkShares {
    InkShares(const RgbImage& straight, const NumberInk& number, const Rgb& paper, const Rgb& ink)
        : width(number.box.width() + 2 * margin), height(number.box.height() + 2 * margin) {
        const PixelBox& box = number.box;
        float scale = 1;
        for (int c = 0; c < 3; ++c) scale += static_cast<float>((ink[c] - paper[c]) * (ink[c] - paper[c]));
        for (int y = box.top - margin; y < box.bottom + margin; ++y)
            for (int x = box.left - margin; x < box.right + margin; ++x) {
                bool near = false;
                for (int v = y - 2; v <= y + 2 && !near; ++v)
                    for (int u = x - 2; u <= x + 2 && !near; ++u) near = number.has(u, v);
                float share = 0;
                if (near && x >= 0 && y >= 0 && x < straight.width && y < straight.height)
                    for (int c = 0; c < 3; ++c)
                        share += static_cast<float>((straight.pixel(x, y)[c] - paper[c]) * (ink[c] - paper[c]));
                values.push_back(std::clamp(share / scale, 0.0f, 2.0f));
            }
    }
    float at(int x, int y) const {
        return x < 0 || y < 0 || x >= width || y >= height ? 0 : values[static_cast<std::size_t>(y) * width + x];
    }
    /// Bilinear, or the mean of a rectangle where that is larger than a pixel.
    float mean(float x, float y, float w, float h) const {
        const int across = std::max(1, static_cast<int>(std::ceil(2 * w))),
                  down = std::max(1, static_cast<int>(std::ceil(2 * h)));
        float sum = 0;
        for (int j = 0; j < down; ++j)
            for (int i = 0; i < across; ++i)
                sum += bilinear(x + w * ((static_cast<float>(i) + 0.5f) / static_cast<float>(across) - 0.5f),
                                y + h * ((static_cast<float>(j) + 0.5f) / static_cast<float>(down) - 0.5f));
        return sum / static_cast<float>(across * down);
    }
    float bilinear(float x, float y) const {
        const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
        const float fx = x - static_cast<float>(left), fy = y - static_cast<float>(top);
        return (at(left, top) * (1 - fx) + at(left + 1, top) * fx) * (1 - fy) +
               (at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx) * fy;
    }

    static constexpr int margin = 3;
    int width, height;
    std::vector<float> values;
};

}  // namespace

NumberCrop cut_number(const RgbImage& straight, const NumberInk& number, const Rgb& paper) {
    const PixelBox& box = number.box;
    NumberCrop result;
    result.paper = paper;
    result.ink = ink_colour(straight, number, paper);
    const InkShares shares(straight, number, paper, result.ink);
    const float down = static_cast<float>(box.height()) / digit_height;  // pixels of the picture to one of the crop
    const float across = std::max(down, static_cast<float>(box.width()) / digit_width);
    const float centre_x = static_cast<float>(shares.width) / 2 - 0.5f;
    const float centre_y = static_cast<float>(shares.height) / 2 - 0.5f;
    std::vector<float> values, inside;
    for (int y = 0; y < crop_height; ++y)
        for (int x = 0; x < crop_width; ++x) {
            const float at_x = (static_cast<float>(x) + 0.5f - crop_width / 2.0f) * across;
            const float at_y = (static_cast<float>(y) + 0.5f - crop_height / 2.0f) * down;
            values.push_back(
                shares.mean(centre_x + at_x, centre_y + at_y, std::max(across - 1, 0.0f), std::max(down - 1, 0.0f)));
            if (2 * std::abs(at_x) <= static_cast<float>(box.width()) &&
                2 * std::abs(at_y) <= static_cast<float>(box.height()))
                inside.push_back(values.back());
        }
    float darkest = 1;
    if (!inside.empty()) {
        const auto rank = inside.begin() + static_cast<std::ptrdiff_t>(inside.size() * 98 / 100);
        std::nth_element(inside.begin(), rank, inside.end());
        darkest = std::max(0.05f, *rank);
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        result.pixels[i] = static_cast<std::uint8_t>(std::min(255.0f, values[i] * 255 / darkest + 0.5f));
    return result;
}

}  // namespace nonocsp
