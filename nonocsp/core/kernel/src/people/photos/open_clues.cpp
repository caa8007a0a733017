#include "people/photos/open_clues.hpp"

#include <algorithm>
#include <cmath>

#include "people/photos/ink.hpp"

namespace nonocsp {

namespace {

constexpr int open_cell = 48;
constexpr float widest_gap = 2.2f;  // in cells, between numbers of a clue

/// The digits of a line in order: left to right, or top to bottom.
using Digits = std::vector<Glyph>;

/// A coloured square that carries a number.
struct Square {
    PixelBox box;
    Rgb colour;
};

/// The components that are squares: solid along their edges, which no digit is.
std::vector<Square> find_squares(const RgbImage& picture) {
    const auto usual = [&](const PixelBox& box, auto&& belongs) {
        std::array<std::vector<std::uint8_t>, 3> channels;
        Rgb result{};
        for (int c = 0; c < 3; ++c) {
            for (int y = box.top; y < box.bottom; ++y)
                for (int x = box.left; x < box.right; ++x)
                    if (belongs(x, y)) channels[c].push_back(picture.pixel(x, y)[c]);
            const auto middle = channels[c].begin() + static_cast<std::ptrdiff_t>(channels[c].size() / 2);
            if (channels[c].empty()) continue;
            std::nth_element(channels[c].begin(), middle, channels[c].end());
            result[c] = *middle;
        }
        return result;
    };
    const Rgb page = usual({0, 0, picture.width, picture.height}, [](int, int) { return true; });
    std::vector<Square> result;
    // The gaps between squares may be narrow and blurred; pale squares hardly differ from the page.
    for (const int least : {40, 70, 100, 140}) {
        Plane mask(picture.width, picture.height);
        for (int y = 0; y < picture.height; ++y)
            for (int x = 0; x < picture.width; ++x) mask.row(y)[x] = difference(picture.pixel(x, y), page) > least;
        for (const Glyph& glyph : find_glyphs(mask)) {
            const PixelBox box{glyph.box.left + 1, glyph.box.top + 1, glyph.box.right - 1, glyph.box.bottom - 1};
            if (std::min(box.width(), box.height()) < open_cell / 3 || std::max(box.width(), box.height()) > open_cell)
                continue;
            int solid = 0, around = 0;
            for (int y = box.top; y < box.bottom; ++y)
                for (int x = box.left; x < box.right; ++x)
                    if (x == box.left || y == box.top || x == box.right - 1 || y == box.bottom - 1)
                        solid += mask.row(y)[x], ++around;
            const auto overlaps = [&](const Square& one) { return one.box.has(box.middle_x(), box.middle_y()); };
            if (100 * solid < 95 * around || std::any_of(result.begin(), result.end(), overlaps)) continue;
            result.push_back({box, usual(box, [&](int x, int y) { return mask.row(y)[x] > 0; })});
        }
    }
    return result;
}

/// The digits of a side, by line.
class OpenClues {
public:
    OpenClues(const RgbImage& image, const Lattice& lattice, const ClueSide& side, CellRange range)
        : side_(side),
          area_(image, lattice, range, open_cell),
          ink_(find_ink(area_.picture, open_cell)),
          mask_(masked(ink_)),
          squares_(find_squares(area_.picture)) {
        clear_border();
        drop_heavy_digits();
        for (const Square& square : squares_) mark(square);
        std::vector<Glyph> glyphs = digits();
        height_ = common_height(glyphs);
        join_parts(glyphs);
        std::erase_if(glyphs, [&](const Glyph& glyph) {
            const float share = static_cast<float>(glyph.box.height()) / height_;
            return share < 0.7f || share > 1.35f;
        });
        lines_.resize(side.lines);
        for (const Glyph& glyph : glyphs) {
            const int line = line_of(glyph);
            if (line >= 0) lines_[line].push_back(glyph);
        }
        for (Digits& digits : lines_) order(digits);
    }

