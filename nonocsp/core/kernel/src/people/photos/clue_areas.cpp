#include "people/photos/clue_areas.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "people/photos/ink.hpp"

namespace nonocsp {

namespace {

constexpr int area_cell = 24;    // fewer pixels lose thin digits
constexpr int fewest_lines = 3;  // a side of the solution

enum class Mark : std::uint8_t { none, crossed, symmetric, other };

/// Which cells hold a little ink, of a lattice and of what is beside it.  Crosses and dots are no marks of clues; where
/// blur hides what they are, they are symmetric.
class Marks {
public:
    Marks(const InkPlane& ink, int above, int left) : above_(above), left_(left), columns_(ink.columns) {
        for (int i = 0; i < ink.rows; ++i)
            for (int j = 0; j < ink.columns; ++j) marks_.push_back(mark(ink, i, j));
    }
    Mark kind(int row, int column) const {
        row += above_, column += left_;
        return row >= 0 && column >= 0 ? marks_[static_cast<std::size_t>(row) * columns_ + column] : Mark::none;
    }
    bool at(int row, int column) const { return is_of_clue(kind(row, column)); }
    static bool is_of_clue(Mark mark) { return mark > Mark::crossed; }

private:
    static Mark mark(const InkPlane& ink, int row, int column) {
        constexpr int margin = area_cell / 6;
        const int least = ink.threshold(row, column);
        int count = 0, inner = 0, middle_x = 0, middle_y = 0;
        Plane mask(area_cell, area_cell);
        for (int y = margin; y < area_cell - margin; ++y)
            for (int x = margin; x < area_cell - margin; ++x) {
                if (ink.ink.row(row * area_cell + y)[column * area_cell + x] <= least) continue;
                mask.row(y)[x] = 1;
                ++count, middle_x += x, middle_y += y;
                inner += std::min({x, y, area_cell - 1 - x, area_cell - 1 - y}) >= area_cell / 4;
            }
        if (count < 4 || inner == 0) return Mark::none;  // the edge of a filled cell is no mark
        if (is_dot_or_cross(mask, count)) return Mark::crossed;
        // Twice the centre: about it the mark is mirrored left to right, and top to bottom.
        const int sum_x = (2 * middle_x + count / 2) / count, sum_y = (2 * middle_y + count / 2) / count;
        int across = 0, down = 0;
        for (int y = 0; y < area_cell; ++y)
            for (int x = 0; x < area_cell; ++x)
                if (mask.row(y)[x]) across += mask.at(sum_x - x, y), down += mask.at(x, sum_y - y);
        return 5 * std::min(across, down) >= 4 * count ? Mark::symmetric : Mark::other;
    }

    /// What people draw into empty cells: smaller than any digit, or along both diagonals of its box.
    static bool is_dot_or_cross(const Plane& mask, int count) {
        int left = area_cell, right = -1, top = area_cell, bottom = -1;
        for (int y = 0; y < area_cell; ++y)
            for (int x = 0; x < area_cell; ++x)
                if (mask.row(y)[x])
                    left = std::min(left, x), right = std::max(right, x), top = std::min(top, y),
                    bottom = std::max(bottom, y);
        const int width = right - left, height = bottom - top;
        if (std::max(width, height) < area_cell / 4) return true;
        if (3 * std::min(width, height) < 2 * std::max(width, height)) return false;
        int on_diagonals = 0, falling = 0;
        for (int y = top; y <= bottom; ++y)
            for (int x = left; x <= right; ++x) {
                if (!mask.row(y)[x]) continue;
                const float u = static_cast<float>(2 * x - left - right) / static_cast<float>(width);
                const float v = static_cast<float>(2 * y - top - bottom) / static_cast<float>(height);
                on_diagonals += std::abs(std::abs(u) - std::abs(v)) < 0.4f;
                falling += u * v > 0;
            }
        return 10 * on_diagonals >= 9 * count && 10 * falling >= 3 * count && 10 * falling <= 7 * count;
    }

