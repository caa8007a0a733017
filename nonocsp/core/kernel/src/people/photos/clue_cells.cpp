#include "people/photos/clue_cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "people/photos/ink.hpp"

namespace nonocsp {

namespace {

constexpr int cell_side = 48, cell_margin = 5, window_side = cell_side + 2 * cell_margin;
constexpr int border = cell_margin + cell_side / 8;  // of a window: in and near other cells
constexpr int most_beyond = 8;                       // cells of stairs

/// The ink in and around one cell.
class CellWindow {
public:
    CellWindow(const InkPlane& ink, int row, int column, int least) : mask_(window_side, window_side) {
        // Near its border, ink differs from the paper of the next cell, too, and is ink by that cell's threshold.
        const auto part = [](int at) { return at < border ? 0 : at < window_side - border ? 1 : 2; };
        int thresholds[3][3];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                const int beside = ink.threshold(std::clamp(row + i - 1, 0, ink.rows - 1),
                                                 std::clamp(column + j - 1, 0, ink.columns - 1));
                thresholds[i][j] = std::min(least, beside);
            }
        thresholds[1][1] = least;
        for (int y = 0; y < window_side; ++y)
            for (int x = 0; x < window_side; ++x)
                mask_.row(y)[x] = ink.ink.at(column * cell_side - cell_margin + x, row * cell_side - cell_margin + y) >
                                  thresholds[part(y)][part(x)];
        clear_lines();
        keep_inside();
    }

    /// In pixels of the window.
    std::optional<NumberInk> number() const {
        std::vector<Glyph> glyphs = find_glyphs(mask_);
        std::erase_if(glyphs, [](const Glyph& glyph) { return !may_be_digit(glyph.box); });
        int highest = 0;
        for (const Glyph& glyph : glyphs) highest = std::max(highest, glyph.box.height());
        if (highest < cell_side / 4) return std::nullopt;
        // Numbers stand in the middle of their cell: a narrow stroke at a side that makes one less so is a rest.
        const auto is_beside = [](const Glyph& glyph) {
            return glyph.box.width() <= cell_side / 6 && away_from_middle(glyph.box) > 0.28f * cell_side;
        };
        std::optional<PixelBox> middle;
        for (const Glyph& glyph : glyphs)
            if (!is_beside(glyph) && 2 * glyph.box.height() >= highest)
                middle = middle ? united(*middle, glyph.box) : glyph.box;
        std::erase_if(glyphs, [&](const Glyph& glyph) {
            return middle && is_beside(glyph) && !are_in_line(glyph.box, *middle, 10) &&
                   away_from_middle(united(*middle, glyph.box)) > away_from_middle(*middle) + 1;
        });
        PixelBox box{window_side, window_side, 0, 0};
        const auto main = std::max_element(glyphs.begin(), glyphs.end(),
                                           [](const Glyph& a, const Glyph& b) { return a.area < b.area; });
        for (const Glyph& glyph : glyphs)
            if (2 * glyph.box.height() >= highest && !is_rest(glyph.box, main->box)) box = united(box, glyph.box);
        constexpr int inner = cell_margin + cell_side / 4, outer = cell_margin + cell_side * 3 / 4;
        if (box.right < inner || box.left > outer || box.bottom < inner || box.top > outer) return std::nullopt;
        return number_in(mask_, box);
    }

private:
    static bool are_in_line(const PixelBox& a, const PixelBox& b, int share) {
        return share * (std::abs(a.top - b.top) + std::abs(a.bottom - b.bottom)) <= b.height();
    }
    static float away_from_middle(const PixelBox& box) { return std::abs(box.middle_x() - window_side / 2.0f); }

