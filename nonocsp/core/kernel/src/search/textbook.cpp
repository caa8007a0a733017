// Depth-first search of the textbook tree, one solution at a time.
#include "search/textbook.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace nonocsp {

namespace {

/// Whether the domains are kept arc consistent, so that a line with one placement left counts as assigned.
bool is_arc_consistent(Propagation propagation) {
    switch (propagation) {
        case Propagation::none: return false;
        case Propagation::forward_checking: return false;
        case Propagation::ac3: return true;
    }
    throw std::logic_error("nonocsp kernel: unknown propagation");
}

}  // namespace

Textbook::Textbook(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats)
    : options_(options),
      budget_(budget),
      stats_(stats),
      grid_(puzzle, givens, budget, is_arc_consistent(options.propagation) ? Grid::View::crossed : Grid::View::alone),
      picked_(puzzle.lines()),
      counts_(puzzle.lines()),
      counted_(puzzle.lines(), 0),
      met_(puzzle.lines(), 0),
      waiting_(puzzle.lines()) {}

bool Textbook::prepare() {
    if (!is_arc_consistent(options_.propagation)) {
        // A line without any placement decides the puzzle before a line is chosen.
        for (int line = 0; line < grid_.lines(); ++line)
            if (is_variable(line) && placements(line).is_zero()) return false;
        return true;
    }
    for (int line = 0; line < grid_.lines(); ++line) waiting_.push(line);
    return propagate(grid_, waiting_, budget_, stats_);
}

Outcome Textbook::next(std::uint8_t* cells) {
    if (budget_.ended() || budget_.look()) return budget_.why();
    if (done_) return Outcome::exhausted;
    const auto finish = [&] {
        done_ = true;
        return Outcome::exhausted;
    };
    if (!prepared_) {
        prepared_ = true;
        const bool alive = prepare();
        if (budget_.ended()) return budget_.why();
        if (!alive) return finish();
        const int line = choose();
        if (budget_.ended()) return budget_.why();
        if (line < 0) {
            done_ = true;
            read_off(cells);
            return Outcome::solution;
        }
        frames_.push_back({line, list_placements(grid_.clue(line), grid_.planes(line)), 0});
    }
    while (!frames_.empty()) {
        Frame& frame = frames_.back();
        undo(frame.mark);
        picked_[frame.line].clear();
        if (budget_.spend(100 + 10 * static_cast<std::uint64_t>(grid_.length(frame.line)))) return budget_.why();
        const int* paints = frame.placements->next();
        if (!paints) {
            frames_.pop_back();
            continue;
        }
        if (budget_.node(stats_.nodes + 1)) return budget_.why();
        ++stats_.nodes;
        const bool alive = assign(frame.line, paints);
        if (budget_.ended()) return budget_.why();
        if (!alive) {
            ++stats_.backtracks;
            continue;
        }
        const int line = choose();
        if (budget_.ended()) return budget_.why();
        if (line < 0) {
            read_off(cells);
            return Outcome::solution;
        }
        frames_.push_back({line, list_placements(grid_.clue(line), grid_.planes(line)), removals_.size()});
    }
    return finish();
}

/// The next line to assign, or -1 if every line is assigned.
int Textbook::choose() {
    int best = -1;
    // The lines to assign that cross the best one and another, counted where they have as many placements.
    const auto has_more_neighbours = [&](int line) {
        return options_.ordering == Ordering::mrv_degree && open_neighbours(line) > open_neighbours(best);
    };
    for (int line = 0; line < grid_.lines() && !budget_.ended(); ++line) {
        if (!is_open(line)) continue;
        if (options_.ordering == Ordering::in_order) return line;
        if (best >= 0) {
            const BigUnsigned &here = placements(line), &there = placements(best);
            if (there < here || (here == there && !has_more_neighbours(line))) continue;
        }
        best = line;
    }
    return best;
}

/// The lines to assign that cross a line.
int Textbook::open_neighbours(int line) {
    int open = 0;
    ++neighbour_counts_;
    for (int i = 0; i < grid_.length(line); ++i)
        grid_.each_crossing(line, i, [&](int other, int) {
            if (std::exchange(met_[other], neighbour_counts_) != neighbour_counts_) open += is_open(other);
        });
    return open;
}

