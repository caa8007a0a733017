// Preparing a clue: palette, shapes and automaton masks, in time linear in the line.
#include "search/line/clue.hpp"

#include <algorithm>

namespace nonocsp {

LineClue::LineClue(const Clue& clue, int cells, int colours)
    : cells(cells), absent(clue.absent), paint(colours + 1, -1) {
    // Too long?  Asked first and in 64 bits: a clue may have a million blocks of any length.
    std::int64_t least = 0;
    const Block* before = nullptr;
    for (const Block& block : clue.blocks) {
        if (absent || block.length == star) continue;
        least += std::max(block.length, 1);
        if (before && needs_gap(*before, block)) ++least;
        before = &block;
    }
    impossible = least > cells;
    make_palette(clue);
    if (impossible) {
        words = words_for(cells + 1);
        return;
    }
    if (clue.has_stars()) {
        unknown_lengths = true;
        for (const Block& block : clue.blocks)
            if (block.length != star)
                blocks.push_back({block.length, paint[block.colour], -1, false, false, false, false});
        make_star_automaton(clue);
        return;
    }
    if (!absent) make_blocks(clue);
    make_automaton();
}

void LineClue::make_palette(const Clue& clue) {
    paint[0] = 0;
    if (absent || clue.has_stars()) std::fill(paint.begin(), paint.end(), std::int16_t{0});
    else if (!impossible)
        for (const Block& block : clue.blocks) paint[block.colour] = 0;
    palette.reserve(static_cast<std::size_t>(std::count(paint.begin(), paint.end(), 0)));
    for (std::size_t colour = 0; colour < paint.size(); ++colour)
        if (paint[colour] == 0) {
            paint[colour] = static_cast<std::int16_t>(palette.size());
            palette.push_back(static_cast<std::uint8_t>(colour));
        }
}

void LineClue::make_blocks(const Clue& clue) {
    is_plain = paints() == 2;
    blocks.reserve(clue.blocks.size());
    shapes.reserve(clue.blocks.size());
    for (std::size_t j = 0; j < clue.blocks.size(); ++j) {
        const Block& block = clue.blocks[j];
        LineBlock b{block.length, paint[block.colour], -1, false, false, false, false};
        if (j && needs_gap(clue.blocks[j - 1], block)) b.gap_before = blocks.back().gap_after = true;
        if (block.joint == Joint::attached) b.attached_before = blocks.back().attached_after = true;
        if (block.joint == Joint::loose) is_plain = false;
        blocks.push_back(b);
        if (block.length) shapes.push_back({b.paint, b.length});
        else unknown_lengths = true, is_plain = false;
    }
    std::sort(shapes.begin(), shapes.end());
    shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
    for (LineBlock& b : blocks)
        if (b.length)
            b.shape = static_cast<int>(std::lower_bound(shapes.begin(), shapes.end(), Shape{b.paint, b.length}) -
                                       shapes.begin());
}

/// The pattern is spelled twice: once to count the states, once to set the masks.  Many short lines are made for every
/// puzzle; a list of its tokens would cost more than the second spelling.
void LineClue::make_automaton() {
    constexpr int free_step = -1;
    const auto spell = [&](auto&& token, auto&& stay) {
        int state = 0;
        if (absent) {
            for (int p = 0; p < paints(); ++p) stay(0, p);
            return state;
        }
        stay(0, 0);
        for (const LineBlock& b : blocks) {
            for (int i = 0; i < std::max(b.length, 1); ++i) token(state++, b.paint);
            if (!b.length) stay(state, b.paint);
            if (b.attached_after) continue;
            if (b.gap_after) token(state++, 0);
            else if (!b.length) token(state++, free_step);
            stay(state, 0);
        }
        return state;
    };
    const auto nothing = [](int, int) {};
    states = spell(nothing, nothing) + 1;
    words = words_for(std::max(cells + 1, states));
    advance.assign(static_cast<std::size_t>(paints()) * words, 0);
    loop.assign(advance.size(), 0);
    skip.assign(words, 0);
    const auto set = [](Word* mask, int state) { mask[state / 64] |= Word{1} << (state % 64); };
    const auto of_paint = [&](std::vector<Word>& sets, int p) { return &sets[static_cast<std::size_t>(p) * words]; };
    spell([&](int state, int p) { set(p == free_step ? skip.data() : of_paint(advance, p), state); },
          [&](int state, int p) { set(of_paint(loop, p), state); });
}

}  // namespace nonocsp
