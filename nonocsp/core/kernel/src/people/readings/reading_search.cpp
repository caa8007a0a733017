#include "people/readings/reading_search.hpp"

#include <algorithm>
#include <limits>

#include "people/readings/evidence.hpp"
#include "search/search_team.hpp"

namespace nonocsp {

namespace {

/// Search nodes for levels before the learning search is asked, and its own.
constexpr int most_search_nodes = 200, most_learning_nodes = 2000;
/// Readings that cost at most this are all allowed at first: what contradicts itself all the same is worth more. MaxSAT
/// solvers call that stratification (Ansótegui, Bonet, Gabàs and Levy, "Improving SAT-based weighted MaxSAT solvers",
/// 2012).
constexpr Cost cheap = 3 * costs_per_nat;
/// Pictures that are looked at for the same levels.
constexpr std::size_t most_pictures = 64;
/// Readings of a line that cost more than this above its cheapest are left out.
constexpr Cost most_above = 30 * costs_per_nat;
constexpr int no_limit = std::numeric_limits<int>::max();
/// Of one line in a learning search, in units of the budget.
constexpr std::uint64_t work_of_tightening = 500;
/// Of messages between crossing lines.
constexpr int rounds = 20;
/// Of each guess and of the search in the first turn, in units of the budget.
constexpr std::uint64_t work_of_turn = 100'000'000;
/// Of the search for better readings when there is one.
constexpr std::uint64_t work_of_proof = 50'000'000;

}  // namespace

ReadingSearch::ReadingSearch(const Board& board, int colours, const std::vector<DoubtfulClue>& clues,
                             const ReadingLimits& limits, Budget& budget, Stats& stats)
    : board_(board), colours_(colours), clues_(clues), limits_(limits), budget_(budget), stats_(stats) {}

/// The cost, above the cheapest readings, from which on a reading is of no use.
int ReadingSearch::useful() const {
    int best = limits_.most_cost;
    if (is_guess_) return is_guessed_ ? 0 : best;
    for (const auto& [key, reading] : found_)
        best = std::min(best, limits_.rank(reading) - cheapest_ + limits_.margin + 1);
    return best;
}

namespace {

std::vector<DoubtfulLine> lines_of(const Board& board, int colours, const std::vector<DoubtfulClue>& clues, int most) {
    std::vector<DoubtfulLine> lines;
    for (int line = 0; line < board.lines(); ++line)
        lines.emplace_back(clues[line], board.length(line), colours,
                           static_cast<Cost>(std::min<int>(most, most_above)));
    return lines;
}

std::vector<std::vector<Cost>> steps_of(const std::vector<DoubtfulLine>& lines) {
    std::vector<std::vector<Cost>> steps;
    for (const DoubtfulLine& line : lines) {
        auto& costs = steps.emplace_back();
        for (int level = 0; level < line.levels(); ++level) costs.push_back(line.step(level));
    }
    return steps;
}

}  // namespace

ReadingSearch::Attempt::Attempt(const Board& board, int colours, const std::vector<DoubtfulClue>& clues, int most,
                                Budget& budget, Stats& stats)
    : lines(lines_of(board, colours, clues, most)),
      consistency(board, colours, lines, budget, stats),
      search(consistency, budget, stats),
      sets(steps_of(lines), budget) {}

/// Crossing lines tell which readings are likely; the first picture that follows bounds the cost of all others.  They
/// start sure of what was read, and doubt it more with every turn.
void ReadingSearch::guess(std::uint64_t work) {
    is_guess_ = true;
    is_guessed_ = false;
    for (const double sureness : {8.0, 5.0, 3.0, 2.0, 1.3}) {
        const std::uint64_t end = budget_.work() + work;
        const std::vector<DoubtfulClue> likely = with_evidence(board_, colours_, clues_, sureness, rounds, budget_);
        Attempt attempt(board_, colours_, likely, limits_.most_cost, budget_, stats_);
        now_ = &attempt;
        while (!budget_.look() && budget_.work() < end && !is_guessed_) {
            const auto levels = attempt.sets.cheapest(useful());
            if (!levels || !test(*levels)) break;
        }
        if (is_guessed_ || budget_.ended() || budget_.work() >= limits_.most_work) break;
    }
    is_guess_ = false;
}

/// Look for better readings than those found, in the order of their bounds; levels of at most `free` cost nothing.
/// Whether the search came to its end.
bool ReadingSearch::improve(std::uint64_t work, Readings& result, Cost free) {
    // Conflicts stay true; levels that were given up may be decided when less is of use.
    if (!exact_ || !exact_->is_proven) exact_.emplace(board_, colours_, clues_, limits_.most_cost, budget_, stats_);
    now_ = &*exact_;
    const std::uint64_t begun = budget_.work();
    const std::uint64_t end = begun + std::min(work, limits_.most_work - std::min(begun, limits_.most_work));
    std::uint64_t next = 0;  // at most half of the work goes into asking for all readings at once
    while (!budget_.look() && budget_.work() < end) {
        if (!found_.empty() && exact_->is_proven && budget_.work() >= next) {
            const std::uint64_t before = budget_.work();
            if (are_all_found(exact_->sets.highest(useful()))) {
                result.bound = cheapest_ + useful();
                result.is_complete = is_all();
                return true;
            }
            next = 2 * budget_.work() - before;
        }
        const auto levels = exact_->sets.cheapest(useful(), free);
        const bool is_proven = exact_->sets.is_proven() && exact_->is_proven;
        if (is_proven) result.bound = std::max(result.bound, cheapest_ + exact_->sets.cost());
        if (!levels) {
            result.is_complete = is_proven && is_all();
            return true;
        }
        if (!test(*levels)) return false;
    }
    return false;
}

/// Whether readings of use were never left out.
bool ReadingSearch::is_all() const {
    return all_up_to_ == no_limit || useful() < std::min(all_up_to_, limits_.most_cost);
}

/// Whether all readings of use are found.  Every line may cost what the conflicts allow: where the sum of all costs
/// leaves few pictures, the proof is short.
bool ReadingSearch::are_all_found(const std::vector<int>& highest) {
    std::size_t pictures = 0;
    const auto found = [&](const std::vector<std::uint8_t>& cells) {
        return ++pictures < most_pictures ? take(cells) : 0;
    };
    return now_->search.run(highest, useful(), most_search_nodes, found) != PictureSearch::End::given_up &&
           pictures < most_pictures;
}

/// Many contradictions go away with one line: each that is in all conflicts may have any reading, and the others keep
/// their cheapest.
void ReadingSearch::try_each_line() {
    const std::uint64_t end = budget_.work() + work_of_proof;
    std::vector<int> levels(board_.lines(), 0);
    for (const int line : now_->sets.common_lines()) {
        if (budget_.look() || budget_.work() >= end) return;
        levels[line] = now_->sets.below(line, useful());
        ask_learning_search(levels);
        levels[line] = 0;
    }
}

/// All readings up to this cost above the cheapest are looked at.
int ReadingSearch::reach() const {
    int all = limits_.most_cost, sum = 0;
    for (const DoubtfulClue& clue : clues_) {
        const int dearest = clue.most_cost() - clue.costs_from()[0];
        sum += dearest;
        if (dearest > most_above) all = std::min<int>(all, most_above);
    }
    return sum < all ? no_limit : all;
}

Readings ReadingSearch::run() {
    Readings result;
    for (const DoubtfulClue& clue : clues_) {
        const Cost cost = clue.costs_from()[0];
        if (cost >= no_path) {
            result.is_complete = true;
            return result;
        }
        cheapest_ += cost;
    }
    result.bound = cheapest_;
    all_up_to_ = reach();
    // Crossing lines would suggest more errors than are asked for.
    if (limits_.most_cost < most_above) {
        improve(limits_.most_work, result, 0);
        return with_found(std::move(result));
    }
    // Few errors are found, and proven to be all, before crossing lines could say anything.
    std::uint64_t first = 0;
    for (int line = 0; line < board_.lines(); ++line) first += rounds * clues_[line].arcs.size() * board_.length(line);
    first = std::min(first, work_of_proof);
    bool is_over = improve(first, result, cheap) && result.is_complete;
    if (!is_over) is_over = improve(first, result, 0) && result.is_complete;
    if (!is_over && !exact_->sets.common_lines().empty()) {
        try_each_line();
        is_over = improve(first, result, 0) && result.is_complete;
    }
    for (std::uint64_t work = work_of_turn; !is_over && !budget_.look() && budget_.work() < limits_.most_work;
         work *= 4) {
        // Nothing that they suggest would be much better than what is as good as the bound.
        const bool is_near = !found_.empty() && useful() - (result.bound - cheapest_) <= 2 * limits_.margin;
        if (!is_near) guess(work);
        is_over = improve(found_.empty() ? work : work_of_proof - first, result, 0) || !found_.empty();
    }
    return with_found(std::move(result));
}

Readings ReadingSearch::with_found(Readings result) const {
    result.found = found_;
    if (all_up_to_ != no_limit) result.bound = std::min(result.bound, cheapest_ + all_up_to_);
    return result;
}

/// Find pictures or a conflict of these levels; false if the budget ended.
bool ReadingSearch::test(const std::vector<int>& levels) {
    std::size_t pictures = 0;
    const auto found = [&](const std::vector<std::uint8_t>& cells) {
        const int useful = take(cells);
        if (++pictures < most_pictures) return useful;
        now_->is_proven = false;
        return 0;
    };
    switch (now_->search.run(levels, useful(), most_search_nodes, found)) {
        case PictureSearch::End::contradiction: add_conflicts(now_->search.blame(), levels); break;
        case PictureSearch::End::complete: close(levels); break;
        case PictureSearch::End::given_up:
            if (budget_.ended()) return false;
            if (!ask_learning_search(levels)) {
                now_->is_proven = false;
                close(levels);
            }
            break;
    }
    return !budget_.ended();
}

/// In use beside a learning search.
std::uint64_t ReadingSearch::bytes() const { return (exact_ ? exact_->bytes() : 0) + (is_guess_ ? now_->bytes() : 0); }

/// Of one call of the learning search.
Limits ReadingSearch::learning_limits() const {
    Limits limits = budget_.limits();
    limits.seconds = budget_.seconds_left();
    limits.nodes = std::min<std::uint64_t>(most_learning_nodes, limits.nodes - stats_.nodes);
    limits.memory -= std::min(bytes(), limits.memory);
    return limits;
}

/// The work and memory of a learning search are those of this one, which may lack nodes or memory, too.
void ReadingSearch::count(const Search& search, Outcome outcome) {
    const Stats work = search.stats();
    add(stats_, work);
    budget_.spend(work_of_tightening * work.tightenings);
    if (outcome == Outcome::limit_nodes) budget_.node(stats_.nodes + 1);
    budget_.memory(bytes() + work.peak_memory);
}

/// Whether the puzzle of the lines with one reading decides about these levels.
bool ReadingSearch::ask_learning_search(const std::vector<int>& levels) {
    Puzzle puzzle{board_, colours_, {}};
    puzzle.clues.resize(board_.lines());
    std::vector<char> is_certain(board_.lines());
    for (int line = 0; line < board_.lines(); ++line) {
        is_certain[line] = now_->lines[line].is_certain(levels[line]);
        if (is_certain[line])
            now_->lines[line].clue().within(now_->lines[line].cheapest()).is_certain(puzzle.clues[line].blocks);
        else puzzle.clues[line].absent = true;
    }
    Search search(puzzle, nullptr, {}, learning_limits());
    std::vector<std::uint8_t> cells(board_.cells());
    std::vector<std::vector<std::uint8_t>> pictures;
    Outcome outcome;
    while ((outcome = search.next(cells.data())) == Outcome::solution && pictures.size() < most_pictures)
        pictures.push_back(cells);
    count(search, outcome);
    for (const auto& picture : pictures) take(picture);
    if (outcome != Outcome::exhausted) return false;
    if (!pictures.empty()) close(levels);
    else {
        LineConflict conflict;
        for (int line = 0; line < board_.lines(); ++line)
            if (is_certain[line]) conflict.push_back({line, levels[line]});
        now_->sets.add(std::move(conflict));
    }
    return true;
}

/// Nothing more is expected of these levels: some line must be above.
void ReadingSearch::close(const std::vector<int>& levels) {
    LineConflict conflict;
    for (int line = 0; line < board_.lines(); ++line) conflict.push_back({line, levels[line]});
    now_->sets.add(std::move(conflict));
}

/// The conflict of these levels, and those among the lines that are left when its lines are left out, and so on: each
/// is worth as much as the first one, and no other line can hide it.
void ReadingSearch::add_conflicts(Blame blame, const std::vector<int>& levels) {
    std::vector<std::vector<int>> conflicts;
    std::vector<int> rest = levels;
    int least = now_->sets.cost();
    do {
        conflicts.push_back(minimal(std::move(blame), rest));
        if (budget_.ended()) return;
        int step = no_path;
        for (int line = 0; line < board_.lines(); ++line) {
            const int level = conflicts.back()[line];
            if (level == left_out) continue;
            rest[line] = left_out;
            if (level + 1 < now_->lines[line].levels())
                step = std::min(step, now_->lines[line].step(level + 1) - now_->lines[line].step(level));
        }
        least += step;
        if (least >= useful() || now_->consistency.start(rest)) break;
        blame = now_->consistency.blame();
    } while (!budget_.ended());
    for (std::vector<int>& conflict : conflicts) {
        if (least < useful()) raise(conflict);
        if (budget_.ended()) return;
        LineConflict lines;
        for (int line = 0; line < board_.lines(); ++line)
            if (conflict[line] != left_out) lines.push_back({line, conflict[line]});
        now_->sets.add(std::move(lines));
    }
}

/// The levels of as few of the blamed lines as contradict each other by propagation; the others are left out.
std::vector<int> ReadingSearch::minimal(Blame blame, const std::vector<int>& levels) {
    std::vector<int> kept(levels.size(), left_out);
    for (std::size_t line = 0; line < levels.size(); ++line)
        if (blame.lines[line]) kept[line] = levels[line];
    for (std::size_t line = 0; line < levels.size(); ++line) {
        if (kept[line] == left_out || budget_.ended()) continue;
        std::vector<int> fewer = kept;
        fewer[line] = left_out;
        if (now_->consistency.start(fewer) || budget_.ended()) continue;
        for (std::size_t other = 0; other < kept.size(); ++other)
            kept[other] = now_->consistency.blame().lines[other] ? fewer[other] : left_out;
    }
    return kept;
}

/// The conflict is worth what its cheapest way out costs: all lines are raised to the highest common cost at which the
/// contradiction stays, and then one by one, the cheapest first.
void ReadingSearch::raise(std::vector<int>& levels) {
    std::vector<Cost> costs;
    for (int line = 0; line < board_.lines(); ++line)
        for (int level = levels[line] + 1; levels[line] != left_out && level < now_->lines[line].levels(); ++level)
            costs.push_back(now_->lines[line].step(level));
    std::sort(costs.begin(), costs.end());
    costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
    const auto raised = [&](Cost most) {
        std::vector<int> higher = levels;
        for (int line = 0; line < board_.lines(); ++line)
            while (higher[line] != left_out && higher[line] + 1 < now_->lines[line].levels() &&
                   now_->lines[line].step(higher[line] + 1) <= most)
                ++higher[line];
        return higher;
    };
    const auto first = std::partition_point(costs.begin(), costs.end(), [&](Cost most) {
        return !budget_.ended() && !now_->consistency.start(raised(most)) && !budget_.ended();
    });
    if (first != costs.begin()) levels = raised(first[-1]);
    std::vector<char> is_tried(levels.size(), 0);
    while (!budget_.ended()) {
        int next = -1;
        Cost least = no_path;
        for (int line = 0; line < board_.lines(); ++line) {
            if (levels[line] == left_out || is_tried[line] || levels[line] + 1 >= now_->lines[line].levels()) continue;
            const Cost step = now_->lines[line].step(levels[line] + 1);
            if (step < least) next = line, least = step;
        }
        if (next < 0) return;
        ++levels[next];
        if (!now_->consistency.start(levels)) continue;
        --levels[next];
        is_tried[next] = 1;
    }
}

/// Keep the readings that a picture shows; returns `useful()`.
int ReadingSearch::take(const std::vector<std::uint8_t>& cells) {
    FoundReading reading{0, std::vector<Clue>(board_.lines()), 0};
    std::vector<std::uint32_t> key;
    for (int line = 0; line < board_.lines(); ++line) {
        std::vector<Block>& blocks = reading.clues[line].blocks;
        int before = 0;
        board_.each_cell(line, [&](int cell) {
            const int colour = cells[cell];
            if (colour && colour == before) ++blocks.back().length;
            else if (colour) blocks.push_back({1, static_cast<std::uint8_t>(colour)});
            before = colour;
        });
        const Cost cost = clues_[line].cost_of(blocks);
        if (cost >= no_path) return useful();
        reading.cost += cost;
        for (const Block& block : blocks) key.push_back(static_cast<std::uint32_t>(block.length) << 8 | block.colour);
        key.push_back(0);
    }
    is_guessed_ |= is_guess_;
    if (found_.count(key) || (!is_guess_ && reading.cost - cheapest_ >= useful())) return useful();
    judge(reading);
    found_.emplace(std::move(key), std::move(reading));
    return useful();
}

/// How many solutions the puzzle of a reading has.
void ReadingSearch::judge(FoundReading& reading) {
    const Puzzle puzzle{board_, colours_, reading.clues};
    Search search(puzzle, nullptr, {}, learning_limits());
    std::vector<std::uint8_t> cells(board_.cells());
    int solutions = 0;
    Outcome outcome;
    while ((outcome = search.next(cells.data())) == Outcome::solution && ++solutions < 2) {
    }
    count(search, outcome);
    if (solutions == 2 || outcome == Outcome::exhausted) reading.solutions = solutions;
}

}  // namespace nonocsp
