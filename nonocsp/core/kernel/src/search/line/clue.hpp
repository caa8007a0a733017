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
using LineWidths =
    std::tuple<std::integral_constant<int, 1>, std::integral_constant<int, 2>, std::integral_constant<int, 4>,
               std::integral_constant<int, 10>, std::integral_constant<int, 40>, std::integral_constant<int, 160>,
               std::integral_constant<int, 320>>;

/// The least of them that holds `bits` bits.
int words_for(int bits);

/// Calls `f.template operator()<W>()` for the width that `words_for` chose.
template <class F>
decltype(auto) with_words(int words, F&& f) {
    switch (words) {
        case 1: return f.template operator()<1>();
        case 2: return f.template operator()<2>();
        case 4: return f.template operator()<4>();
        case 10: return f.template operator()<10>();
        case 40: return f.template operator()<40>();
        case 160: return f.template operator()<160>();
        default: return f.template operator()<320>();
    }
}

}  // namespace nonocsp
