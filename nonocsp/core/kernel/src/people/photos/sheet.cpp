#include "people/photos/sheet.hpp"

#include <algorithm>
#include <cmath>

#include "people/photos/clue_areas.hpp"
#include "people/photos/clue_cells.hpp"
#include "people/photos/ink.hpp"
#include "people/photos/lattice_growth.hpp"
#include "people/photos/open_clues.hpp"

namespace nonocsp {

namespace {

constexpr int working_side = 2000;
constexpr int most_grids = 6, fewest_cells = 12;
constexpr float least_visible = 0.6f, least_quality = 0.5f;

/// A picture, and the factor from the original to it.
struct ScaledImage {
    RgbImage image;
    float factor = 1;
};

ScaledImage scaled(const RgbImage& image, float factor) {
    if (factor >= 1) return {image, 1};
    const auto size = [&](int side) { return std::max(1, static_cast<int>(static_cast<float>(side) * factor)); };
    return {shrunk(image, size(image.width), size(image.height)), factor};
}

Lattice scaled(Lattice lattice, float factor) {
    for (PixelPoint& point : lattice.points) point = point * factor;
    return lattice;
}

/// A lattice in pixels of the working picture, and how its cells are divided.
struct FoundGrid {
    Lattice lattice;
    ClueAreas areas;
    bool light = false;  ///< lines on dark paper
    bool lined_left = false, lined_above = false;
    float size = 0;  ///< in pixels
};

float area_of(const Lattice& lattice) {
    return lattice.pitch() * lattice.pitch() * static_cast<float>(lattice.rows * lattice.columns);
}

bool covers(const Lattice& lattice, float x, float y) {
    const PixelPoint a = lattice.point(0, 0), b = lattice.point(lattice.rows, lattice.columns);
    const PixelPoint c = lattice.point(0, lattice.columns), d = lattice.point(lattice.rows, 0);
    return x > std::min(a.x, d.x) && x < std::max(b.x, c.x) && y > std::min(a.y, c.y) && y < std::max(b.y, d.y);
}

/// Whether the first line beside the solution, among the clues, is there; more than strokes of digits beside it.
bool is_lined(const GridLines& lines, const Lattice& lattice, const ClueAreas& areas, bool left) {
    const int line = (left ? areas.columns_left : areas.rows_above) - 1;
    if (line < 0) return false;
    const Plane& mask = left ? lines.vertical : lines.horizontal;
    LineEvidence evidence;
    for (int k = left ? areas.rows_above : areas.columns_left; k < (left ? lattice.rows : lattice.columns); ++k) {
        const auto cover = [&](float at) {
            const float from = static_cast<float>(k), to = from + 1;
            return left ? coverage(mask, lattice.at(from, at), lattice.at(to, at))
                        : coverage(mask, lattice.at(at, from), lattice.at(at, to));
        };
        evidence.at_line(cover(static_cast<float>(line)));
        evidence.between(cover(static_cast<float>(line) + 0.5f));
    }
    return evidence.is_line();
}

/// Lines of one colour, and where grids may be.
struct LineSearch {
    LineSearch(const Plane& grey, bool light) : light(light), lines(find_lines(grey, light)), seeds(find_seeds(lines)) {
        // Bands and digits as wide as a cell are no lines.
        if (seeds.empty()) return;
        const int most = std::max(least_thickness, static_cast<int>(seeds.front().pitch() / 2));
        if (most >= lines.thickest) return;
        lines.mark(most);
        seeds = find_seeds(lines);
    }
    float best() const { return seeds.empty() ? 0 : seeds.front().score; }

    static constexpr int least_thickness = 5;  // in pixels, with blur

