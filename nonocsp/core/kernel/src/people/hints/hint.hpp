// The next step of a careful person who looks at one line at a time, with its reason.
//
// The techniques are tried in order, the simplest first; of the first one that finds anything in some line, the easiest
// step is taken.  explanation/techniques/technique.py chooses in the same way among steps of `KnownLine`.
#pragma once

#include "people/hints/known_line.hpp"

namespace nonocsp {

struct Hint {
    std::string_view technique;
    std::vector<int> lines;                      ///< one, or several of "shared colours"
    std::vector<std::pair<int, Colours>> cells;  ///< the colours that cells cannot have; none in a contradiction
    std::vector<int> because;                    ///< known cells that force it, none of which can be left out
    std::vector<Phrase> words;                   ///< the sentence, without the name of the line
    int cost = 0;                                ///< in tenths
};

/// None where the techniques of lines find nothing; meaningless if the budget has ended.
std::optional<Hint> hint(const Puzzle& puzzle, const Givens* givens, Budget& budget);

}  // namespace nonocsp
