// Patterns of weights, the slack between two directions, and what it excludes.
#include "search/lagrangian_bounds.hpp"

namespace nonocsp {

namespace {

constexpr int groups = 3;

/// Cells of a line; a pass takes 32 bytes for each cell and state of the automaton.
constexpr int longest = 1'000;
static_assert(longest <= LineOptimum::largest_sum);

/// Whether pattern k of a group has line number i of its direction.
bool is_in_pattern(int group, int k, int i) {
    if (group > 0) return i % (group == 1 ? 6 : 8) == k;
    if (k == 0) return i % 2 == 0;
    return k < 4 ? i % 3 == k - 1 : i % 4 == k - 4;
}

}  // namespace

bool LagrangianBounds::run(bool is_last_chance) {
    while (is_due(is_last_chance) && !cdcl_.assignment.is_complete())
        if (!run_next()) return false;
    return true;
}

/// Trying patterns takes a small share of all work.
bool LagrangianBounds::is_due(bool is_last_chance) {
    const Grid& grid = cdcl_.grid;
    if (!cdcl_.options.bounds || next_ == groups) return false;
    if (group_work_ == 0)
        for (int line = 0; line < grid.lines(); ++line) {
            if (grid.length(line) > longest) next_ = groups;
            group_work_ += optimum_work(grid.clue(line)) * (grid.colours() > 1 ? grid.colours() + 1 : 1);
        }
    if (next_ == groups) return false;
    const double wait = (is_last_chance ? 0.1 : 1) * cdcl_.options.bounds_wait;
    return static_cast<double>(cdcl_.budget.work()) >= wait * static_cast<double>(work_ + group_work_);
}

void LagrangianBounds::start() {
    const Grid& grid = cdcl_.grid;
    steps_.reserve(grid.lines());
    for (int line = 0; line < grid.lines(); ++line) steps_.emplace_back(grid.clue(line));
    version_.assign(grid.lines(), 1);
}

bool LagrangianBounds::run_next() {
    if (next_ == 0) start();
    const std::size_t families = families_.size(), trail = cdcl_.assignment.trail().size();
    const std::uint64_t work = cdcl_.budget.work();
    add_families();
    ++next_;
    if (!reach_fixpoint()) return false;
    work_ += cdcl_.budget.work() - work;
    // Patterns that find nothing now hardly will later.
    if (cdcl_.assignment.trail().size() == trail) families_.resize(families);
    return true;
}

void LagrangianBounds::add_families() {
    const Grid& grid = cdcl_.grid;
    std::vector<Lanes> weights(std::max(grid.rows(), grid.columns()), Lanes::filled(0));
    for (int i = 0; i < static_cast<int>(weights.size()); ++i)
        for (int k = 0; k < patterns; ++k)
            if (is_in_pattern(next_, k, i)) {
                weights[i].at[k] = 1;
                weights[i].at[patterns + k] = -1;
            }
    const auto add = [&](int colour) {
        for (int direction = 0; direction < grid.board().directions(); ++direction)
            for (int other = 0; other < grid.board().directions(); ++other)
                if (other != direction)
                    families_.push_back({direction, other, colour, weights, std::vector<Lanes>(grid.lines()),
                                         std::vector<std::uint32_t>(grid.lines(), 0)});
    };
    add(any);
    for (int colour = 1; colour <= grid.colours() && grid.colours() > 1; ++colour) add(colour);
}

bool LagrangianBounds::reach_fixpoint() {
    std::size_t before;
    do {
        before = cdcl_.assignment.trail().size();
        for (Family& family : families_) {
            note_changes();
            if (!apply(family)) return false;
        }
    } while (cdcl_.assignment.trail().size() > before);
    return true;
}

void LagrangianBounds::note_changes() {
    const std::vector<Literal>& trail = cdcl_.assignment.trail();
    for (; noted_ < trail.size(); ++noted_) {
        if (variable(trail[noted_]) >= cdcl_.variables.of_cells()) continue;
        cdcl_.variables.cell(variable(trail[noted_])).each_place([&](int line, int) { ++version_[line]; });
    }
}

/// Measure the slack, and exclude what exceeds it.
bool LagrangianBounds::apply(Family& family) {
    const Grid& grid = cdcl_.grid;
    std::int64_t total[Lanes::count] = {};
    for (int line = 0; line < grid.lines(); ++line) {
        if (!is_in(family, line)) continue;
        if (family.is_of[line] != version_[line]) {
            family.least[line] = has_constant_sum(family, line) ? constant_sum(family, line) : least(family, line);
            family.is_of[line] = version_[line];
        }
        for (int k = 0; k < Lanes::count; ++k) total[k] += family.least[line].at[k];
    }
    if (cdcl_.budget.ended()) return false;
    Lanes slack;
    for (int k = 0; k < Lanes::count; ++k) {
        if (total[k] > 0) {
            prove(family, k, no_literal);
            return false;
        }
        slack.at[k] = static_cast<std::int16_t>(std::min<std::int64_t>(-total[k], LineOptimum::infinite));
    }
    for (int line = 0; line < grid.lines(); ++line)
        if (is_in(family, line) && cdcl_.variables.is_active(line) && !filter(family, line, slack)) return false;
    return cdcl_.propagate();
}

bool LagrangianBounds::is_in(const Family& family, int line) const {
    const int direction = cdcl_.grid.board().direction(line);
    return direction == family.direction || direction == family.other;
}

/// Whether the weight depends on the line alone, and the clue gives the number of cells that have it.
bool LagrangianBounds::has_constant_sum(const Family& family, int line) const {
    const LineClue& clue = cdcl_.grid.clue(line);
    return cdcl_.grid.board().direction(line) == family.direction && !clue.absent && !clue.unknown_lengths;
}

Lanes LagrangianBounds::constant_sum(const Family& family, int line) const {
    const LineClue& clue = cdcl_.grid.clue(line);
    int cells = 0;
    for (const LineBlock& block : clue.blocks)
        if (family.colour == any || clue.palette[block.paint] == family.colour) cells += block.length;
    Lanes sum = weight(family, line, 0);
    for (std::int16_t& lane : sum.at) lane = static_cast<std::int16_t>(lane * cells);
    return sum;
}

/// The weight of cell i of the line, if it has a colour with weights.
Lanes LagrangianBounds::weight(const Family& family, int line, int i) const {
    const Board& board = cdcl_.grid.board();
    const int direction = board.direction(line);
    int weighted = line;
    if (direction != family.direction)
        board.each_crossing(line, i, [&](int other, int) {
            if (board.direction(other) == family.direction) weighted = other;
        });
    const Lanes& weight = family.weights[board.number(weighted)];
    return direction == std::min(family.direction, family.other) ? Lanes::filled(0) - weight : weight;
}

Lanes LagrangianBounds::least(const Family& family, int line) {
    const LineClue& clue = cdcl_.grid.clue(line);
    ++cdcl_.stats.bounds;
    cdcl_.budget.spend(optimum_work(clue));
    Lanes* weights = optimum_.weights(clue);
    for (int i = 0; i < clue.cells; ++i) {
        const Lanes of_cell = weight(family, line, i);
        *weights++ = Lanes::filled(0);
        for (int p = 1; p < clue.paints(); ++p)
            *weights++ = family.colour == any || clue.palette[p] == family.colour ? of_cell : Lanes::filled(0);
    }
    return optimum_.least(clue, steps_[line], cdcl_.grid.planes(line));
}

/// Exclude what costs the line more than the slack.  False if nothing is left.
bool LagrangianBounds::filter(const Family& family, int line, const Lanes& slack) {
    // The greatest cost of a placement: the least sum of the opposite sign is the greatest one of this.
    const Lanes& sums = family.least[line];
    bool is_fruitful = false;
    for (int k = 0; k < patterns; ++k)
        is_fruitful |= -sums.at[k] - sums.at[patterns + k] > std::min(slack.at[k], slack.at[patterns + k]);
    if (!is_fruitful) return true;
    const LineClue& clue = cdcl_.grid.clue(line);
    least(family, line);
    const Lanes* marginals = optimum_.marginals(clue, steps_[line]);
    for (int i = 0; i < clue.cells; ++i)
        for (int p = 0; p < clue.paints(); ++p, ++marginals) {
            if (!is_candidate(clue, cdcl_.grid.planes(line), p, i)) continue;
            int lane = -1;
            for (int k = 0; k < Lanes::count; ++k)
                if (marginals->at[k] - sums.at[k] > slack.at[k]) lane = k;
            if (lane >= 0 && !exclude(family, lane, line, i, p)) return false;
        }
    return true;
}

/// False if the cell has no other candidate.
bool LagrangianBounds::exclude(const Family& family, int lane, int line, int i, int paint) {
    const Literal l = cdcl_.variables.exclusions_of(line)[i * cdcl_.grid.clue(line).paints() + paint];
    if (l == no_literal || cdcl_.assignment.is_false(l)) {
        prove(family, lane, l);
        return false;
    }
    prove(family, lane, l);
    ++cdcl_.stats.bound_facts;
    cdcl_.assignment.enqueue(l, {});
    return true;
}

/// Write that the weights of a lane exclude what a literal denies, or (no_literal) everything.
void LagrangianBounds::prove(const Family& family, int lane, Literal l) {
    if (!cdcl_.proof) return;
    std::vector<int> weights;
    const Board& board = cdcl_.grid.board();
    for (int i = 0; i < board.first_line(family.direction + 1) - board.first_line(family.direction); ++i)
        weights.push_back(family.weights[i].at[lane]);
    cdcl_.proof->weights(family.direction, std::max(family.colour, 0), weights);
    cdcl_.proof->bounded(l);
}

}  // namespace nonocsp
