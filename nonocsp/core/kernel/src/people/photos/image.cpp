#include "people/photos/image.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace nonocsp {

float length(PixelPoint a) { return std::sqrt(a.x * a.x + a.y * a.y); }

Plane::Plane(int width, int height, std::uint8_t value)
    : width(width), height(height), values(static_cast<std::size_t>(width) * height, value) {}

RgbImage::RgbImage(int width, int height)
    : width(width), height(height), values(3 * static_cast<std::size_t>(width) * height) {}

RgbImage::RgbImage(std::vector<std::uint8_t> bytes, int width, int height)
    : width(width), height(height), values(std::move(bytes)) {
    if (width < 1 || height < 1) throw std::invalid_argument("a picture has at least one pixel");
    const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    if (pixels > most_pixels)
        throw std::invalid_argument("a picture has at most " + std::to_string(most_pixels) + " pixels");
    if (values.size() != 3 * pixels) throw std::invalid_argument("a picture has three bytes a pixel");
}

Rgb RgbImage::sample(PixelPoint at) const {
    const float x = std::clamp(at.x, 0.0f, static_cast<float>(width - 1));
    const float y = std::clamp(at.y, 0.0f, static_cast<float>(height - 1));
    const int left = static_cast<int>(x), top = static_cast<int>(y);
    const int right = std::min(left + 1, width - 1), bottom = std::min(top + 1, height - 1);
    const float fx = x - static_cast<float>(left), fy = y - static_cast<float>(top);
    Rgb result;
    for (int c = 0; c < 3; ++c) {
        const float above = pixel(left, top)[c] * (1 - fx) + pixel(right, top)[c] * fx;
        const float below = pixel(left, bottom)[c] * (1 - fx) + pixel(right, bottom)[c] * fx;
        result[c] = static_cast<std::uint8_t>(above * (1 - fy) + below * fy + 0.5f);
    }
    return result;
}

namespace {

/// The weight of each old row or column in the new ones it takes part in: (old, new, weight in 1/256).
struct Share {
    int from, to, weight;
};

std::vector<Share> shares(int from, int to) {
    std::vector<Share> result;
    const double scale = static_cast<double>(to) / from;
    for (int i = 0; i < from; ++i) {
        const double start = i * scale, end = (i + 1) * scale;
        const int first = std::min(static_cast<int>(start), to - 1);
        const int last = std::min(static_cast<int>(std::ceil(end)) - 1, to - 1);
        const int total = static_cast<int>(256 * scale + 0.5);
        const int inside = last > first ? static_cast<int>((first + 1 - start) / (end - start) * total + 0.5) : total;
        if (inside) result.push_back({i, first, inside});
        if (total > inside) result.push_back({i, last, total - inside});
    }
    return result;
}

}  // namespace

RgbImage shrunk(const RgbImage& image, int width, int height) {
    width = std::clamp(width, 1, image.width), height = std::clamp(height, 1, image.height);
    if (width == image.width && height == image.height) return image;
    RgbImage result(width, height);
    const std::vector<Share> columns = shares(image.width, width), rows = shares(image.height, height);
    std::vector<std::uint32_t> line(3 * static_cast<std::size_t>(width));
    std::vector<std::uint64_t> sum(line.size());
    std::vector<std::uint32_t> weights(width);
    for (const Share& share : columns) weights[share.to] += share.weight;
    std::uint64_t row_weight = 0;
    int summed = -1;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (rows[k].from != summed) {
            summed = rows[k].from;
            std::fill(line.begin(), line.end(), 0);
            for (const Share& share : columns) {
                const std::uint8_t* from = image.pixel(share.from, summed);
                for (int c = 0; c < 3; ++c) line[3 * share.to + c] += from[c] * share.weight;
            }
        }
        for (std::size_t i = 0; i < line.size(); ++i) sum[i] += static_cast<std::uint64_t>(line[i]) * rows[k].weight;
        row_weight += rows[k].weight;
        if (k + 1 < rows.size() && rows[k + 1].to == rows[k].to) continue;
        std::uint8_t* to = result.pixel(0, rows[k].to);
        for (std::size_t i = 0; i < line.size(); ++i)
            to[i] = static_cast<std::uint8_t>(sum[i] / (row_weight * weights[i / 3]));
        std::fill(sum.begin(), sum.end(), 0);
        row_weight = 0;
    }
    return result;
}

Plane luminance(const RgbImage& image) {
    Plane result(image.width, image.height);
    for (std::size_t i = 0; i < result.values.size(); ++i) {
        const std::uint8_t* pixel = image.values.data() + 3 * i;
        result.values[i] = static_cast<std::uint8_t>((77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8);
    }
    return result;
}

namespace {

void blur_line(const std::uint8_t* from, std::uint8_t* to, int count, std::size_t step, int radius) {
    const auto value = [&](int i) { return from[static_cast<std::size_t>(std::clamp(i, 0, count - 1)) * step]; };
    int sum = 0;
    for (int i = -radius; i <= radius; ++i) sum += value(i);
    for (int i = 0; i < count; ++i) {
        to[static_cast<std::size_t>(i) * step] = static_cast<std::uint8_t>(sum / (2 * radius + 1));
        sum += value(i + radius + 1) - value(i - radius);
    }
}

/// All columns at once, so that memory is read in order.
void blur_columns(const Plane& from, Plane& to, int radius) {
    std::vector<int> sums(from.width);
    const auto row = [&](int y) { return from.row(std::clamp(y, 0, from.height - 1)); };
    for (int y = -radius; y <= radius; ++y)
        for (int x = 0; x < from.width; ++x) sums[x] += row(y)[x];
    for (int y = 0; y < from.height; ++y) {
        const std::uint8_t *next = row(y + radius + 1), *last = row(y - radius);
        std::uint8_t* made = to.row(y);
        for (int x = 0; x < from.width; ++x) {
            made[x] = static_cast<std::uint8_t>(sums[x] / (2 * radius + 1));
            sums[x] += next[x] - last[x];
        }
    }
}

}  // namespace

Plane box_blur(const Plane& plane, int rx, int ry) {
    Plane across = plane;
    if (rx > 0)
        for (int y = 0; y < plane.height; ++y) blur_line(plane.row(y), across.row(y), plane.width, 1, rx);
    if (ry <= 0) return across;
    Plane result = across;
    blur_columns(across, result, ry);
    return result;
}

}  // namespace nonocsp
