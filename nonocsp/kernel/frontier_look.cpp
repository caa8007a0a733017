// What each state of a line tells the lines that cross it.
#include "frontier_look.hpp"

#include <algorithm>

namespace nonocsp {

LookAhead::LookAhead(const Grid& grid, const Frontier::Lines& lines, Control& control, Stats& stats)
    : grid_(grid), lines_(lines), control_(control), stats_(stats), waiting_(grid.lines()), undecided_(grid.lines()) {
    root_.assign(grid_.all_planes(), grid_.all_planes() + grid_.words());
    for (int line = 0; line < grid.lines(); ++line) {
        if (!lines[line]) continue;
        const LineClue& clue = grid.clue(line);
        for (int i = 0; i < clue.cells; ++i) {
            int candidates = 0;
            for (int p = 0; p < clue.paints(); ++p) candidates += grid.has(line, p, i);
            if (candidates > 1) undecided_[line].push_back(i);
        }
    }
}

void LookAhead::stand(const std::vector<OpenLine>& open, bool is_upper) {
    std::copy(root_.begin(), root_.end(), grid_.all_planes());
    std::vector<Line> before;
    before.swap(open_);
    for (const OpenLine& one : open) {
        const auto same = std::find_if(before.begin(), before.end(),
                                       [&](const Line& line) { return line.line == one.line && line.k == one.k; });
        if (same != before.end() && is_upper == is_upper_) open_.push_back(std::move(*same));
        else open_.push_back(tell(one, is_upper));
    }
    is_upper_ = is_upper;
}

LookAhead::Line LookAhead::tell(const OpenLine& open, bool is_upper) {
    const LineStrings& strings = *lines_[open.line];
    const LineClue& clue = grid_.clue(static_cast<int>(open.line));
    const std::size_t at = grid_.plane_word(static_cast<int>(open.line), 0, 0);
    const std::size_t words = static_cast<std::size_t>(clue.paints()) * clue.words;
    Line line{open.line, open.k, open.field, at, {}};
    const int states = is_upper ? strings.states(open.k) : static_cast<int>(strings.fitting(open.k).size());
    for (int state = 0; state < states; ++state) {
        Told& told = line.told.emplace_back();
        told.planes.assign(root_.begin() + static_cast<std::ptrdiff_t>(at),
                           root_.begin() + static_cast<std::ptrdiff_t>(at + words));
        // Any way to the state, from its end back to the line's.
        int here = state;
        for (int k = is_upper ? open.k - 1 : open.k; is_upper ? k >= 0 : k < strings.cells(); is_upper ? --k : ++k) {
            const std::size_t options = strings.colours(k).size();
            const auto& leads = is_upper ? strings.next(k) : strings.before(k);
            const auto found = std::find(leads.begin(), leads.end(), static_cast<std::uint8_t>(here)) - leads.begin();
            here = static_cast<int>(static_cast<std::size_t>(found) / options);
            decide(told.planes, open.line, k, strings.colours(k)[static_cast<std::size_t>(found) % options]);
        }
        with_words(clue.words, [&]<int W>() { tighten<W>(clue, told.planes.data(), scratch_); });
        for (int k = is_upper ? open.k : 0; k < (is_upper ? strings.cells() : open.k); ++k) {
            const int i = undecided_[open.line][k], crossing = grid_.crossing(static_cast<int>(open.line), i);
            const int place = grid_.place(static_cast<int>(open.line));
            bool is_news = false;
            for (int p = 0; p < clue.paints(); ++p) {
                const int paint = grid_.clue(crossing).paint[clue.palette[p]];
                if (paint < 0 || !grid_.has(crossing, paint, place) || is_candidate(clue, told.planes.data(), p, i)) continue;
                told.removed.push_back({grid_.plane_word(crossing, paint, place), ~(Word{1} << (place % 64))});
                is_news = true;
            }
            if (is_news) told.news.push_back(crossing);
        }
    }
    return line;
}

void LookAhead::decide(std::vector<Word>& planes, std::uint32_t line, int k, std::uint8_t colour) const {
    const LineClue& clue = grid_.clue(static_cast<int>(line));
    const int i = undecided_[line][k];
    for (int p = 0; p < clue.paints(); ++p)
        if (clue.palette[p] != colour) planes[static_cast<std::size_t>(p) * clue.words + i / 64] &= ~(Word{1} << (i % 64));
}

}  // namespace nonocsp
