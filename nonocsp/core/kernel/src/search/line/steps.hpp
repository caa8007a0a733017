// The automaton of a clue as a list of steps, for passes over its states one by one.  Of a clue with stars, which is no
// chain, it has none.
#pragma once

#include <vector>

#include "search/line/clue.hpp"

namespace nonocsp {

struct LineSteps {
    explicit LineSteps(const LineClue& clue);

    int states;
    std::vector<std::int16_t> token;  ///< paint that leads from s to s+1; `none`, or `free` for a step without a cell
    std::vector<std::int16_t> stay;   ///< paint that stays in s, or `none`

    static constexpr std::int16_t none = -1, free = -2;
};

}  // namespace nonocsp