    /// Digits of rows are divided as if there may be no number of two digits, or as if there were one.
    std::vector<std::vector<ClueLine>> clues() const {
        std::vector<float> splits{0};
        if (side_.of_rows) splits = {dividing_distance({0.6f, 1.5f}), dividing_distance({})};
        if (splits.front() == splits.back()) splits.resize(1);
        std::vector<std::vector<ClueLine>> result;
        for (const float split : splits) {
            result.emplace_back();
            for (const Digits& digits : lines_) result.back().push_back(clue(digits, split));
        }
        return result;
    }

private:
    std::vector<Glyph> digits() const {
        std::vector<Glyph> result = find_glyphs(mask_);
        std::erase_if(result, [](const Glyph& glyph) { return !may_be_digit(glyph.box); });
        return result;
    }

    /// Some heavy digits, as games have them, are solid along their edges, too; but where numbers stand on squares, few
    /// stand elsewhere.
    void drop_heavy_digits() {
        const std::vector<Glyph> all = digits();
        const auto outside =
            std::count_if(all.begin(), all.end(), [&](const Glyph& glyph) { return !square_of(glyph.box); });
        if (outside > static_cast<std::ptrdiff_t>(squares_.size())) squares_.clear();
    }

    /// Only the digits of a square are left.
    void mark(const Square& square) {
        constexpr int edge = 2;
        const PixelBox& box = square.box;
        const auto ink = [&](int x, int y) { return difference(area_.picture.pixel(x, y), square.colour); };
        int most = 0;
        for (int y = box.top + edge; y < box.bottom - edge; ++y)
            for (int x = box.left + edge; x < box.right - edge; ++x) most = std::max(most, ink(x, y));
        for (int y = std::max(0, box.top - edge); y < std::min(mask_.height, box.bottom + edge); ++y)
            for (int x = std::max(0, box.left - edge); x < std::min(mask_.width, box.right + edge); ++x) {
                const bool inside =
                    x >= box.left + edge && y >= box.top + edge && x < box.right - edge && y < box.bottom - edge;
                mask_.row(y)[x] = inside && 2 * ink(x, y) > most;
            }
    }
    const Square* square_of(const PixelBox& box) const {
        const auto found = std::find_if(squares_.begin(), squares_.end(),
                                        [&](const Square& one) { return one.box.has(box.middle_x(), box.middle_y()); });
        return found == squares_.end() ? nullptr : &*found;
    }

    static Plane masked(const InkPlane& ink) {
        Plane result(ink.ink.width, ink.ink.height);
        for (int i = 0; i < ink.rows; ++i)
            for (int j = 0; j < ink.columns; ++j) {
                const int least = ink.threshold(i, j);
                for (int y = i * open_cell; y < (i + 1) * open_cell; ++y)
                    for (int x = j * open_cell; x < (j + 1) * open_cell; ++x)
                        result.row(y)[x] = ink.ink.row(y)[x] > least;
            }
        return result;
    }
    /// The line between the solution and a clue covers all of the cell, of which no digit does.
    void clear_border() {
        const bool rows = side_.of_rows;
        const int end = (rows ? mask_.width : mask_.height) - 1;
        for (int line = 0; line < side_.lines; ++line) {
            int last = -1;
            for (int depth = 0; depth < open_cell / 4; ++depth) {
                int covered = 0;
                for (int k = line * open_cell; k < (line + 1) * open_cell; ++k)
                    covered += rows ? mask_.at(end - depth, k) : mask_.at(k, end - depth);
                if (10 * covered >= 9 * open_cell) last = depth;
            }
            for (int depth = 0; depth <= last + 1 && last >= 0; ++depth)
                for (int k = line * open_cell; k < (line + 1) * open_cell; ++k)
                    (rows ? mask_.row(k)[end - depth] : mask_.row(end - depth)[k]) = 0;
        }
    }
    static bool may_be_digit(const PixelBox& box) {
        return box.height() >= open_cell / 8 && box.height() <= open_cell * 5 / 4 && box.width() <= open_cell * 5 / 4;
    }
    /// Of a glyph, if most of it is in a line; else -1.
    int line_of(const Glyph& glyph) const {
        const float at = (side_.of_rows ? glyph.box.middle_y() : glyph.box.middle_x()) / open_cell;
        const int line = static_cast<int>(at);
        if (line >= side_.lines || (side_.of_rows && std::abs(at - static_cast<float>(line) - 0.5f) >= 0.36f))
            return -1;
        return line;
    }

