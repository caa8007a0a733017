#include "people/photos/grid_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nonocsp {

PixelPoint Shear::original(PixelPoint at) const {
    const float u = at.x + origin.x, v = at.y + origin.y, scale = 1 / (1 - across * down);
    return {centre.x + (u + across * v) * scale, centre.y + (v + down * u) * scale};
}

PixelPoint Shear::straight(PixelPoint at) const {
    const float x = at.x - centre.x, y = at.y - centre.y;
    return {x - across * y - origin.x, y - down * x - origin.y};
}

namespace {

constexpr int frame_width = 4, straight_run = 7;
constexpr double steepest = 0.37;  // the tangent of 20 degrees

/// Each value becomes the largest (or smallest) of `size` values from it on, by doubling the window.
template <class Better>
void extreme_rows(Plane& plane, int size, bool backwards, Better better) {
    const int height = plane.height;
    const auto combine = [&](int distance) {
        for (int k = 0; k + distance < height; ++k) {
            const int y = backwards ? height - 1 - k : k;
            std::uint8_t* to = plane.row(y);
            const std::uint8_t* from = plane.row(backwards ? y - distance : y + distance);
            for (int x = 0; x < plane.width; ++x) to[x] = better(to[x], from[x]);
        }
    };
    int window = 1;
    for (; 2 * window <= size; window *= 2) combine(window);
    if (window < size) combine(size - window);
}

Plane transposed(const Plane& plane) {
    constexpr int tile = 32;
    Plane result(plane.height, plane.width);
    for (int top = 0; top < plane.height; top += tile)
        for (int left = 0; left < plane.width; left += tile)
            for (int y = top; y < std::min(top + tile, plane.height); ++y)
                for (int x = left; x < std::min(left + tile, plane.width); ++x) result.row(x)[y] = plane.row(y)[x];
    return result;
}

/// How much darker each pixel is than the closing along y: horizontal lines.
Plane black_hat(const Plane& grey, int size) {
    Plane closed = grey;
    extreme_rows(closed, size, false, [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); });
    extreme_rows(closed, size, true, [](std::uint8_t a, std::uint8_t b) { return std::min(a, b); });
    for (std::size_t i = 0; i < closed.values.size(); ++i)
        closed.values[i] = static_cast<std::uint8_t>(std::max(0, closed.values[i] - grey.values[i]));
    return closed;
}

/// 1 where a value is well above the median, which is texture or noise, of all pixels or of those around; else 0.
void cut_locally(Plane& hat) {
    constexpr int tile = 64, least = 7;
    const int rows = (hat.height + tile - 1) / tile, columns = (hat.width + tile - 1) / tile;
    std::vector<int> medians;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
            std::array<int, 256> counts{};
            const int bottom = std::min((i + 1) * tile, hat.height), right = std::min((j + 1) * tile, hat.width);
            for (int y = i * tile; y < bottom; y += 2)
                for (int x = j * tile; x < right; ++x) ++counts[hat.row(y)[x]];
            int left = ((bottom - i * tile + 1) / 2) * (right - j * tile) / 2, value = 0;
            while (value < 255 && (left -= counts[value]) > 0) ++value;
            medians.push_back(value);
        }
    std::vector<int> sorted = medians;
    std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
    const int usual = sorted[sorted.size() / 2];
    for (int& value : medians) value = std::clamp(value, usual * 3 / 5, usual);
    const auto median = [&](int i, int j) {
        return static_cast<float>(medians[std::clamp(i, 0, rows - 1) * columns + std::clamp(j, 0, columns - 1)]);
    };
    std::vector<int> limits(hat.width);
    for (int y = 0; y < hat.height; ++y) {
        const float v = static_cast<float>(y) / tile - 0.5f;
        const int i = static_cast<int>(std::floor(v));
        const float fy = v - static_cast<float>(i);
        if (y % 4 == 0)
            for (int x = 0; x < hat.width; ++x) {
                const float u = static_cast<float>(x) / tile - 0.5f;
                const int j = static_cast<int>(std::floor(u));
                const float fx = u - static_cast<float>(j);
                const float above = median(i, j) * (1 - fx) + median(i, j + 1) * fx;
                const float below = median(i + 1, j) * (1 - fx) + median(i + 1, j + 1) * fx;
                limits[x] = std::max(least, static_cast<int>(2.5f * (above * (1 - fy) + below * fy)));
            }
        for (int x = 0; x < hat.width; ++x) hat.row(y)[x] = hat.row(y)[x] >= limits[x];
    }
}

/// Ones in a row shorter than `least`, but for gaps of a pixel, are noise or parts of letters.
void drop_short_runs(Plane& mask, int least) {
    for (int y = 0; y < mask.height; ++y) {
        std::uint8_t* row = mask.row(y);
        for (int x = 0; x < mask.width; ++x) {
            if (!row[x]) continue;
            int end = x + 1;
            while (end < mask.width && (row[end] || (end + 1 < mask.width && row[end + 1]))) ++end;
            std::fill(row + x, row + end, end - x >= least ? 1 : 0);
            x = end;
        }
    }
}

/// Horizontal lines, 1 or 0: blurred along them against noise.
Plane line_mask(const Plane& grey, int shortest, int thickest) {
    const int along = std::clamp(std::max(grey.width, grey.height) / 600, 0, 3);
    Plane hat = black_hat(box_blur(grey, along, 0), std::min(thickest, std::max(2, grey.height - 1)));
    cut_locally(hat);
    drop_short_runs(hat, shortest);
    return hat;
}

