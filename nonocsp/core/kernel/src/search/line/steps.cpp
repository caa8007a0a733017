#include "search/line/steps.hpp"

namespace nonocsp {

LineSteps::LineSteps(const LineClue& clue) : states(clue.states), token(clue.states, none), stay(clue.states, none) {
    if (clue.has_stars()) return;
    const auto in = [&](const Word* set, int s) { return set[s / 64] >> (s % 64) & 1; };
    for (int s = 0; s < states; ++s) {
        for (int p = 0; p < clue.paints(); ++p) {
            if (in(&clue.advance[static_cast<std::size_t>(p) * clue.words], s)) token[s] = static_cast<std::int16_t>(p);
            if (in(&clue.loop[static_cast<std::size_t>(p) * clue.words], s)) stay[s] = static_cast<std::int16_t>(p);
        }
        if (in(clue.skip.data(), s)) token[s] = free;
    }
}

}  // namespace nonocsp