    /// The height, but for a tenth, that most glyphs have which are next to the solution; others may be no clues.
    float common_height(const std::vector<Glyph>& glyphs) const {
        std::vector<const PixelBox*> nearest(side_.lines);
        const auto end = [&](const PixelBox& box) { return side_.of_rows ? box.right : box.bottom; };
        for (const Glyph& glyph : glyphs) {
            const int line = line_of(glyph);
            if (line >= 0 && (!nearest[line] || end(glyph.box) > end(*nearest[line]))) nearest[line] = &glyph.box;
        }
        std::vector<int> heights;
        for (const PixelBox* box : nearest)
            if (box) heights.push_back(box->height());
        std::sort(heights.begin(), heights.end());
        std::size_t most = 0;
        float best = open_cell / 2.0f;
        for (std::size_t low = 0, high = 0; low < heights.size(); ++low) {
            while (high < heights.size() && 5 * heights[high] <= 6 * heights[low]) ++high;
            if (high - low > most) most = high - low, best = static_cast<float>(heights[(low + high) / 2]);
        }
        return best;
    }

    /// Parts of a digit whose thin strokes are lost become one glyph: one above the other, as high as a digit together.
    void join_parts(std::vector<Glyph>& glyphs) const {
        const auto is_part = [&](const Glyph& glyph) {
            return static_cast<float>(glyph.box.height()) < 0.7f * height_;
        };
        for (std::size_t i = 0; i < glyphs.size(); ++i)
            for (std::size_t j = 0; j < glyphs.size() && is_part(glyphs[i]); ++j) {
                const PixelBox &a = glyphs[i].box, &b = glyphs[j].box, both = united(a, b);
                if (i == j || !is_part(glyphs[j])) continue;
                const int common = std::min(a.right, b.right) - std::max(a.left, b.left);
                const float share = static_cast<float>(both.height()) / height_;
                if (2 * common < std::min(a.width(), b.width()) || share < 0.8f || share > 1.2f) continue;
                glyphs[i] = {both, glyphs[i].area + glyphs[j].area};
                glyphs[j].box.bottom = glyphs[j].box.top;  // no digit any more
            }
    }

    /// Sorts digits; from the solution outwards, what is behind a wide gap is no clue.
    void order(Digits& digits) const {
        const bool rows = side_.of_rows;
        const auto at = [rows](const Glyph& glyph) { return rows ? glyph.box.left : glyph.box.top; };
        std::stable_sort(digits.begin(), digits.end(), [&](const Glyph& a, const Glyph& b) { return at(a) < at(b); });
        int next = (side_.cells + cells_before()) * open_cell;
        std::size_t first = digits.size();
        while (first > 0) {
            const PixelBox& box = digits[first - 1].box;
            if (static_cast<float>(next - (rows ? box.right : box.bottom)) > widest_gap * open_cell) break;
            next = std::min(next, at(digits[--first]));
        }
        digits.erase(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(first));
    }
    int cells_before() const { return side_.of_rows ? -area_.range.left : -area_.range.top; }

    float distance(const Glyph& a, const Glyph& b) const { return (b.box.middle_x() - a.box.middle_x()) / height_; }

    /// The middle of the widest gap, on a logarithmic scale, in the distances of neighbours in rows and these bounds.
    float dividing_distance(std::vector<float> distances) const {
        const float nearest = 0.6f, furthest = distances.empty() ? 3 : distances.back();
        for (const Digits& digits : lines_)
            for (std::size_t k = 1; k < digits.size(); ++k) {
                const float found = distance(digits[k - 1], digits[k]);
                if (found > nearest && found < furthest) distances.push_back(found);
            }
        std::sort(distances.begin(), distances.end());
        float best = 0, result = 0.9f;
        for (std::size_t k = 1; k < distances.size(); ++k) {
            const float ratio = distances[k] / distances[k - 1];
            if (ratio > best) best = ratio, result = std::sqrt(distances[k] * distances[k - 1]);
        }
        return result;
    }