    /// Only the ink that is connected with some in the middle, where numbers stand; rests of lines are around it.
    void keep_inside() {
        constexpr int left = cell_margin + cell_side / 8, top = cell_margin + cell_side * 3 / 10;
        std::vector<std::pair<int, int>> waiting;
        const auto visit = [&](int x, int y) {
            if (mask_.at(x, y) == 1) mask_.row(y)[x] = 2, waiting.push_back({x, y});
        };
        for (int y = top; y < window_side - top; ++y)
            for (int x = left; x < window_side - left; ++x) visit(x, y);
        while (!waiting.empty()) {
            const auto [x, y] = waiting.back();
            waiting.pop_back();
            for (int v = y - 1; v <= y + 1; ++v)
                for (int u = x - 1; u <= x + 1; ++u) visit(u, v);
        }
        for (std::uint8_t& value : mask_.values) value = value == 2;
    }

    /// Neither a speck, nor of a neighbouring cell, nor the rest of a line.
    static bool may_be_digit(const PixelBox& box) {
        const float x = box.middle_x() - cell_margin, y = box.middle_y() - cell_margin;
        constexpr float inner = 0.06f * cell_side, outer = 0.94f * cell_side;
        if (x < inner || x > outer || y < inner || y > outer) return false;
        if (box.height() < cell_side / 6 || box.height() > cell_side) return false;
        const bool beside = x < 0.15f * cell_side || x > 0.85f * cell_side;
        return !(beside && box.width() < cell_side / 8 &&
                 (box.height() > 3 * cell_side / 4 || box.height() < cell_side / 3));
    }

    /// Narrow, at a side, and neither as high as the number nor in line with it.
    static bool is_rest(const PixelBox& box, const PixelBox& main) {
        const float x = box.middle_x() - cell_margin;
        if (box.width() > cell_side / 7 || (x > 0.2f * cell_side && x < 0.8f * cell_side)) return false;
        return !are_in_line(box, main, 5);
    }

    /// What was cleared already counts as seen; but unlike a wide number, a line is long or goes on into a next cell.
    /// Beside a dark square it may hardly show.
    bool is_line(const Plane& all, int at, bool upright) const {
        const auto seen = [&](const Plane& mask, int k) {
            bool result = false;
            for (int side = -1; side <= 1; ++side)
                result = result || (upright ? mask.at(at + side, k) : mask.at(k, at + side));
            return result;
        };
        int covered = 0, inked = 0, before = 0, behind = 0;
        for (int k = 0; k < window_side; ++k) covered += seen(mask_, k), inked += seen(all, k);
        for (int k = 0; k < 3; ++k) before += seen(all, k), behind += seen(all, window_side - 1 - k);
        int first = 0, last = 0;
        while (first < window_side && seen(mask_, first)) ++first;
        while (last < window_side && seen(mask_, window_side - 1 - last)) ++last;
        if (100 * covered < 86 * window_side && std::max(first, last) < window_side - border) return false;
        return 100 * inked >= 80 * window_side || std::max(before, behind) >= 2;
    }

    /// From a side of the window to the last row or column that is a line.
    void clear_lines() {
        constexpr int deepest = window_side * 2 / 5;
        const Plane all = mask_;
        for (const bool upright : {true, false})
            for (const bool first : {true, false}) {
                int end = -1;
                for (int depth = 0; depth < deepest; ++depth)
                    if (is_line(all, first ? depth : window_side - 1 - depth, upright)) end = depth;
                if (end < 0) continue;
                for (int depth = 0; depth <= std::min(end + 2, deepest); ++depth)
                    for (int k = 0; k < window_side; ++k) {
                        const int at = first ? depth : window_side - 1 - depth;
                        (upright ? mask_.row(k)[at] : mask_.row(at)[k]) = 2;
                    }
            }
        for (std::uint8_t& value : mask_.values) value = value == 1;
    }

