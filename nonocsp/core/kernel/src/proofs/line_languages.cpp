#include "proofs/line_languages.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

constexpr std::uint32_t no_way = ~std::uint32_t{0};
/// Bytes of remembered lines, at most: about; then all are forgotten.
constexpr std::size_t most_known = std::size_t{1} << 28;

}  // namespace

LineLanguages::LineLanguages(const Knowledge& knowledge)
    : knowledge_(knowledge), colours_(knowledge.puzzle().colours + 1) {
    const Puzzle& puzzle = knowledge.puzzle();
    for (int l = 0; l < puzzle.lines(); ++l) {
        automata_.push_back(automaton(puzzle.clues[l], puzzle.length(l), colours_));
        first_block_.push_back(knowledge.windows(l) ? static_cast<std::int32_t>(windows_.size()) : -1);
        if (const StartWindow* own = knowledge.windows(l))
            windows_.insert(windows_.end(), own, own + puzzle.clues[l].blocks.size());
    }
}

/// Blanks, then each block cell by cell; the blanks before a block have a state of their own, before it.
LineLanguages::Automaton LineLanguages::automaton(const Clue& clue, int length, int colours) {
    Automaton result;
    if (clue.has_stars()) {
        const StarLanguage language(clue, length, colours - 1);
        result.states = language.states();
        result.next = language.next;
        result.accepts = language.accepts;
        result.block.assign(result.states, -1);
        return result;
    }
    const auto add = [&](int block) {
        result.next.insert(result.next.end(), colours, -1);
        result.block.push_back(block);
        result.accepts.push_back(0);
        return result.states++;
    };
    const auto next = [&](int state, int colour) -> std::int32_t& { return result.next[state * colours + colour]; };
    std::int32_t end = add(0);  // of the blocks so far
    if (clue.absent) {
        for (int c = 0; c < colours; ++c) next(end, c) = end;
        result.accepts[end] = 1;
        return result;
    }
    for (std::size_t b = 0;; ++b) {
        const std::int32_t blank = add(static_cast<int>(b));
        result.block[end] = static_cast<int>(b);
        next(blank, 0) = blank;
        const bool is_last = b == clue.blocks.size();
        if (is_last || clue.blocks[b].joint != Joint::attached) next(end, 0) = blank;
        if (is_last) {
            result.accepts[end] = result.accepts[blank] = 1;
            return result;
        }
        const auto [cells, colour, joint] = clue.blocks[b];
        std::int32_t state = add(-1);
        next(blank, colour) = state;
        if (b == 0 || !needs_gap(clue.blocks[b - 1], clue.blocks[b])) next(end, colour) = state;
        for (int i = 1; i < std::min(cells, length + 1); ++i) {
            const std::int32_t to = add(-1);
            state = next(state, colour) = to;
        }
        if (!cells) next(state, colour) = state;
        end = state;
    }
}

/// The state after a cell, if a block may begin there; or -1.
std::int32_t LineLanguages::follow(int line, int position, std::int32_t state, int colour) const {
    const Automaton& own = automata_[line];
    const std::int32_t to = own.next[state * colours_ + colour];
    if (to < 0 || !colour || own.block[state] < 0 || first_block_[line] < 0) return to;
    // A block of unknown length may go on from its end; but such lines have no windows.
    const StartWindow& window = windows_[first_block_[line] + own.block[state]];
    return position < window.first || position > window.last ? -1 : to;
}

std::uint32_t LineLanguages::language(std::u32string_view key) {
    const auto number = static_cast<std::uint32_t>(languages_.size() + 1);
    const auto [at, is_new] = languages_.try_emplace(std::u32string(key), number);
    if (is_new) bytes_ += 4 * key.size() + 80;
    return at->second;
}

void LineLanguages::trim() {
    if (known_bytes_ < most_known) return;
    known_.clear();
    bytes_ -= known_bytes_;
    known_bytes_ = 0;
}

const std::vector<LineLanguages::Segment>* LineLanguages::segments(int line) {
    const auto* planes = reinterpret_cast<const char*>(knowledge_.planes(line));
    query_.assign(reinterpret_cast<const char*>(&line), sizeof line);
    query_.append(planes, sizeof(std::uint64_t) * colours_ * knowledge_.words(line));
    if (const auto at = known_.find(query_); at != known_.end())
        return at->second.is_possible ? &at->second.segments : nullptr;
    Known& made = known_[query_];
    made.is_possible = find(line, made.segments);
    std::size_t size = query_.size() + 120;
    for (const Segment& segment : made.segments) size += 40 + 4 * segment.cells.size();
    known_bytes_ += size;
    bytes_ += size;
    return made.is_possible ? &made.segments : nullptr;
}

bool LineLanguages::find(int line, std::vector<Segment>& found) {
    const Puzzle& puzzle = knowledge_.puzzle();
    const Automaton& own = automata_[line];
    const int length = puzzle.length(line), states = own.states;
    const auto cell = [&](int i) { return puzzle.cell(line, i); };
    if (reached_.size() <= static_cast<std::size_t>(length)) reached_.resize(length + 1);
    for (int i = 0; i <= length; ++i) reached_[i].assign(states, 0);
    reached_[0][0] = 1;
    for (int i = 0; i < length; ++i)
        for (int s = 0; s < states; ++s)
            for (int c = 0; reached_[i][s] && c < colours_; ++c)
                if (knowledge_.has(cell(i), c))
                    if (const std::int32_t to = follow(line, i, s, c); to >= 0) reached_[i + 1][to] = 1;
    after_.assign(states, no_way);
    for (int s = 0; s < states; ++s)
        if (reached_[length][s] && own.accepts[s]) after_[s] = 0;
    std::vector<std::int32_t> cells;  // of the current segment, from its end
    for (int i = length - 1; i >= 0; --i) {
        const bool is_open = knowledge_.options(cell(i)) > 1;
        rest_.assign(states, no_way);
        std::uint32_t only = no_way;
        bool are_several = false;
        for (int s = 0; s < states; ++s) {
            if (!reached_[i][s]) continue;
            key_.assign({static_cast<char32_t>(line), static_cast<char32_t>(i)});
            for (int c = 0; c < colours_; ++c) {
                if (!knowledge_.has(cell(i), c)) continue;
                const std::int32_t to = follow(line, i, s, c);
                if (to < 0 || after_[to] == no_way) continue;
                key_ += static_cast<char32_t>(c);
                key_ += static_cast<char32_t>(after_[to]);
            }
            if (key_.size() == 2) continue;
            rest_[s] = is_open ? language(key_) : static_cast<std::uint32_t>(key_[3]);
            if (only == no_way) only = rest_[s];
            are_several = are_several || only != rest_[s];
        }
        if (only == no_way) return false;
        if (is_open) cells.push_back(cell(i));
        if (!are_several) {
            if (!cells.empty()) {
                found.push_back({only, {cells.rbegin(), cells.rend()}});
                cells.clear();
            }
            for (std::uint32_t& rest : rest_)
                if (rest != no_way) rest = 0;
        }
        std::swap(rest_, after_);
    }
    return true;
}

}  // namespace nonocsp
