#include "people/photos/sheet.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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
    bool light = false;       ///< lines on dark paper
    bool is_cut_off = false;  ///< by the border of the picture
    float size = 0;           ///< in pixels
    int others = 0;           ///< smaller ones in the picture
};

float area_of(const Lattice& lattice) {
    return lattice.pitch() * lattice.pitch() * static_cast<float>(lattice.rows * lattice.columns);
}

bool covers(const Lattice& lattice, float x, float y) {
    const PixelPoint a = lattice.point(0, 0), b = lattice.point(lattice.rows, lattice.columns);
    const PixelPoint c = lattice.point(0, lattice.columns), d = lattice.point(lattice.rows, 0);
    return x > std::min(a.x, d.x) && x < std::max(b.x, c.x) && y > std::min(a.y, c.y) && y < std::max(b.y, d.y);
}

/// Whether the lines that leave the grid at the right or below go on to the border of the picture, less than a cell
/// away.  At the other sides they go on between clues.
bool is_cut_off(const RgbImage& image, const GridLines& lines, const Lattice& lattice) {
    constexpr float least = 0.15f;  // of a cell: less is the outermost line itself
    constexpr int steps = 20;
    for (const bool across : {true, false}) {
        const int count = across ? lattice.rows : lattice.columns, end = across ? lattice.columns : lattice.rows;
        int seen = 0;
        for (int k = 0; k <= count; ++k) {
            const auto point = [&](int at) { return across ? lattice.point(k, at) : lattice.point(at, k); };
            const PixelPoint from = point(end), cell = from - point(end - 1);
            int reach = 0;
            const auto at = [&] { return from + cell * (static_cast<float>(reach) / steps); };
            while (reach <= steps && image.has(lines.shear.original(at()))) ++reach;
            const float share = static_cast<float>(reach) / steps;
            seen += share > least && share <= 1 &&
                    coverage(across ? lines.horizontal : lines.vertical, from, at()) >= seen_share;
        }
        if (2 * seen > count + 1) return true;
    }
    return false;
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
        grid.is_cut_off = is_cut_off(image, lines, grown.back());
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

/// Whether there are numbers of the usual height where a next line would have its clue: the grid is too small.
bool has_numbers_beyond(const RgbImage& image, const Lattice& lattice, ClueSide side,
                        const std::vector<ClueLine>& lines) {
    const int next = side.of_rows ? lattice.rows : lattice.columns;
    const auto end = static_cast<float>(next + 1);
    if (!image.has(side.of_rows ? lattice.at(end, 0) : lattice.at(0, end))) return false;
    const auto height = [](const ClueNumber& number) { return number.bottom_right.y - number.top_left.y; };
    std::vector<float> heights;
    for (const ClueLine& line : lines)
        for (const ClueNumber& number : line.numbers) heights.push_back(height(number));
    if (heights.empty()) return false;
    const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 2);
    std::nth_element(heights.begin(), middle, heights.end());
    side.lines = 1;
    const ClueLine beyond = read_open_clues(image, lattice, side, next).front().front();
    return std::any_of(beyond.numbers.begin(), beyond.numbers.end(),
                       [&](const ClueNumber& number) { return std::abs(height(number) - *middle) < 0.2f * *middle; });
}

/// What is read in each layout of a grid, whose lattice is in pixels of the original picture.
std::vector<PhotoSheet> make_sheets(const RgbImage& image, const DigitNetwork& network, const FoundGrid& grid,
                                    bool is_straightened) {
    constexpr float enough = 64;  // pixels to a side of a cell, of which digits need 48
    const float factor = enough / std::max(1.0f, grid.lattice.pitch());
    const ScaledImage picture = factor < 0.8f ? scaled(image, factor) : ScaledImage{};
    const RgbImage& used = factor < 0.8f ? picture.image : image;
    const Lattice lattice = scaled(grid.lattice, picture.factor);
    const ClueAreas& areas = grid.areas;
    PhotoSheet sheet;
    sheet.lattice = grid.lattice.part(areas.rows_above, areas.columns_left, grid.lattice.rows, grid.lattice.columns);
    sheet.crossed = crossed_cells(image, sheet.lattice);
    sheet.darkness = measure_darkness(image, sheet.lattice, grid.light);
    sheet.is_cut_off = grid.is_cut_off, sheet.others = grid.others;
    // A side with the lines around its numbers that it may have.
    using Choice = std::pair<bool, std::vector<ClueLine>>;
    const auto read = [&](const ClueSide& side) {
        const int first_line = side.of_rows ? areas.rows_above : areas.columns_left;
        std::vector<Choice> choices;
        for (std::vector<ClueLine>& lines : read_open_clues(used, lattice, side, first_line))
            choices.emplace_back(false, std::move(lines));
        sheet.is_cut_off = sheet.is_cut_off || has_numbers_beyond(used, lattice, side, choices.front().second);
        if (side.cells) choices.emplace_back(true, read_clue_cells(used, lattice, side, first_line));
        for (auto& [is_lined, lines] : choices)
            for (ClueLine& line : lines)
                for (ClueNumber& number : line.numbers) {
                    number.top_left = number.top_left * (1 / picture.factor);
                    number.bottom_right = number.bottom_right * (1 / picture.factor);
                    number.read = costs_of(network.read(number.crop.pixels.data()));
                }
        return choices;
    };
    const std::vector<Choice> left = read({true, sheet.lattice.rows, areas.columns_left});
    const std::vector<Choice> above = read({false, sheet.lattice.columns, areas.rows_above});
    std::vector<PhotoSheet> result;
    for (const auto& [lined_left, rows] : left)
        for (const auto& [lined_above, columns] : above) {
            sheet.layout = {is_straightened, lined_left, lined_above};
            sheet.rows = rows, sheet.columns = columns;
            result.push_back(sheet);
        }
    return result;
}

