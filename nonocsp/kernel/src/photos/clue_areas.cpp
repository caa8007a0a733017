#include "photos/clue_areas.hpp"

#include <algorithm>

#include "photos/ink.hpp"

namespace nonocsp {

namespace {

constexpr int pixels = 16;
constexpr int fewest_cells = 3;  // a side of the solution

/// Which cells hold a little ink, of a lattice and of what is beside it.
class Marks {
public:
    Marks(const InkPlane& ink, int above, int left) : above_(above), left_(left), columns_(ink.columns) {
        const int margin = pixels / 6;
        for (int i = 0; i < ink.rows; ++i)
            for (int j = 0; j < ink.columns; ++j) {
                const int least = ink.threshold(i, j);
                int count = 0;
                for (int y = i * pixels + margin; y < (i + 1) * pixels - margin; ++y)
                    for (int x = j * pixels + margin; x < (j + 1) * pixels - margin; ++x)
                        count += ink.ink.row(y)[x] > least;
                marks_.push_back(count >= 4);
            }
    }
    bool at(int row, int column) const {
        row += above_, column += left_;
        return row >= 0 && column >= 0 && marks_[static_cast<std::size_t>(row) * columns_ + column];
    }

private:
    int above_, left_, columns_;
    std::vector<bool> marks_;
};

/// What a line has for a clue that ends before each of its cells.
struct ClueScores {
    std::vector<float> scores;
    std::vector<bool> starts;
};

/// `marked` by position, from -2; position 0 is the first cell of the lattice.
template <class Marked>
ClueScores clue_scores(int cells, Marked marked) {
    ClueScores result;
    float run = 0, marks = 0;
    for (int first = 0; first <= cells; ++first) {
        if (first) {
            const bool here = marked(first - 1);
            marks += here;
            run = here ? run + 1 : 0;
        }
        const bool outside = first < 2 && (marked(first - 2) || (first < 1 && marked(-1)));
        const bool starts = run > 0 || (first == 0 && outside);
        result.scores.push_back((starts ? 2.0f : -1.5f) + 0.5f * run - 2 * (marks - run));
        result.starts.push_back(starts);
    }
    return result;
}

}  // namespace

ClueAreas divide(const RgbImage& image, const Lattice& lattice) {
    const int above = cells_above(image, lattice, 2), left = cells_left(image, lattice, 2);
    const RgbImage straight = straightened(image, lattice, {-above, -left, lattice.rows, lattice.columns}, pixels);
    const Marks marks(find_ink(straight, pixels), above, left);
    const int rows = lattice.rows, columns = lattice.columns;
    std::vector<ClueScores> of_row, of_column;
    for (int i = 0; i < rows; ++i) of_row.push_back(clue_scores(columns, [&](int j) { return marks.at(i, j); }));
    for (int j = 0; j < columns; ++j) of_column.push_back(clue_scores(rows, [&](int i) { return marks.at(i, j); }));
    ClueAreas best;
    float most = -1e9f;
    std::vector<float> below(columns + 1), empty(columns + 1);  // sums over all rows from `top` on
    for (int top = rows - 1; top >= 0; --top) {
        float cells = 0;
        for (int first = columns; first >= 0; --first) {
            if (first < columns) cells += marks.at(top, first) ? -2.0f : 1.0f;
            below[first] += of_row[top].scores[first];
            empty[first] += cells;
        }
        if (rows - top < fewest_cells) continue;
        float beside = 0;
        for (int first = columns - 1; first >= 0; --first) {
            beside += of_column[first].scores[top];
            if (columns - first < fewest_cells) continue;
            const float score = empty[first] + 2 * (below[first] + beside);
            if (score > most) most = score, best.rows_above = top, best.columns_left = first;
        }
    }
    int starts = 0;
    for (int i = best.rows_above; i < rows; ++i) starts += of_row[i].starts[best.columns_left];
    for (int j = best.columns_left; j < columns; ++j) starts += of_column[j].starts[best.rows_above];
    best.quality = static_cast<float>(starts) / static_cast<float>(rows + columns - best.rows_above - best.columns_left);
    return best;
}

}  // namespace nonocsp
