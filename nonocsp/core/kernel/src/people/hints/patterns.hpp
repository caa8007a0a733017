// Patterns of one line, the simplest first: what a person looks for before anything else.
//
// Each finds cells that some block must cover, or that no block can; explanation/techniques/patterns.py says under the
// same name what it looks for.  A finding comes with its words: keys of explanation/phrases.json and what their
// placeholders stand for.  Cost: a few passes over the runs of the blocks.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "people/hints/block_runs.hpp"

namespace nonocsp {

/// For cells, the colours that they cannot have.
using Exclusions = std::map<int, Colours>;

/// A template of explanation/phrases.json by its key, and the values of its placeholders; cells count along the line.
struct Phrase {
    std::string_view key;
    int block = -1;
    std::vector<int> cells = {}, others = {};
    int count = 0, most = 0;
};

/// A pattern that was found in a line.
struct Finding {
    std::vector<int> key;  ///< distinguishes the findings of a technique in one line
    Exclusions exclusions;
    std::vector<Phrase> why;
    std::vector<int> uses = {};      ///< cells that the pattern looks at: preferred as reasons
    bool states_conclusion = false;  ///< `why` includes the conclusion
    bool needs_reasons = false;      ///< `why` does not say from which cells it follows
};

/// A line as a pattern sees it.
struct LineView {
    const std::vector<Block>& clue;
    const BlockRuns& blocks;
    const BlockRuns& initial;  ///< the same if nothing is known
    bool is_reason;            ///< nothing is known but the reasons of a step
    const Exclusions& wanted;  ///< what is not known yet: findings of anything else are of no use
    Colours full;              ///< the candidates of an unknown cell

    int length() const { return blocks.length(); }
};

struct Pattern {
    std::string_view name;
    int cost;  ///< in tenths, on the scale of `rate`
    std::vector<Finding> (*find)(const LineView& view);
};

extern const std::vector<Pattern> patterns;

}  // namespace nonocsp
