// Facts about cells as numbers, and their truth.
//
// A cell with exactly two candidates left when the search begins has one variable: its positive literal
// says "the higher colour", its negative literal "the lower one".  A cell with more has a variable for
// each candidate: "has it" or "lacks it".  Black-and-white is the first case and needs no code of its own.
#pragma once

#include <cstdint>

namespace nonocsp {

/// 2 * variable, plus 1 if negative.
using Literal = std::int32_t;
using Variable = std::int32_t;

inline constexpr Literal no_literal = -1;
// Literals that are no variable's: settled before the search began.
inline constexpr Literal always = -2;
inline constexpr Literal never = -3;

inline Literal positive(Variable v) { return 2 * v; }
inline Literal negative(Variable v) { return 2 * v + 1; }
inline Literal negated(Literal l) { return l ^ 1; }
inline Variable variable(Literal l) { return l >> 1; }
inline bool is_positive(Literal l) { return !(l & 1); }

/// Why a literal is true.
struct Reason {
    enum Kind : std::uint8_t {
        decision,  ///< assumed, or settled for good at level 0
        nogood,    ///< all other literals of nogood `index` are false
        line,      ///< the placements of line `index` leave no other way; explained when asked
        other,     ///< literal `index`: the cell has another colour
        only       ///< the cell lacks every other colour
    };
    Kind kind = decision;
    std::uint32_t index = 0;
};

}  // namespace nonocsp
