// A clue prepared for one line: its blocks, its palette and its automaton.
//
// Two views of the same clue serve two kinds of question.  *Blocks* (with the distinct shapes among
// them) serve tightening, which moves block by block.  The *automaton* reads the line cell by cell and
// serves explaining and listing: state s means that s tokens of the pattern are consumed, where the
// pattern spells the blocks out with the blanks that must part neighbours of one colour.  States form a
// chain, so a set of states is a set of bits and reading a cell is one shift:
//
//     next(F, colour) = (F & advance[colour]) << 1  |  F & loop[colour]
//
// A block of unknown length is one token whose state loops on its colour, followed where needed by a
// free step (`skip`) to the state that loops on blank.  No string has two paths, so paths can be counted.
// No state loops on blank between blocks that are attached to each other.
//
// A clue with stars has an automaton that is no chain (line/star_automaton.cpp); of its blocks only lengths and paints
// are set.
#pragma once

#include <compare>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include "search/base/bitset.hpp"
#include "search/base/puzzle.hpp"

namespace nonocsp {

struct LineBlock {
    int length;       ///< 0: unknown
    int paint;        ///< index of its colour in the palette
    int shape;        ///< index into LineClue::shapes; -1 for an unknown length
    bool gap_before;  ///< a blank must part it from the block before
    bool gap_after;
    bool attached_before;  ///< no blank may be between it and the block before
    bool attached_after;
};

/// A (paint, length) that occurs among the blocks; sorted by paint, then length.
struct Shape {
    int paint;
    int length;
    friend auto operator<=>(const Shape&, const Shape&) = default;
};

struct LineClue {
    LineClue(const Clue& clue, int cells, int colours);

    int cells;
    bool absent;
    bool impossible = false;  ///< too long for the line; nothing below is filled in
    bool unknown_lengths = false;
    bool is_plain = false;  ///< one colour, known lengths, a blank between any two blocks
    int words = 1;          ///< machine words of a set of cells, boundaries or states

    std::vector<std::uint8_t> palette;  ///< colours that may occur, blank first
    std::vector<std::int16_t> paint;    ///< colour -> index in the palette, or -1
    std::vector<LineBlock> blocks;
    std::vector<Shape> shapes;

    int states = 1;             ///< states are 0 .. states - 1; the last one accepts
    std::vector<Word> advance;  ///< palette x words
    std::vector<Word> loop;     ///< palette x words
    std::vector<Word> skip;     ///< words

    std::vector<std::int32_t> next;  ///< with stars, and only then: state x paint: the next state, or -1
    std::vector<Word> accepting;     ///< with stars: the states that accept
    bool has_stars() const { return !next.empty(); }

    int paints() const { return static_cast<int>(palette.size()); }

private:
    void make_palette(const Clue& clue);
    void make_blocks(const Clue& clue);
    void make_automaton();
    void make_star_automaton(const Clue& clue);
};

/// Whether a cell of the line may have a colour of the palette.
inline bool is_candidate(const LineClue& clue, const Word* planes, int paint, int cell) {
    return planes[static_cast<std::size_t>(paint) * clue.words + cell / 64] >> (cell % 64) & 1;
}

/// The numbers of words for which the templates on lines are instantiated.
template <int... W>
using Widths = std::tuple<std::integral_constant<int, W>...>;
#ifdef NONOCSP_SHORT_LINES
using LineWidths = Widths<1, 2, 4>;
#else
using LineWidths = Widths<1, 2, 4, 10, 40, 160, 320>;
#endif
inline constexpr int most_words = std::tuple_element_t<std::tuple_size_v<LineWidths> - 1, LineWidths>::value;
static_assert(2 * (longest_line + 1) == 64 * most_words);  // the states of a clue without stars fit

/// Calls `f.template operator()<W>()` for the width that `words_for` chose.
template <int I = 0, class F>
decltype(auto) with_words(int words, F&& f) {
    constexpr int W = std::tuple_element_t<I, LineWidths>::value;
    if constexpr (I + 1 < std::tuple_size_v<LineWidths>)
        if (words > W) return with_words<I + 1>(words, f);
    return f.template operator()<W>();
}

/// The least of them that holds `bits` bits, which are at most 64 * most_words.
inline int words_for(int bits) {
    return with_words((bits + 63) / 64, []<int W>() { return W; });
}

}  // namespace nonocsp
