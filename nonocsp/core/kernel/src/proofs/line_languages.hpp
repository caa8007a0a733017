// What is left of a line, in independent segments: for each a number that stands for its open cells and all ways to
// fill them.
//
// Ways are paths through the line's automaton, read backwards layer by layer; states with the same ways are one, by
// hash consing, so that equal numbers are equal sets of ways.  Where all paths meet in one state, a segment ends.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "proofs/knowledge.hpp"

namespace nonocsp {

class LineLanguages {
public:
    struct Segment {
        std::uint32_t language;
        std::vector<std::int32_t> cells;
    };

    /// The knowledge must outlive it; where blocks may lie that their line allows does not change from now on.
    explicit LineLanguages(const Knowledge& knowledge);

    /// Valid until `trim`.  Null if the line has no placement.
    const std::vector<Segment>* segments(int line);

    /// Forget lines if they take too much memory.
    void trim();
    /// An estimate.
    std::size_t bytes() const { return bytes_; }

private:
    struct Automaton {
        int states = 0;
        std::vector<std::int32_t> next;   ///< state, colour -> state, or -1
        std::vector<std::int32_t> block;  ///< state -> the block that may begin after it, or -1
        std::vector<char> accepts;        ///< by state
    };

    static Automaton automaton(const Clue& clue, int length, int colours);
    bool find(int line, std::vector<Segment>& found);
    std::int32_t follow(int line, int position, std::int32_t state, int colour) const;
    std::uint32_t language(std::u32string_view key);

    const Knowledge& knowledge_;
    const int colours_;
    std::vector<Automaton> automata_;
    std::vector<StartWindow> windows_;  ///< of all blocks whose starts are known
    std::vector<std::int32_t> first_block_;
    std::unordered_map<std::u32string, std::uint32_t> languages_;
    struct Known {
        bool is_possible;
        std::vector<Segment> segments;
    };
    std::unordered_map<std::string, Known> known_;  ///< by line and candidates
    std::size_t bytes_ = 0, known_bytes_ = 0;
    std::string query_;
    std::u32string key_;
    std::vector<std::vector<char>> reached_;
    std::vector<std::uint32_t> rest_, after_;
};

}  // namespace nonocsp