/// The largest grid of a picture, in its pixels.
std::optional<FoundGrid> largest_grid(const RgbImage& image) {
    const float factor = static_cast<float>(working_side) / static_cast<float>(std::max(image.width, image.height));
    const ScaledImage smaller = factor < 1 ? scaled(image, factor) : ScaledImage{};
    const RgbImage& working = factor < 1 ? smaller.image : image;
    std::vector<FoundGrid> grids = find_grids(working, search_lines(luminance(working)));
    if (grids.empty()) return std::nullopt;
    FoundGrid& largest = *std::max_element(grids.begin(), grids.end(),
                                           [](const FoundGrid& a, const FoundGrid& b) { return a.size < b.size; });
    largest.lattice = scaled(largest.lattice, 1 / smaller.factor);
    largest.others = static_cast<int>(grids.size()) - 1;
    return largest;
}

/// The grid, found again in the picture that `first` straightens: there bent lines are straight and evenly spaced, and
/// clues stand where the lattice goes on.
std::optional<FoundGrid> found_again(const RgbImage& image, const FoundGrid& first) {
    constexpr int cell = 40, beyond = 1;
    const ClueAreas& areas = first.areas;
    const Lattice& lattice = first.lattice;
    const Lattice solution = lattice.part(areas.rows_above, areas.columns_left, lattice.rows, lattice.columns);
    const int rows = solution.rows, columns = solution.columns;
    const CellRange range{-(rows / 2 + 2), -(columns / 2 + 2), rows + beyond, columns + beyond};
    std::optional<FoundGrid> result = largest_grid(straightened(image, solution, range, cell));
    if (!result) return result;
    result->is_cut_off = first.is_cut_off, result->others = first.others;
    for (PixelPoint& point : result->lattice.points)
        point = solution.at(point.y / cell + static_cast<float>(range.top),
                            point.x / cell + static_cast<float>(range.left));
    return result;
}

int groups_of(const PhotoSheet& sheet) {
    int result = 0;
    for (const auto* side : {&sheet.rows, &sheet.columns})
        for (const ClueLine& line : *side) result += line.groups;
    return result;
}

}  // namespace

std::vector<PhotoSheet> find_sheets(const RgbImage& image, const DigitNetwork& network) {
    const std::optional<FoundGrid> grid = largest_grid(image);
    if (!grid) return {};
    std::vector<PhotoSheet> result = make_sheets(image, network, *grid, false);
    if (const std::optional<FoundGrid> again = found_again(image, *grid)) {
        const std::vector<PhotoSheet> more = make_sheets(image, network, *again, true);
        result.insert(result.end(), more.begin(), more.end());
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const PhotoSheet& a, const PhotoSheet& b) { return groups_of(a) > groups_of(b); });
    return result;
}

PhotoSheet sheet_with_corners(const RgbImage& image, const DigitNetwork& network,
                              const std::array<PixelPoint, 4>& corners, int rows, int columns) {
    FoundGrid grid;
    Lattice outline(1, 1);
    std::copy(corners.begin(), corners.end(), outline.points.begin());
    grid.lattice = Lattice(rows, columns);
    for (int i = 0; i <= rows; ++i)
        for (int j = 0; j <= columns; ++j)
            grid.lattice.point(i, j) = outline.at(static_cast<float>(i) / static_cast<float>(rows),
                                                  static_cast<float>(j) / static_cast<float>(columns));
    return make_sheets(image, network, grid, false).front();
}

}  // namespace nonocsp