    Plane mask_;
};

/// A line through a number, which is higher than the others then, leaves the box with most of the ink.
void drop_strike(NumberInk& number, int usual) {
    const PixelBox box = number.box;
    if (5 * box.height() <= 6 * usual || usual < 4) return;
    const auto ink = [&](int left, int top, int right, int bottom) {
        int sum = 0;
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x) sum += number.mask.row(y)[x];
        return sum;
    };
    const int width = box.width(), thin = std::max(2, usual / 5);
    int best = 0, most = -1;
    for (int top = 0; top + usual <= box.height(); ++top) {
        const int found = ink(0, top, width, top + usual);
        if (found > most) most = found, best = top;
    }
    int left = 0, right = width;
    while (right - left > thin && ink(left, best, left + 1, best + usual) <= thin) ++left;
    while (right - left > thin && ink(right - 1, best, right, best + usual) <= thin) --right;
    const Plane whole = number.mask;
    number = number_in(whole, {left, best, right, best + usual});
    number.box = {box.left + left, box.top + best, box.left + right, box.top + best + usual};
}

class ClueCells {
public:
    ClueCells(const RgbImage& image, const Lattice& lattice, const ClueSide& side, CellRange range)
        : side_(side),
          area_(image, lattice, range, cell_side),
          ink_(find_ink(area_.picture, cell_side, std::max(0, -range.top), std::max(0, -range.left))) {}

    /// All lines, of which the last `nearest` + 1 cells beside the solution count; the first `beyond` need not be
    /// clues.
    std::vector<ClueLine> clues(int nearest, int beyond) {
        std::vector<std::vector<FoundNumber>> found;
        std::vector<int> heights;
        for (int line = 0; line < side_.lines; ++line) {
            found.push_back(numbers(line, nearest, beyond));
            for (const FoundNumber& number : found.back()) heights.push_back(number.ink.box.height());
        }
        if (!heights.empty()) std::nth_element(heights.begin(), heights.begin() + heights.size() / 2, heights.end());
        const int usual = heights.empty() ? 0 : heights[heights.size() / 2];
        std::vector<ClueLine> result;
        for (std::vector<FoundNumber>& numbers : found) {
            for (FoundNumber& number : numbers) drop_strike(number.ink, usual);
            std::erase_if(numbers, [&](const FoundNumber& number) { return 3 * number.ink.box.height() < 2 * usual; });
            result.push_back(clue(numbers));
        }
        return result;
    }

private:
    struct FoundNumber {
        NumberInk ink;
        int row, column;
    };

    /// From the solution outwards.
    std::vector<FoundNumber> numbers(int line, int nearest, int beyond) const {
        std::vector<FoundNumber> result;
        for (int k = nearest; k >= 0; --k) {
            const int row = side_.of_rows ? line : k, column = side_.of_rows ? k : line;
            const int least = ink_.threshold(row, column);
            std::optional<NumberInk> number = CellWindow(ink_, row, column, least).number();
            if (number) result.push_back({std::move(*number), row, column});
            else if (k < beyond) break;
        }
        return result;
    }

    ClueLine clue(const std::vector<FoundNumber>& found) const {
        ClueLine result;
        for (auto number = found.rbegin(); number != found.rend(); ++number) {
            result.numbers.push_back(cut(number->ink, number->row, number->column));
            result.numbers.back().from = result.groups;
            result.numbers.back().to = ++result.groups;
        }
        return result;
    }

    ClueNumber cut(NumberInk found, int row, int column) const {
        ClueNumber result;
        const int left = column * cell_side - cell_margin, top = row * cell_side - cell_margin;
        found.box = {found.box.left + left, found.box.top + top, found.box.right + left, found.box.bottom + top};
        result.crop = cut_number(area_.picture, found, ink_.papers[row * ink_.columns + column]);
        area_.locate(found.box, result);
        return result;
    }

    ClueSide side_;
    StraightArea area_;
    InkPlane ink_;
};

}  // namespace

std::vector<ClueLine> read_clue_cells(const RgbImage& image, const Lattice& lattice, const ClueSide& side,
                                      int first_line) {
    const int beyond =
        side.of_rows ? cells_left(image, lattice, most_beyond) : cells_above(image, lattice, most_beyond);
    const int end = first_line + side.lines;
    const CellRange range = side.of_rows ? CellRange{first_line, -beyond, end, side.cells}
                                         : CellRange{-beyond, first_line, side.cells, end};
    return ClueCells(image, lattice, side, range).clues(beyond + side.cells - 1, beyond);
}

}  // namespace nonocsp
