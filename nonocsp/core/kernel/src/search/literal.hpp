// Variables and literals: facts about cells as numbers.
//
// A cell with exactly two candidates left when the search begins has one variable: its positive literal means "the
// higher colour", its negative literal "the lower colour".  A cell with more candidates has one variable for each of
// them: "has this colour" or "lacks it".  Black-and-white is the first case and needs no code of its own.
#pragma once

#include <cstdint>
#include <vector>

namespace nonocsp {

/// 2 * variable, plus 1 if negative.
using Literal = std::int32_t;
using Variable = std::int32_t;

inline constexpr Literal no_literal = -1;
// Literals without a variable: true or false before the search began.
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
        decision,  ///< decided, or a fact of level 0
        one,       ///< literal `index`: a binary clause, or the cell has another colour
        two,       ///< literals `index` and `second`: a ternary clause
        clause,    ///< all other literals of clause `index` are false
        line,      ///< the placements of line `index` force it; explained on demand
        only       ///< the cell lacks every other colour
    };
    Reason() = default;
    Reason(Kind kind, std::uint32_t index = 0, std::uint32_t second = 0) : kind(kind), index(index), second(second) {}
    /// True literals that imply it.
    explicit Reason(Literal implying) : Reason(one, static_cast<std::uint32_t>(implying)) {}
    Reason(Literal implying, Literal other)
        : Reason(two, static_cast<std::uint32_t>(implying), static_cast<std::uint32_t>(other)) {}

    Kind kind = decision;
    std::uint32_t index = 0;
    std::uint32_t second = 0;  ///< of a line: where the explainer holds the computed reason; 0: nowhere
};

/// The number of a step in a proof.
using StepId = std::uint32_t;

/// True literals that no solution has together, and why.
struct Conflict {
    std::vector<Literal> literals;
    Reason reason;
};

}  // namespace nonocsp