    int above_, left_, columns_;
    std::vector<Mark> marks_;
};

/// What a cell of the solution has for it.
float emptiness(Mark mark) {
    if (!Marks::is_of_clue(mark)) return 1;
    return mark == Mark::symmetric ? -0.3f : -2.0f;
}

/// What a line has for a clue that ends before each of its cells.
struct ClueScores {
    std::vector<float> scores;
    std::vector<bool> starts;
};

/// `kind` by position, from -2; position 0 is the first cell of the lattice.
template <class Kind>
ClueScores clue_scores(int cells, Kind kind) {
    ClueScores result;
    float run = 0, marks = 0, digits = 0;
    for (int first = 0; first <= cells; ++first) {
        if (first) {
            const Mark here = kind(first - 1);
            const bool is_mark = Marks::is_of_clue(here);
            marks += is_mark;
            run = is_mark ? run + 1 : 0;
            digits = is_mark ? digits + (here == Mark::other ? 0.5f : 0.1f) : 0;
        }
        const bool outside = first == 0 && (Marks::is_of_clue(kind(-1)) || Marks::is_of_clue(kind(-2)));
        const float start = run > 0 ? 2.0f : outside ? 1.0f : -1.5f;
        result.scores.push_back(start + digits - 2 * (marks - run));
        result.starts.push_back(start > 0);
    }
    return result;
}

/// The marks above a row and left of each column.
std::vector<float> marks_in_corner(const Marks& marks, int top, int columns) {
    std::vector<float> result{0};
    for (int j = 0; j < columns; ++j) {
        float sum = result.back();
        for (int i = 0; i < top; ++i) sum += marks.at(i, j);
        result.push_back(sum);
    }
    return result;
}

}  // namespace

ClueAreas divide(const RgbImage& image, const Lattice& lattice) {
    const int above = cells_above(image, lattice, 2), left = cells_left(image, lattice, 2);
    const RgbImage straight = straightened(image, lattice, {-above, -left, lattice.rows, lattice.columns}, area_cell);
    const Marks marks(find_ink(straight, area_cell, above, left), above, left);
    const int rows = lattice.rows, columns = lattice.columns;
    std::vector<ClueScores> of_row, of_column;
    for (int i = 0; i < rows; ++i) of_row.push_back(clue_scores(columns, [&](int j) { return marks.kind(i, j); }));
    for (int j = 0; j < columns; ++j) of_column.push_back(clue_scores(rows, [&](int i) { return marks.kind(i, j); }));
    ClueAreas best;
    float most = -1e9f;
    std::vector<float> below(columns + 1), empty(columns + 1);  // sums over all rows from `top` on
    for (int top = rows - 1; top >= 0; --top) {
        const std::vector<float> corner_marks = marks_in_corner(marks, top, columns);
        float cells = 0;
        for (int first = columns; first >= 0; --first) {
            if (first < columns) cells += emptiness(marks.kind(top, first));
            below[first] += of_row[top].scores[first];
            empty[first] += cells;
        }
        if (rows - top < fewest_lines) continue;
        float beside = 0;
        for (int first = columns - 1; first >= 0; --first) {
            beside += of_column[first].scores[top];
            if (columns - first < fewest_lines) continue;
            const float score = empty[first] + 2 * (below[first] + beside) - corner_marks[first];
            if (score > most) most = score, best.rows_above = top, best.columns_left = first;
        }
    }
    int starts = 0;
    for (int i = best.rows_above; i < rows; ++i) starts += of_row[i].starts[best.columns_left];
    for (int j = best.columns_left; j < columns; ++j) starts += of_column[j].starts[best.rows_above];
    best.quality =
        static_cast<float>(starts) / static_cast<float>(rows + columns - best.rows_above - best.columns_left);
    return best;
}

std::vector<std::uint8_t> crossed_cells(const RgbImage& image, const Lattice& solution) {
    const CellRange all{0, 0, solution.rows, solution.columns};
    const Marks marks(find_ink(straightened(image, solution, all, area_cell), area_cell), 0, 0);
    std::vector<std::uint8_t> result;
    for (int i = 0; i < solution.rows; ++i)
        for (int j = 0; j < solution.columns; ++j) result.push_back(marks.kind(i, j) == Mark::crossed);
    return result;
}

}  // namespace nonocsp