    bool light;
    GridLines lines;
    std::vector<GridSeed> seeds;
};

/// Light lines are looked for where there are hardly dark ones: between close light lines, cells look like dark ones.
LineSearch search_lines(const Plane& grey) {
    constexpr float sure = 50;
    LineSearch dark(grey, false);
    if (dark.best() >= sure) return dark;
    LineSearch light(grey, true);
    return light.best() > dark.best() ? std::move(light) : std::move(dark);
}

/// The grids of a picture that have clues.
std::vector<FoundGrid> find_grids(const RgbImage& image, const LineSearch& search) {
    std::vector<FoundGrid> result;
    std::vector<Lattice> grown;
    const GridLines& lines = search.lines;
    for (const GridSeed& seed : search.seeds) {
        if (grown.size() >= most_grids) break;
        const float x = (seed.xs.front() + seed.xs.back()) / 2, y = (seed.ys.front() + seed.ys.back()) / 2;
        if (std::any_of(grown.begin(), grown.end(), [&](const Lattice& one) { return covers(one, x, y); })) continue;
        FoundGrid grid;
        grid.lattice = grow_lattice(lines, seed);
        const PixelPoint middle =
            grid.lattice.at(static_cast<float>(grid.lattice.rows) / 2, static_cast<float>(grid.lattice.columns) / 2);
        const bool is_other = std::none_of(grown.begin(), grown.end(),
                                           [&](const Lattice& one) { return covers(one, middle.x, middle.y); });
        grown.push_back(grid.lattice);
        if (!is_other || grid.lattice.rows * grid.lattice.columns < fewest_cells) continue;
        if (visible_share(lines, grid.lattice) < least_visible) continue;
        for (PixelPoint& point : grid.lattice.points) point = lines.shear.original(point);
        grid.areas = divide(image, grid.lattice);
        if (grid.areas.quality < least_quality) continue;
        grid.light = search.light;
        grid.lined_left = is_lined(lines, grown.back(), grid.areas, true);
        grid.lined_above = is_lined(lines, grown.back(), grid.areas, false);
        grid.size = area_of(grid.lattice);
        result.push_back(grid);
    }
    return result;
}

/// How much each cell is filled.  Its paper is that of the emptiest cells around, since light and shadow vary.
std::vector<std::uint8_t> measure_darkness(const RgbImage& image, const Lattice& lattice, bool light) {
    constexpr int pixels = 12, reach = 4, least_contrast = 90;
    const InkPlane ink = find_ink(straightened(image, lattice, {0, 0, lattice.rows, lattice.columns}, pixels), pixels);
    const auto brightness = [](const Rgb& colour) { return (colour[0] + colour[1] + colour[2]) / 3; };
    std::vector<int> differences;
    int most = least_contrast;
    for (int i = 0; i < ink.rows; ++i)
        for (int j = 0; j < ink.columns; ++j) {
            std::vector<Rgb> near;
            for (int y = std::max(0, i - reach); y <= std::min(ink.rows - 1, i + reach); ++y)
                for (int x = std::max(0, j - reach); x <= std::min(ink.columns - 1, j + reach); ++x)
                    near.push_back(ink.papers[y * ink.columns + x]);
            const auto rank = near.begin() + static_cast<std::ptrdiff_t>(near.size() * (light ? 2 : 8) / 10);
            std::nth_element(near.begin(), rank, near.end(), [&](const Rgb& a, const Rgb& b) {
                return std::pair(brightness(a), a) < std::pair(brightness(b), b);
            });
            differences.push_back(difference(ink.papers[i * ink.columns + j].data(), *rank));
            most = std::max(most, differences.back());
        }
    std::vector<std::uint8_t> result;
    for (const int value : differences) result.push_back(static_cast<std::uint8_t>(value * 255 / most));
    return result;
}

std::vector<ClueLine> read_side(const RgbImage& image, const Lattice& lattice, const FoundGrid& grid, bool of_rows) {
    const ClueAreas& areas = grid.areas;
    const ClueSide side{of_rows, of_rows ? lattice.rows - areas.rows_above : lattice.columns - areas.columns_left,
                        of_rows ? areas.columns_left : areas.rows_above};
    const int first_line = of_rows ? areas.rows_above : areas.columns_left;
    return (of_rows ? grid.lined_left : grid.lined_above) ? read_clue_cells(image, lattice, side, first_line)
                                                          : read_open_clues(image, lattice, side, first_line);
}

/// The sheet of a grid whose lattice is in pixels of the original picture.
PhotoSheet make_sheet(const RgbImage& image, const FoundGrid& grid) {
    constexpr float enough = 64;  // pixels to a side of a cell, of which digits need 48
    const float factor = enough / std::max(1.0f, grid.lattice.pitch());
    const ScaledImage picture = factor < 0.8f ? scaled(image, factor) : ScaledImage{};
    const RgbImage& used = factor < 0.8f ? picture.image : image;
    const Lattice lattice = scaled(grid.lattice, picture.factor);
    PhotoSheet result;
    for (const bool of_rows : {true, false}) {
        std::vector<ClueLine>& lines = of_rows ? result.rows : result.columns;
        lines = read_side(used, lattice, grid, of_rows);
        for (ClueLine& line : lines)
            for (ClueNumber& number : line.numbers) {
                number.top_left = number.top_left * (1 / picture.factor);
                number.bottom_right = number.bottom_right * (1 / picture.factor);
            }
    }
    const ClueAreas& areas = grid.areas;
    result.lattice = grid.lattice.part(areas.rows_above, areas.columns_left, grid.lattice.rows, grid.lattice.columns);
    result.darkness = measure_darkness(image, result.lattice, grid.light);
    return result;
}

}  // namespace

std::optional<PhotoSheet> find_sheet(const RgbImage& image) {
    const float factor = static_cast<float>(working_side) / static_cast<float>(std::max(image.width, image.height));
    const ScaledImage smaller = factor < 1 ? scaled(image, factor) : ScaledImage{};
    const RgbImage& working = factor < 1 ? smaller.image : image;
    std::vector<FoundGrid> grids = find_grids(working, search_lines(luminance(working)));
    if (grids.empty()) return std::nullopt;
    const auto largest = std::max_element(grids.begin(), grids.end(),
                                          [](const FoundGrid& a, const FoundGrid& b) { return a.size < b.size; });
    largest->lattice = scaled(largest->lattice, 1 / smaller.factor);
    PhotoSheet result = make_sheet(image, *largest);
    result.others = static_cast<int>(grids.size()) - 1;
    return result;
}

PhotoSheet sheet_with_corners(const RgbImage& image, const std::array<PixelPoint, 4>& corners, int rows, int columns) {
    FoundGrid grid;
    Lattice outline(1, 1);
    std::copy(corners.begin(), corners.end(), outline.points.begin());
    grid.lattice = Lattice(rows, columns);
    for (int i = 0; i <= rows; ++i)
        for (int j = 0; j <= columns; ++j)
            grid.lattice.point(i, j) = outline.at(static_cast<float>(i) / static_cast<float>(rows),
                                                  static_cast<float>(j) / static_cast<float>(columns));
    return make_sheet(image, grid);
}

}  // namespace nonocsp
