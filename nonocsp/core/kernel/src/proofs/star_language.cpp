#include "proofs/star_language.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

namespace nonocsp {

namespace {

/// By how many states a cell leads on: bit k of `jumps[state][colour]` for k states.
struct Row {
    std::vector<std::vector<std::uint8_t>> jumps;
    std::vector<char> is_star;
    std::size_t last = 0;  ///< it accepts, and the state behind it

    Row(const Clue& clue, int length, int colours) {
        std::size_t state = 0;
        int before = 0;
        bool has_star = false;
        const auto lead = [&](int colour, int by) {
            if (jumps.size() <= state + 3) {
                jumps.resize(state + 4, std::vector<std::uint8_t>(colours + 1));
                is_star.resize(state + 4);
            }
            jumps[state][colour] |= 1 << by;
        };
        std::vector<Block> blocks = clue.blocks;
        blocks.push_back({0, 0});  // blanks, or a star, at the end
        for (const auto& [cells, colour, joint] : blocks) {
            if (cells == star) {
                has_star = true;
                continue;
            }
            last = state;
            if (has_star) {
                for (int c = 0; c <= colours; ++c) {
                    if (c && c == before) continue;
                    lead(c, 1);
                    if (c != colour) lead(c, 2);
                }
                if (colour != before) lead(colour, 3);
                ++state;
                for (int c = 0; c <= colours; ++c) {
                    lead(c, 0);
                    if (c != colour) lead(c, 1);
                }
                is_star[state] = 1;
                ++state;
            } else {
                if (joint != Joint::attached) lead(0, 1);
                if (colour != before || joint != Joint::by_colour) lead(colour, 2);
                ++state;
                lead(0, 0);
            }
            for (int i = 0; i < std::clamp(cells, 1, length + 1); ++i, ++state) lead(colour, 1);
            if (!cells) lead(colour, 0);
            before = colour;
            has_star = false;
        }
    }
};

}  // namespace

StarLanguage::StarLanguage(const Clue& clue, int length, int colours) : colours(colours) {
    const Row row(clue, length, colours);
    using Set = std::set<std::size_t>;
    std::vector<Set> sets{{0}};
    std::unordered_map<std::string, std::int32_t> numbers;
    const auto number = [&](const Set& set) {
        std::string key;
        for (const std::size_t state : set) key.append(reinterpret_cast<const char*>(&state), sizeof state);
        const auto [at, is_new] = numbers.try_emplace(std::move(key), static_cast<std::int32_t>(numbers.size()));
        if (is_new && at->second) sets.push_back(set);
        return at->second;
    };
    number(sets[0]);
    for (std::size_t at = 0; at < sets.size(); ++at) {
        const Set here = sets[at];
        accepts.push_back(here.contains(row.last) || here.contains(row.last + 1));
        for (int c = 0; c <= colours; ++c) {
            Set found;
            std::size_t newest = 0;
            for (const std::size_t state : here)
                for (int k = 0; state < row.jumps.size() && k < 4; ++k)
                    if (row.jumps[state][c] >> k & 1) {
                        found.insert(state + k);
                        if (state + k < row.is_star.size() && row.is_star[state + k])
                            newest = std::max(newest, state + k);
                    }
            found.erase(found.begin(), found.lower_bound(newest));
            next.push_back(found.empty() ? -1 : number(found));
        }
    }
}

}  // namespace nonocsp