const BigUnsigned& Textbook::placements(int line) {
    if (!counted_[line]) {
        counts_[line] = count(grid_.clue(line), grid_.planes(line));
        counted_[line] = 1;
        const LineClue& clue = grid_.clue(line);
        budget_.spend(100 +
                      4 * static_cast<std::uint64_t>(clue.cells) * (clue.blocks.size() + 1) * (clue.cells / 64 + 1));
    }
    return counts_[line];
}

bool Textbook::is_open(int line) {
    if (!is_variable(line)) return false;
    return is_arc_consistent(options_.propagation) ? !placements(line).is_one() : picked_[line].empty();
}

bool Textbook::assign(int line, const int* paints) {
    switch (options_.propagation) {
        case Propagation::none: return agree(line, paints);
        case Propagation::forward_checking: return restrict_crossings(line, paints);
        case Propagation::ac3: return make_consistent(line, paints);
    }
    throw std::logic_error("nonocsp kernel: unknown propagation");
}

bool Textbook::agree(int line, const int* paints) {
    const LineClue& clue = grid_.clue(line);
    std::vector<std::uint8_t>& picked = picked_[line];
    bool agrees = true;
    for (int i = 0; i < clue.cells; ++i)
        grid_.each_crossing(line, i, [&](int other, int place) {
            agrees &= picked_[other].empty() || picked_[other][place] == clue.palette[paints[i]];
        });
    if (!agrees) return false;
    for (int i = 0; i < clue.cells; ++i) picked.push_back(clue.palette[paints[i]]);
    return true;
}

bool Textbook::restrict_crossings(int line, const int* paints) {
    const LineClue& clue = grid_.clue(line);
    for (int i = 0; i < clue.cells; ++i) picked_[line].push_back(clue.palette[paints[i]]);
    bool is_alive = true;
    for (int i = 0; i < clue.cells && is_alive; ++i)
        grid_.each_crossing(line, i, [&](int other, int place) {
            if (!is_alive || !is_variable(other) || !picked_[other].empty()) return;
            const LineClue& crossing = grid_.clue(other);
            for (int p = 0; p < crossing.paints(); ++p)
                if (crossing.palette[p] != picked_[line][i] && grid_.has(other, p, place))
                    remove(other, crossing.palette[p], place);
            ++stats_.tightenings;
            is_alive = !budget_.spend(tighten_work(crossing)) && with_words(crossing.words, [&]<int W>() {
                return feasible<W>(crossing, grid_.planes(other), scratch_);
            });
        });
    return is_alive;
}

bool Textbook::make_consistent(int line, const int* paints) {
    const LineClue& clue = grid_.clue(line);
    for (int i = 0; i < clue.cells; ++i)
        for (int p = 0; p < clue.paints(); ++p)
            if (p != paints[i] && grid_.has(line, p, i)) {
                remove(line, clue.palette[p], i);
                remove_in_crossings(line, clue.palette[p], i);
            }
    if (propagate_lines()) return true;
    waiting_.clear();
    return false;
}

bool Textbook::propagate_lines() {
    while (!waiting_.empty()) {
        const int line = waiting_.pop();
        ++stats_.tightenings;
        if (budget_.spend(tighten_work(grid_.clue(line)))) return false;
        const bool alive = tighten_line(grid_, line, scratch_, before_, [&](int i, int colour) {
            removals_.push_back({line, colour, i});
            counted_[line] = 0;
            remove_in_crossings(line, colour, i);
        });
        if (!alive) return false;
    }
    return true;
}

void Textbook::remove(int line, int colour, int cell) {
    grid_.remove_in(line, colour, cell);
    removals_.push_back({line, colour, cell});
    counted_[line] = 0;
    ++stats_.propagations;
}

void Textbook::remove_in_crossings(int line, int colour, int cell) {
    grid_.each_crossing(line, cell, [&](int other, int place) {
        remove(other, colour, place);
        if (is_variable(other)) waiting_.push(other);
    });
}

void Textbook::undo(std::size_t mark) {
    while (removals_.size() > mark) {
        const Removal gone = removals_.back();
        removals_.pop_back();
        grid_.restore_in(gone.line, gone.colour, gone.cell);
        counted_[gone.line] = 0;
    }
}

void Textbook::read_off(std::uint8_t* cells) const {
    if (is_arc_consistent(options_.propagation)) return grid_.read_off(cells);
    for (int line = 0; line < grid_.lines(); ++line)
        for (std::size_t i = 0; i < picked_[line].size(); ++i)
            cells[grid_.board().cell(line, static_cast<int>(i))] = picked_[line][i];
}

}  // namespace nonocsp
