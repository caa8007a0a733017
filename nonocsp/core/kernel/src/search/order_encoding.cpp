// The variables and clauses of block positions.
#include "search/order_encoding.hpp"

#include <algorithm>
#include <limits>

namespace nonocsp {

namespace {

/// Conflicts before positions get literals, for each clause they add; and the most clauses they may add.
constexpr double wait = 0.03, most_clauses = 1e6;

Literal negation(Literal l) { return l >= 0 ? negated(l) : l == always ? never : always; }

/// The order encoding of the blocks of one line.
class BlockStarts {
public:
    BlockStarts(const Grid& grid, int line, Variable next) : starts_(grid.clue(line).blocks.size()) {
        const LineClue& clue = grid.clue(line);
        is_feasible = with_words(clue.words, [&]<int W>() {
            std::vector<BitSet<W>> sets(starts_.size());
            if (!possible_starts<W>(clue, grid.planes(line), sets.data())) return false;
            for (std::size_t j = 0; j < sets.size(); ++j)
                each_bit(sets[j].word, W, [&](int p) { starts_[j].push_back(p); });
            return true;
        });
        if (!is_feasible) return;
        for (const std::vector<int>& starts : starts_) {
            first_.push_back(next);
            next += static_cast<Variable>(starts.size()) - 1;
        }
        end = next;
    }

    const std::vector<int>& of(int block) const { return starts_[block]; }
    /// Block -> its first variable.
    const std::vector<Variable>& first() const { return first_; }
    /// The literal start(block) <= p.
    Literal by(int block, int p) const {
        const std::vector<int>& starts = starts_[block];
        if (p >= starts.back()) return always;
        const auto after = std::upper_bound(starts.begin(), starts.end(), p);
        if (after == starts.begin()) return never;
        return positive(first_[block] + static_cast<Variable>(after - starts.begin()) - 1);
    }

