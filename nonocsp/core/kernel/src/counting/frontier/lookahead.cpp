// The effects of each state of a line on the lines that cross it, and their propagation.
#include "counting/frontier/lookahead.hpp"

#include <algorithm>
#include <utility>

namespace nonocsp {

LookAhead::LookAhead(const Grid& grid, const CellSequence& sequence, Budget& budget, Stats& stats, Crew& crew)
    : sequence_(sequence),
      budget_(budget),
      stats_(stats),
      crew_(crew),
      numbers_(static_cast<std::size_t>(grid.lines()), ~0u) {
    for (const CellSequence::Cell& cell : sequence.cells) {
        crossings_ = std::max(crossings_, cell.all().size() - 1);
        for (const CellSequence::Place& place : cell.all()) {
            const std::uint32_t number = sequence.lines[place.line].number;
            if (numbers_[number] != ~0u) continue;
            numbers_[number] = static_cast<std::uint32_t>(lines_.size());
            const int line = static_cast<int>(number);
            lines_.push_back({number, root_.size(), &grid.clue(line)});
            root_.insert(root_.end(), grid.planes(line), grid.planes(line) + lines_.back().words());
        }
    }
    // A cell without a crossing line here maps to a bit of this spare word.
    root_.push_back(0);
    across_.assign(64 * crossings_ * root_.size(), {static_cast<std::uint32_t>(64 * root_.size() - 64), 0});
    for (const Line& line : lines_) {
        const LineClue& clue = *line.clue;
        for (int i = 0; i < clue.cells; ++i) {
            if (grid.candidates(static_cast<int>(line.line), i) == 1) continue;
            std::size_t crossing = 0;
            grid.each_crossing(static_cast<int>(line.line), i, [&](int number, int place) {
                const std::uint32_t other = numbers_[number];
                if (other == ~0u) return;
                for (int p = 0; p < clue.paints(); ++p) {
                    const int paint = grid.clue(number).paint[clue.palette[p]];
                    if (paint < 0) continue;
                    const std::size_t bit = 64 * (line.at + static_cast<std::size_t>(p) * clue.words + i / 64) + i % 64;
                    const std::size_t word =
                        lines_[other].at + static_cast<std::size_t>(paint) * grid.clue(number).words + place / 64;
                    across_[crossings_ * bit + crossing] = {static_cast<std::uint32_t>(64 * word + place % 64), other};
                }
                ++crossing;
            });
        }
    }
    bytes_ = root_.capacity() * sizeof(Word) + across_.capacity() * sizeof(Across) +
             numbers_.capacity() * sizeof(numbers_[0]) + lines_.capacity() * sizeof(Line);
    for (int thread = 0; thread < crew.threads(); ++thread) propagators_.emplace_back(*this);
}

std::size_t LookAhead::bytes() const {
    std::size_t bytes = bytes_ + effect_bytes_;
    for (const Propagator& propagator : propagators_) bytes += propagator.bytes();
    return bytes;
}

void LookAhead::start_at(const std::vector<OpenLine>& lines, bool is_upper) {
    std::vector<LineEffects> old;
    old.swap(effects_);
    for (const OpenLine& one : lines) {
        const auto same = std::find_if(old.begin(), old.end(), [&](const LineEffects& effects) {
            return lines_[effects.line].line == sequence_.lines[one.line].number && effects.k == one.k;
        });
        if (same != old.end() && is_upper == is_upper_) effects_.push_back(std::move(*same));
        else effects_.push_back(line_effects(one, is_upper));
        effects_.back().field = one.field;
    }
    is_upper_ = is_upper;
    effect_bytes_ = 0;
    for (const LineEffects& line_effects : effects_)
        for (const Effect& effect : line_effects.effects)
            effect_bytes_ += sizeof(Effect) + effect.planes.capacity() * sizeof(Word) +
                             effect.removed.capacity() * sizeof(effect.removed[0]) +
                             effect.lines.capacity() * sizeof(effect.lines[0]);
}

LookAhead::LineEffects LookAhead::line_effects(const OpenLine& one, bool is_upper) {
    const MinimalLineDfa& line_dfa = *sequence_.lines[one.line].dfa;
    const std::uint32_t number = numbers_[sequence_.lines[one.line].number];
    const Line& line = lines_[number];
    const LineClue& clue = *line.clue;
    LineEffects result{number, one.k, one.field, {}};
    const int states = static_cast<int>(sequence_.states(one.line, one.k, is_upper));
    for (int state = 0; state < states; ++state) {
        Effect& effect = result.effects.emplace_back();
        const auto root = root_.begin() + static_cast<std::ptrdiff_t>(line.at);
        effect.planes.assign(root, root + static_cast<std::ptrdiff_t>(line.words()));
        // Any path to the state, backwards to the end of the line.
        int here = state;
        for (int k = is_upper ? one.k - 1 : one.k; is_upper ? k >= 0 : k < line_dfa.cells(); is_upper ? --k : ++k) {
            const std::size_t options = line_dfa.colours(k).size();
            const auto& leads = is_upper ? line_dfa.next(k) : line_dfa.before(k);
            const auto found = std::find(leads.begin(), leads.end(), static_cast<std::uint8_t>(here)) - leads.begin();
            here = static_cast<int>(static_cast<std::size_t>(found) / options);
            fix(effect, clue, line_dfa.place(k), line_dfa.colours(k)[static_cast<std::size_t>(found) % options]);
        }
        with_words(clue.words, [&]<int W>() { tighten<W>(clue, effect.planes.data(), scratch_); });
        for (int k = is_upper ? one.k : 0; k < (is_upper ? line_dfa.cells() : one.k); ++k) {
            const int i = line_dfa.place(k);
            for (int p = 0; p < clue.paints(); ++p) {
                const std::size_t word = static_cast<std::size_t>(p) * clue.words + i / 64;
                if (!((root_[line.at + word] & ~effect.planes[word]) >> (i % 64) & 1)) continue;
                const Across* const crossing = across(64 * (line.at + word) + i % 64);
                for (std::size_t n = 0; n < crossings_; ++n) {
                    effect.removed.push_back({crossing[n].word(), crossing[n].keep()});
                    if (effect.lines.empty() || effect.lines.back() != crossing[n].line)
                        effect.lines.push_back(crossing[n].line);
                }
            }
        }
    }
    return result;
}

void LookAhead::fix(Effect& effect, const LineClue& clue, int i, std::uint8_t colour) {
    for (int p = 0; p < clue.paints(); ++p)
        if (clue.palette[p] != colour)
            effect.planes[static_cast<std::size_t>(p) * clue.words + i / 64] &= ~(Word{1} << (i % 64));
}

/// Sort the open lines as states of this many words are sorted.  Returns for every bit of a state the depth of its
/// line: its position in this order.
std::vector<std::size_t> LookAhead::arrange(int words) {
    std::sort(effects_.begin(), effects_.end(), [](const LineEffects& a, const LineEffects& b) {
        return a.field.word != b.field.word ? a.field.word > b.field.word : a.field.shift > b.field.shift;
    });
    std::vector<std::size_t> depths(64 * static_cast<std::size_t>(words));
    for (Line& line : lines_) line.from_depth = 0;
    for (std::size_t depth = 0; depth < effects_.size(); ++depth) {
        const Field& field = effects_[depth].field;
        std::fill_n(depths.begin() + 64 * field.word + field.shift, field.bits, depth);
        lines_[effects_[depth].line].from_depth = depth;
    }
    return depths;
}

void LookAhead::begin_sharing(std::size_t states) {
    budget_thread_ = std::this_thread::get_id();
    has_ended_ = budget_.spend(20 * states);
}

/// Count what the threads did.  True if the budget has ended.
bool LookAhead::end_sharing() {
    for (Propagator& propagator : propagators_) {
        budget_.spend(std::exchange(propagator.work, 0));
        stats_.tightenings += std::exchange(propagator.tightenings, 0);
    }
    return budget_.ended();
}

/// True if the budget has ended; other threads rely on the one that may look at it.
bool LookAhead::look() {
    if (std::this_thread::get_id() == budget_thread_ && budget_.look()) has_ended_ = true;
    return has_ended_;
}

LookAhead::Propagator::Propagator(LookAhead& owner) : owner_(owner), waiting_(static_cast<int>(owner.lines_.size())) {
    for (const Line& line : owner.lines_) caches_.emplace_back(*line.clue);
}

std::size_t LookAhead::Propagator::bytes() const {
    std::size_t bytes = planes_.capacity() * sizeof(Word);
    for (const TighteningCache& cache : caches_) bytes += cache.bytes();
    return bytes;
}

void LookAhead::Propagator::start() {
    planes_.resize((owner_.effects_.size() + 1) * owner_.root_.size());
    std::copy(owner_.root_.begin(), owner_.root_.end(), planes_.begin());
    next_look_ = work;
    has_ended_ = false;
}

/// Assign the state of one more line.  False if that is refuted, or the budget has ended.
bool LookAhead::Propagator::assign(std::size_t depth, std::uint64_t state) {
    const std::size_t size = owner_.root_.size();
    spend(size / 8);
    Word* const planes = &planes_[(depth + 1) * size];
    std::copy_n(planes - size, size, planes);
    const LineEffects& line_effects = owner_.effects_[depth];
    const Effect& effect = line_effects.effects[state];
    Word* const mine = planes + owner_.lines_[line_effects.line].at;
    for (std::size_t w = 0; w < effect.planes.size(); ++w) mine[w] &= effect.planes[w];
    for (const auto& [word, keep] : effect.removed) planes[word] &= keep;
    waiting_.push(static_cast<int>(line_effects.line));
    for (const std::uint32_t line : effect.lines)
        if (owner_.lines_[line].from_depth <= depth) waiting_.push(static_cast<int>(line));
    const auto propagated = owner_.crossings_ == 1 ? &Propagator::propagate<1> : &Propagator::propagate<2>;
    if (!has_ended_ && (this->*propagated)(planes, depth)) return true;
    waiting_.clear();
    return false;
}

template <std::size_t crossings>
bool LookAhead::Propagator::propagate(Word* planes, std::size_t depth) {
    // No line is assigned after the last one, so it is not worth a fixpoint: each line is tightened once.
    const bool is_last = depth + 1 == owner_.effects_.size();
    while (!waiting_.empty()) {
        const int number = waiting_.pop();
        const Line& line = owner_.lines_[number];
        // Whether the cache has the answer depends on what this thread did before: it is not counted.
        spend(50);
        Word* const mine = planes + line.at;
        TighteningCache& cache = caches_[number];
        const Word* const tightened = cache.tightened(mine, scratch_, [&] { ++tightenings; });
        if (!tightened) return false;
        for (std::size_t w = 0; w < cache.words(); ++w) {
            const Across* const bits = owner_.across(64 * (line.at + w));
            Word gone = mine[w] & ~tightened[w];
            for (mine[w] = tightened[w]; gone; gone &= gone - 1)
                for (std::size_t n = 0; n < crossings; ++n) {
                    const Across& across = bits[crossings * std::countr_zero(gone) + n];
                    planes[across.word()] &= across.keep();
                    const bool is_assigned = owner_.lines_[across.line].from_depth <= depth;
                    if (is_assigned && !is_last) waiting_.push(static_cast<int>(across.line));
                }
        }
    }
    return true;
}

void LookAhead::Propagator::spend(std::uint64_t more) {
    work += more;
    if (work < next_look_) return;
    next_look_ = work + 500'000;
    has_ended_ = owner_.look();
}

}  // namespace nonocsp
