#include "photos/grid_lines.hpp"

#include <algorithm>
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

constexpr int frame = 4;
constexpr double steepest = 0.29;  // the tangent of 16 degrees

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

/// Horizontal lines, 1 or 0: blurred along them against noise, and cut where only few pixels of paper are.
Plane line_mask(const Plane& grey) {
    const int side = std::max(grey.width, grey.height);
    const int thickest = std::max(7, side / 80), along = std::clamp(side / 600, 0, 3);
    Plane hat = black_hat(box_blur(grey, along, 0), std::min(thickest, std::max(2, grey.height - 1)));
    const int least = std::max(7, 5 * quantile(hat, 0.5) / 2);
    for (std::uint8_t& value : hat.values) value = value >= least;
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

/// How sharp the projection of horizontal lines is if they rise by `tangent`: the sum of squares of its bins.
double sharpness(const Plane& mask, double tangent) {
    const int margin = static_cast<int>(std::ceil(steepest * mask.width)) + 1;
    std::vector<double> bins(mask.height + 2 * margin + 2);
    std::vector<int> shifts(mask.width);
    for (int x = 0; x < mask.width; ++x)
        shifts[x] = margin - static_cast<int>(std::lround(tangent * (x - mask.width / 2)));
    for (int y = 0; y < mask.height; ++y)
        for (int x = 0; x < mask.width; ++x) bins[y + shifts[x]] += mask.row(y)[x];
    double sum = 0;
    for (const double bin : bins) sum += bin * bin;
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
    Plane result(grey.width + 2 * frame, grey.height + 2 * frame, 255);
    for (int y = 0; y < grey.height; ++y)
        for (int x = 0; x < grey.width; ++x) {
            const std::uint8_t value = grey.row(y)[x];
            result.row(y + frame)[x + frame] = light ? static_cast<std::uint8_t>(255 - value) : value;
        }
    return result;
}

GridLines find_lines(const Plane& given, bool light) {
    GridLines result;
    Plane grey = framed(given, light);
    const Plane turned = transposed(grey);
    Plane horizontal = line_mask(grey), vertical = line_mask(turned);
    Shear& shear = result.shear;
    shear.across = static_cast<float>(best_tangent(vertical));
    shear.down = static_cast<float>(best_tangent(horizontal));
    shear.centre = {static_cast<float>(grey.width / 2), static_cast<float>(grey.height / 2)};
    const float wider = std::abs(shear.across) * static_cast<float>(grey.height);
    const float higher = std::abs(shear.down) * static_cast<float>(grey.width);
    shear.origin = {-shear.centre.x - wider / 2, -shear.centre.y - higher / 2};
    if (wider > 1 || higher > 1) {
        grey = sheared(grey, shear, grey.width + static_cast<int>(wider), grey.height + static_cast<int>(higher));
        horizontal = line_mask(grey), vertical = line_mask(transposed(grey));
    }
    widen(horizontal), widen(vertical);
    shear.centre = shear.centre - PixelPoint{frame, frame};
    result.grey = std::move(grey);
    result.horizontal = std::move(horizontal);
    result.vertical = transposed(vertical);
    return result;
}

}  // namespace nonocsp