    /// How probable it is that two digits belong to one number.
    float joined(const Glyph& a, const Glyph& b, float split) const {
        if (const Square* square = square_of(a.box)) return square == square_of(b.box) ? 1.0f : 0.0f;
        if (!side_.of_rows) {
            const int common = std::min(a.box.bottom, b.box.bottom) - std::max(a.box.top, b.box.top);
            return 2 * common > std::min(a.box.height(), b.box.height()) ? 1.0f : 0.0f;
        }
        const float ratio = std::log(std::max(distance(a, b), 0.01f) / split);
        return 1 / (1 + std::exp(20 * ratio));
    }

    ClueLine clue(const Digits& digits, float split) const {
        constexpr float doubtful = 0.02f;
        std::vector<Digits> groups;  // what surely belongs together
        std::vector<float> links;    // the probability that a group and the next one belong together
        ClueLine result;
        for (const Glyph& digit : digits) {
            const float link = groups.empty() ? 0 : joined(groups.back().back(), digit, split);
            if (link > 1 - doubtful) {
                groups.back().push_back(digit);
                continue;
            }
            if (!groups.empty()) links.push_back(link < doubtful ? 0 : link);
            groups.push_back({digit});
        }
        result.groups = static_cast<int>(groups.size());
        add_numbers(groups, links, result);
        return result;
    }

    void add_numbers(const std::vector<Digits>& groups, const std::vector<float>& links, ClueLine& result) const {
        const int count = static_cast<int>(groups.size());
        for (int from = 0; from < count; ++from) {
            // A gap is paid for by the number that ends at it, so that every path pays for every gap once.
            float cost = 0;
            Digits digits;
            for (int to = from + 1; to <= count; ++to) {
                digits.insert(digits.end(), groups[to - 1].begin(), groups[to - 1].end());
                if (digits.size() > 3 && to > from + 1) break;
                const float end = to < count ? -std::log(1 - std::min(links[to - 1], 0.999f)) : 0;
                ClueNumber number = cut(digits);
                number.from = from, number.to = to, number.cost = cost + end;
                result.numbers.push_back(number);
                if (to == count || links[to - 1] == 0) break;
                cost -= std::log(links[to - 1]);
            }
        }
    }

    ClueNumber cut(const Digits& digits) const {
        PixelBox box = digits.front().box;
        for (const Glyph& digit : digits) box = united(box, digit.box);
        NumberInk number{box, Plane(box.width(), box.height())};
        for (const Glyph& digit : digits)
            for (int y = digit.box.top; y < digit.box.bottom; ++y)
                std::copy_n(mask_.row(y) + digit.box.left, digit.box.width(),
                            number.mask.row(y - box.top) + (digit.box.left - box.left));
        ClueNumber result;
        const int row = std::clamp(static_cast<int>(box.middle_y()) / open_cell, 0, ink_.rows - 1);
        const int column = std::clamp(static_cast<int>(box.middle_x()) / open_cell, 0, ink_.columns - 1);
        const Square* square = square_of(box);
        result.crop =
            cut_number(area_.picture, number, square ? square->colour : ink_.papers[row * ink_.columns + column]);
        area_.locate(box, result);
        return result;
    }

    ClueSide side_;
    StraightArea area_;
    InkPlane ink_;
    Plane mask_;
    std::vector<Square> squares_;
    float height_ = 0;
    std::vector<Digits> lines_;
};

}  // namespace

std::vector<std::vector<ClueLine>> read_open_clues(const RgbImage& image, const Lattice& lattice, const ClueSide& side,
                                                   int first_line) {
    const int length = (side.of_rows ? lattice.columns : lattice.rows) - side.cells;
    const int most = length * 3 / 4 + 3;
    const int before = side.of_rows ? cells_left(image, lattice, most) : cells_above(image, lattice, most);
    const int end = first_line + side.lines;
    const CellRange range = side.of_rows ? CellRange{first_line, -before, end, side.cells}
                                         : CellRange{-before, first_line, side.cells, end};
    if (range.rows() <= 0 || range.columns() <= 0) return {std::vector<ClueLine>(side.lines)};
    return OpenClues(image, lattice, side, range).clues();
}

}  // namespace nonocsp