/// The plane in whole blocks of pixels, each the count of ones in it.
Plane counted(const Plane& mask, int block) {
    Plane result(std::max(1, mask.width / block), std::max(1, mask.height / block));
    for (int y = 0; y < std::min(mask.height, result.height * block); ++y)
        for (int x = 0; x < std::min(mask.width, result.width * block); ++x)
            result.row(y / block)[x / block] += mask.row(y)[x];
    return result;
}

/// How sharp the projection of horizontal lines is if they rise by `tangent`: the squares of the differences of its
/// bins.
double sharpness(const Plane& mask, double tangent) {
    const int margin = static_cast<int>(std::ceil(steepest * mask.width)) + 1;
    std::vector<double> bins(mask.height + 2 * margin + 2);
    std::vector<int> shifts(mask.width);
    for (int x = 0; x < mask.width; ++x)
        shifts[x] = margin - static_cast<int>(std::lround(tangent * (x - mask.width / 2)));
    for (int y = 0; y < mask.height; ++y)
        for (int x = 0; x < mask.width; ++x) bins[y + shifts[x]] += mask.row(y)[x];
    double sum = 0;
    for (std::size_t k = 1; k < bins.size(); ++k) sum += (bins[k] - bins[k - 1]) * (bins[k] - bins[k - 1]);
    return sum;
}

double best_tangent(const Plane& mask) {
    const Plane small = counted(mask, std::max(1, std::max(mask.width, mask.height) / 500));
    double best = 0, step = 1.5 / std::max(small.width, 50);
    double most = sharpness(small, 0) * 1.02;  // upright unless something else is clearly sharper
    step = std::max(step, 0.006);
    for (double width : {steepest, step, step / 3}) {
        const double centre = best;
        const double by = width == steepest ? step : width / 3;
        for (double tangent = centre - width; tangent <= centre + width; tangent += by) {
            if (std::abs(tangent) > steepest) continue;
            const double found = sharpness(small, tangent);
            if (found > most) most = found, best = tangent;
        }
    }
    return best;
}

Plane sheared(const Plane& grey, const Shear& shear, int width, int height) {
    Plane result(width, height);
    const PixelPoint right = shear.original({1, 0}) - shear.original({0, 0});
    for (int y = 0; y < height; ++y) {
        PixelPoint at = shear.original({0, static_cast<float>(y)});
        for (int x = 0; x < width; ++x, at = at + right) {
            const float cx = std::clamp(at.x, 0.0f, static_cast<float>(grey.width - 1));
            const float cy = std::clamp(at.y, 0.0f, static_cast<float>(grey.height - 1));
            const int left = static_cast<int>(cx), top = static_cast<int>(cy);
            const std::uint8_t *above = grey.row(top), *below = grey.row(std::min(top + 1, grey.height - 1));
            const int next = std::min(left + 1, grey.width - 1);
            const float fx = cx - static_cast<float>(left), fy = cy - static_cast<float>(top);
            const float upper = above[left] + fx * (above[next] - above[left]);
            const float lower = below[left] + fx * (below[next] - below[left]);
            result.row(y)[x] = static_cast<std::uint8_t>(upper + fy * (lower - upper) + 0.5f);
        }
    }
    return result;
}

/// Ones are copied a pixel up and down.
void widen(Plane& mask) {
    const auto more = [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); };
    extreme_rows(mask, 2, false, more);
    extreme_rows(mask, 2, true, more);
}

}  // namespace

/// With light paper around it: else lines at the edge of the picture would not be thin.  Lines become dark.
Plane framed(const Plane& grey, bool light) {
    Plane result(grey.width + 2 * frame_width, grey.height + 2 * frame_width, 255);
    for (int y = 0; y < grey.height; ++y)
        for (int x = 0; x < grey.width; ++x) {
            const std::uint8_t value = grey.row(y)[x];
            result.row(y + frame_width)[x + frame_width] = light ? static_cast<std::uint8_t>(255 - value) : value;
        }
    return result;
}

GridLines find_lines(const Plane& given, bool light) {
    GridLines result;
    Plane grey = framed(given, light);
    const int thickest = std::max(7, std::max(grey.width, grey.height) / 80);
    const Plane horizontal = line_mask(grey, 4, thickest), vertical = line_mask(transposed(grey), 4, thickest);
    Shear& shear = result.shear;
    shear.across = static_cast<float>(best_tangent(vertical));
    shear.down = static_cast<float>(best_tangent(horizontal));
    shear.centre = {static_cast<float>(grey.width / 2), static_cast<float>(grey.height / 2)};
    const float wider = std::abs(shear.across) * static_cast<float>(grey.height);
    const float higher = std::abs(shear.down) * static_cast<float>(grey.width);
    shear.origin = {-shear.centre.x - wider / 2, -shear.centre.y - higher / 2};
    if (wider > 1 || higher > 1)
        grey = sheared(grey, shear, grey.width + static_cast<int>(wider), grey.height + static_cast<int>(higher));
    shear.centre = shear.centre - PixelPoint{frame_width, frame_width};
    result.grey = std::move(grey);
    result.mark(thickest);
    return result;
}

void GridLines::mark(int most) {
    thickest = most;
    Plane across = line_mask(grey, straight_run, most), down = line_mask(transposed(grey), straight_run, most);
    widen(across), widen(down);
    horizontal = std::move(across);
    vertical = transposed(down);
}

}  // namespace nonocsp
