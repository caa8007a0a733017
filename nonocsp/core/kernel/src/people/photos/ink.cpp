#include "people/photos/ink.hpp"

#include <algorithm>
#include <cmath>
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

using Channels = std::array<std::vector<std::uint8_t>, 3>;

Rgb median(Channels& channels) {
    return {ranked(channels[0], 0.5), ranked(channels[1], 0.5), ranked(channels[2], 0.5)};
}

constexpr int near = 30;  // the same colour

/// The median colour of a cell; the most frequent one where that is neither ink nor paper but between them.
Rgb usual_colour(const RgbImage& picture, int left, int top, int pixels) {
    constexpr int part = 64;
    Channels channels;
    std::array<int, 4 * 4 * 4> counts{};
    const auto place = [](const auto& colour) {
        return colour[0] / part * 16 + colour[1] / part * 4 + colour[2] / part;
    };
    const int margin = pixels / 6, step = std::max(1, pixels / 16);
    std::vector<Rgb> seen;
    for (int y = top + margin; y < top + pixels - margin; y += step)
        for (int x = left + margin; x < left + pixels - margin; x += step) {
            const std::uint8_t* pixel = picture.pixel(x, y);
            seen.push_back({pixel[0], pixel[1], pixel[2]});
            ++counts[place(pixel)];
        }
    const auto median_of = [&](auto&& belongs) {
        for (auto& channel : channels) channel.clear();
        for (const Rgb& one : seen)
            for (int c = 0; c < 3 && belongs(one); ++c) channels[c].push_back(one[c]);
        return median(channels);
    };
    const Rgb result = median_of([](const Rgb&) { return true; });
    const auto alike =
        std::count_if(seen.begin(), seen.end(), [&](const Rgb& one) { return difference(one.data(), result) <= near; });
    if (3 * alike >= static_cast<std::ptrdiff_t>(seen.size())) return result;
    const auto most = std::max_element(counts.begin(), counts.end()) - counts.begin();
    return median_of([&](const Rgb& one) { return place(one) == most; });
}

}  // namespace

int InkPlane::threshold(int row, int column) const {
    int shade = shades[row * columns + column];
    if (5 * shade < 3 * contrast) {
        shade = contrast * 2 / 3;
        for (int i = std::max(0, row - 1); i <= std::min(rows - 1, row + 1); ++i)
            for (int j = std::max(0, column - 1); j <= std::min(columns - 1, column + 1); ++j)
                shade = std::max(shade, std::min(shades[i * columns + j], contrast * 3 / 2));
    }
    return std::max(shade * 9 / 20, noise * 3 / 2);
}

namespace {

/// The papers of the cells: their median colours, or the usual paper around where that has much of the cell too, since
/// digits may cover most of a small cell.
std::vector<Rgb> find_papers(const RgbImage& straight, int rows, int columns, int pixels) {
    constexpr int reach = 3;
    std::vector<Rgb> medians, result;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) medians.push_back(usual_colour(straight, j * pixels, i * pixels, pixels));
    Channels channels;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
            for (auto& channel : channels) channel.clear();
            for (int y = std::max(0, i - reach); y <= std::min(rows - 1, i + reach); ++y)
                for (int x = std::max(0, j - reach); x <= std::min(columns - 1, j + reach); ++x)
                    for (int c = 0; c < 3; ++c) channels[c].push_back(medians[y * columns + x][c]);
            const Rgb usual = median(channels);
            Rgb paper = medians[i * columns + j];
            if (difference(paper.data(), usual) > near) {
                // Digits stand in the middle.
                int alike = 0, own = 0;
                for (int y = pixels / 8; y < pixels - pixels / 8; ++y)
                    for (int x = pixels / 8; x < pixels - pixels / 8; ++x) {
                        if (std::min({x, y, pixels - 1 - x, pixels - 1 - y}) >= pixels / 4) continue;
                        const std::uint8_t* pixel = straight.pixel(j * pixels + x, i * pixels + y);
                        alike += difference(pixel, usual) <= near, own += difference(pixel, paper) <= near;
                    }
                if (alike >= own) paper = usual;
            }
            result.push_back(paper);
        }
    return result;
}