    bool is_feasible;
    Variable end = 0;  ///< the first variable after its own

private:
    std::vector<std::vector<int>> starts_;
    std::vector<Variable> first_;
};

}  // namespace

/// A clause at level 0.  False if it is violated.
bool OrderEncoding::add_clause(ShortClause literals) {
    std::size_t kept = 0;
    for (Literal l : literals) {
        if (l == always || (l >= 0 && cdcl_.assignment.is_true(l))) return true;
        if (l < 0 || cdcl_.assignment.is_false(l)) continue;
        literals[kept++] = l;
    }
    std::fill(literals.begin() + kept, literals.end(), no_literal);
    if (kept == 0) return false;
    if (kept == 1) cdcl_.assignment.enqueue(literals[0], {});
    else clauses_.push_back(literals);
    return true;
}

/// Roughly the number of clauses.
double OrderEncoding::clauses() const {
    double clauses = 0;
    for (int line = 0; line < cdcl_.grid.lines(); ++line)
        if (cdcl_.variables.is_active(line))
            clauses += 2.0 * cdcl_.grid.clue(line).cells * cdcl_.grid.clue(line).blocks.size();
    return clauses;
}

bool OrderEncoding::is_due() const {
    const Options& options = cdcl_.options;
    if (!options.positions || is_done_) return false;
    const double conflicts = static_cast<double>(cdcl_.stats.conflicts);
    return conflicts >= options.positions_after || conflicts >= wait * clauses();
}

bool OrderEncoding::add() {
    is_done_ = true;
    if (clauses() > most_clauses) return true;
    if (cdcl_.budget.limits().threads > 1) prepare_names();
    for (int line = 0; line < cdcl_.grid.lines(); ++line) {
        const LineClue& clue = cdcl_.grid.clue(line);
        if (!cdcl_.variables.is_active(line) || clue.unknown_lengths || clue.blocks.empty()) continue;
        if (cdcl_.budget.spend(50 * static_cast<std::uint64_t>(clue.cells) * clue.blocks.size())) return true;
        if (!add_line(line)) return false;
    }
    cdcl_.clauses.set_short(clauses_);
    clauses_ = {};
    return true;
}

/// Number the positions of all lines.  Without names there is nothing to share.
void OrderEncoding::prepare_names() {
    std::int64_t next = cdcl_.variables.of_cells();
    for (int line = 0; line <= cdcl_.grid.lines(); ++line) {
        if (2 * next > std::numeric_limits<Literal>::max()) return first_name_.clear();
        first_name_.push_back(positive(static_cast<Variable>(next)));
        if (line == cdcl_.grid.lines()) break;
        const LineClue& clue = cdcl_.grid.clue(line);
        next += static_cast<std::int64_t>(clue.blocks.size()) * clue.cells;
    }
    by_name_.resize(cdcl_.grid.lines());
}

/// Name the position start(block) <= p, which is this literal.
void OrderEncoding::add_name(int line, int block, int p, Literal l) {
    if (first_name_.empty()) return;
    by_name_[line].push_back(l);
    if (l < 0) return;
    const Variable v = variable(l) - cdcl_.variables.of_cells();
    names_.resize(std::max<std::size_t>(names_.size(), static_cast<std::size_t>(v) + 1), no_literal);
    names_[v] = first_name_[line] + 2 * (block * cdcl_.grid.clue(line).cells + p);
}

Literal OrderEncoding::name(Literal l) const {
    const Variable v = variable(l) - cdcl_.variables.of_cells();
    if (v < 0) return l;
    if (v >= static_cast<Variable>(names_.size()) || names_[v] == no_literal) return no_literal;
    return names_[v] | (l & 1);
}

Literal OrderEncoding::named(Literal name) const {
    if (variable(name) < cdcl_.variables.of_cells()) return name;
    if (by_name_.empty()) return no_literal;
    const auto after = std::upper_bound(first_name_.begin(), first_name_.end(), name);
    const std::size_t line = static_cast<std::size_t>(after - first_name_.begin()) - 1;
    const std::size_t index = static_cast<std::size_t>(variable(name) - variable(first_name_[line]));
    if (line >= by_name_.size() || index >= by_name_[line].size()) return no_literal;
    const Literal l = by_name_[line][index];
    return is_positive(name) ? l : negation(l);
}

bool OrderEncoding::add_line(int line) {
    const LineClue& clue = cdcl_.grid.clue(line);
    const int n = clue.cells, k = static_cast<int>(clue.blocks.size());
    const BlockStarts starts(cdcl_.grid, line, cdcl_.variables.size());
    if (!starts.is_feasible) return false;
    cdcl_.grow(starts.end);
    first_.insert(first_.end(), starts.first().begin(), starts.first().end());
    end_ = starts.end;
    const auto cell_has = [&](int i, int colour) { return cdcl_.variables.has_colour(cdcl_.grid, line, i, colour); };

    for (int j = 0; j < k; ++j)
        for (int p = 0; p < n; ++p) add_name(line, j, p, starts.by(j, p));
    if (cdcl_.proof)
        for (int j = 0; j < k; ++j)
            for (int p : starts.of(j))
                if (const Literal l = starts.by(j, p); l >= 0) cdcl_.proof->define(variable(l), line, j, p);
    for (int j = 0; j < k; ++j) {
        const LineBlock& block = clue.blocks[j];
        const std::vector<int>& of = starts.of(j);
        for (std::size_t s = 0; s + 2 < of.size(); ++s)
            if (!add_clause({negation(starts.by(j, of[s])), starts.by(j, of[s + 1]), never})) return false;
        if (j + 1 < k)
            for (int p : starts.of(j + 1))
                if (!add_clause(
                        {negation(starts.by(j + 1, p)), starts.by(j, p - block.length - block.gap_after), never}))
                    return false;
        if (block.attached_after)
            for (int p : of)
                if (!add_clause({negation(starts.by(j, p)), starts.by(j + 1, p + block.length), never})) return false;
        for (int i = of.front(); i < of.back() + block.length; ++i)
            if (!add_clause({negation(starts.by(j, i)), starts.by(j, i - block.length),
                             cell_has(i, clue.palette[block.paint])}))
                return false;
    }
    for (int j = 0; j <= k; ++j)
        for (int i = 0; i < n; ++i) {
            const Literal ended = j == 0 ? always : starts.by(j - 1, i - clue.blocks[j - 1].length);
            const Literal begun = j == k ? never : starts.by(j, i);
            if (ended == never || begun == always) continue;
            if (!add_clause({negation(ended), begun, cell_has(i, 0)})) return false;
        }
    return true;
}

}  // namespace nonocsp