/// What differs from the paper in another way than the middle of the cell is no ink: a number on a dark square is pale,
/// lines beside it are darker still.
void keep_like_middle(const RgbImage& straight, const Rgb& paper, int left, int top, int pixels, Plane& ink) {
    const int margin = pixels / 5;
    const auto each = [&](int from, auto&& visit) {
        for (int y = top + from; y < top + pixels - from; ++y)
            for (int x = left + from; x < left + pixels - from; ++x) visit(straight.pixel(x, y), ink.row(y)[x]);
    };
    int most = 0;
    each(margin, [&](const std::uint8_t*, std::uint8_t value) { most = std::max<int>(most, value); });
    if (most < least_contrast) return;
    std::array<int, 3> way{};  // from paper to number
    each(margin, [&](const std::uint8_t* pixel, std::uint8_t value) {
        for (int c = 0; c < 3 && 3 * value >= 2 * most; ++c) way[c] += pixel[c] - paper[c];
    });
    double length = 0;
    for (const int part : way) length += static_cast<double>(part) * part;
    length = std::sqrt(length) + 1;
    each(0, [&](const std::uint8_t* pixel, std::uint8_t& value) {
        double along = 0;
        for (int c = 0; c < 3; ++c) along += (pixel[c] - paper[c]) * way[c] / length;
        if (2 * along < value) value = 0;
    });
}

/// The shades of the cells, and what they say of ink and noise.
void measure(InkPlane& found, int outside_rows, int outside_columns) {
    const int pixels = found.pixels, margin = std::max(1, pixels / 6);
    std::vector<int> inside, shades;
    found.shades.clear();
    for (int i = 0; i < found.rows; ++i)
        for (int j = 0; j < found.columns; ++j) {
            inside.clear();
            for (int y = margin; y < pixels - margin; ++y)
                for (int x = margin; x < pixels - margin; ++x)
                    inside.push_back(found.ink.row(i * pixels + y)[j * pixels + x]);
            found.shades.push_back(ranked(inside, 0.97));
            if (i >= outside_rows && j >= outside_columns) shades.push_back(found.shades.back());
        }
    std::vector<int> all = found.shades;
    const int usual = std::min(ranked(shades, 0.93), ranked(all, 0.93));
    found.contrast = std::max(least_contrast, usual * 9 / 10);
    found.noise = std::min(ranked(all, 0.25), found.contrast * 2 / 5);
}

}  // namespace

InkPlane find_ink(const RgbImage& straight, int pixels, int outside_rows, int outside_columns) {
    InkPlane result;
    result.ink = Plane(straight.width, straight.height);
    result.pixels = pixels;
    result.rows = straight.height / pixels, result.columns = straight.width / pixels;
    const int border = pixels / 8;
    result.papers = find_papers(straight, result.rows, result.columns, pixels);
    for (int i = 0; i < result.rows; ++i)
        for (int j = 0; j < result.columns; ++j) {
            const int left = j * pixels, top = i * pixels;
            const Rgb& paper = result.papers[i * result.columns + j];
            const auto beside = [&](int di, int dj) -> const Rgb& {
                return result.papers[std::clamp(i + di, 0, result.rows - 1) * result.columns +
                                     std::clamp(j + dj, 0, result.columns - 1)];
            };
            for (int y = 0; y < pixels; ++y)
                for (int x = 0; x < pixels; ++x) {
                    const std::uint8_t* pixel = straight.pixel(left + x, top + y);
                    int ink = difference(pixel, paper);
                    // Cells are a little off their places: near its border, a coloured square shows the next one's.
                    if (x < border) ink = std::min(ink, difference(pixel, beside(0, -1)));
                    if (y < border) ink = std::min(ink, difference(pixel, beside(-1, 0)));
                    if (x >= pixels - border) ink = std::min(ink, difference(pixel, beside(0, 1)));
                    if (y >= pixels - border) ink = std::min(ink, difference(pixel, beside(1, 0)));
                    result.ink.row(top + y)[left + x] = static_cast<std::uint8_t>(ink);
                }
        }
    measure(result, outside_rows, outside_columns);
    // Noise changes from pixel to pixel, strokes are wider.
    if (3 * result.noise > result.contrast) {
        result.ink = box_blur(result.ink, 1, 1);
        measure(result, outside_rows, outside_columns);
    }
    for (int i = 0; i < result.rows; ++i)
        for (int j = 0; j < result.columns; ++j)
            keep_like_middle(straight, result.papers[i * result.columns + j], j * pixels, i * pixels, pixels,
                             result.ink);
    return result;
}

}  // namespace nonocsp
