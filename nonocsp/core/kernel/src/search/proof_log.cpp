// The text of a proof is written from the trail.
#include "search/proof_log.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace nonocsp {

namespace {

/// Text that is collected before it goes to the sink.
constexpr std::size_t batch = 1 << 16;

std::uint64_t pair_of(Literal a, Literal b) {
    if (a > b) std::swap(a, b);
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 | static_cast<std::uint32_t>(b);
}

/// The numbers of the colours: in the order in which the clues first use them, then those that no clue uses.
std::vector<int> colour_numbers(const Grid& grid) {
    std::vector<int> numbers(static_cast<std::size_t>(grid.colours()) + 1, 0);
    int next = 1;
    const auto use = [&](int colour) {
        if (colour && !numbers[colour]) numbers[colour] = next++;
    };
    for (int line = 0; line < grid.lines(); ++line)
        for (const LineBlock& block : grid.clue(line).blocks) use(grid.clue(line).palette[block.paint]);
    for (int colour = 1; colour <= grid.colours(); ++colour) use(colour);
    return numbers;
}

}  // namespace

ProofLog::ProofLog(ProofSink& sink, const Grid& grid, const Variables& variables, const Assignment& assignment,
                   Explainer& explainer)
    : sink_(sink),
      grid_(grid),
      variables_(variables),
      assignment_(assignment),
      explainer_(explainer),
      colours_(colour_numbers(grid)) {}

StepId ProofLog::clause(const std::vector<Literal>& literals, const Conflict& conflict) {
    catch_up();
    trace(literals, conflict);
    return nogood(literals);
}

StepId ProofLog::implication(const std::vector<Literal>& literals, Literal implied) {
    Conflict conflict{{}, assignment_[variable(implied)].reason};
    explainer_.append_reason(implied, conflict.literals);
    conflict.literals.push_back(negated(implied));
    return clause(literals, conflict);
}

/// The length of the trail at level 0.
std::size_t ProofLog::root_end() const {
    return assignment_.levels().empty() ? assignment_.trail().size() : assignment_.levels()[0].start;
}

void ProofLog::catch_up() {
    for (const std::size_t end = root_end(); caught_up_ < end; ++caught_up_) {
        const Literal l = assignment_.trail()[caught_up_];
        const Reason reason = assignment_[variable(l)].reason;
        if (reason.kind == Reason::decision || reason.kind == Reason::line) continue;
        reason_.clear();
        explainer_.append_reason(l, reason_);
        hints_.clear();
        hint(reason, l, reason_);
        if (hints_.empty() || hints_[0] < 0) continue;
        nogood({l});
    }
}

/// The reasons of a conflict back to the negated literals of a clause, the latest first.
void ProofLog::trace(const std::vector<Literal>& clause, const Conflict& conflict) {
    marks_.resize(variables_.size(), unmarked);
    const auto mark = [&](Literal l) {
        char& mark = marks_[variable(l)];
        if (assignment_[variable(l)].level > 0 && mark == unmarked) mark = marked;
    };
    for (Literal l : clause) marks_[variable(l)] = given;
    hints_.clear();
    hint(conflict.reason, no_literal, conflict.literals);
    for (Literal l : conflict.literals) mark(l);
    const std::vector<Literal>& trail = assignment_.trail();
    for (std::size_t at = trail.size(), root = root_end(); at-- > root;) {
        const Literal l = trail[at];
        if (marks_[variable(l)] != marked) continue;
        marks_[variable(l)] = unmarked;
        const Reason reason = assignment_[variable(l)].reason;
        if (reason.kind == Reason::decision) throw std::logic_error("nonocsp kernel: a step of a proof lacks a fact");
        reason_.clear();
        explainer_.append_reason(l, reason_);
        hint(reason, l, reason_);
        for (Literal implying : reason_) mark(implying);
    }
    for (Literal l : clause) marks_[variable(l)] = unmarked;
}

/// What a checker looks at for a reason; nothing where it is the same cell, or what it looks at next anyway.
void ProofLog::hint(Reason reason, Literal implied, const std::vector<Literal>& implying) {
    std::int64_t hint = 0;
    switch (reason.kind) {
        case Reason::decision:
        case Reason::only: return;
        case Reason::line: hint = ~static_cast<std::int64_t>(reason.index); break;
        case Reason::clause: hint = steps_.at(reason.index); break;
        case Reason::one:
        case Reason::two: {
            const bool is_binary = implying.size() + (implied != no_literal) == 2;
            if (is_binary) {
                const Literal other = implied != no_literal ? implied : negated(implying[1]);
                const auto found = binary_.find(pair_of(negated(implying[0]), other));
                if (found != binary_.end()) {
                    hint = found->second;
                    break;
                }
            }
            int line = implied == no_literal ? -1 : line_of(implied);
            for (Literal l : implying) line = std::max(line, line_of(l));
            if (line < 0) return;
            hint = ~static_cast<std::int64_t>(line);
        }
    }
    if (hints_.empty() || hints_.back() != hint) hints_.push_back(hint);
}

/// The line of a position; -1 for a cell.
int ProofLog::line_of(Literal l) const {
    const Variable v = variable(l) - variables_.of_cells();
    return v < 0 ? -1 : positions_[v].line;
}

void ProofLog::stored(StepId step, const std::vector<Literal>& literals, Reason reason) {
    if (reason.kind == Reason::clause) steps_[reason.index] = step;
    else if (literals.size() == 2) binary_[pair_of(literals[0], literals[1])] = step;
}

void ProofLog::moved(const std::vector<std::pair<ClauseRef, ClauseRef>>& moves) {
    std::unordered_map<ClauseRef, StepId> steps;
    for (const auto& [from, to] : moves) {
        const auto found = steps_.find(from);
        if (found == steps_.end()) continue;
        if (to == no_clause) remove(found->second);
        else steps[to] = found->second;
    }
    steps_.swap(steps);
}

void ProofLog::remove(StepId step) {
    text_ += "d ";
    number(step);
    end_line();
}

void ProofLog::unit(Literal l, StepId one, StepId other) {
    hints_ = {other, one};
    nogood({l});
    remove(one);
    remove(other);
}

void ProofLog::solution(const std::uint8_t* cells) {
    catch_up();
    solution_ = ++last_;
    text_ += "s ";
    number(solution_);
    const bool is_wide = grid_.colours() > 9;
    for (int row = 0; row < grid_.rows(); ++row) {
        text_ += row ? '/' : ' ';
        for (int column = 0; column < grid_.length(row); ++column) {
            const int colour = colours_[*cells++];
            if (is_wide) text_ += "0123456789abcdef"[colour >> 4];
            text_ += "0123456789abcdef"[colour & 15];
        }
    }
    end_line();
}

/// The clause that excludes the last solution by its decisions.
StepId ProofLog::excluded(const std::vector<Literal>& clause) {
    catch_up();
    trace(clause, {assignment_.trail(), Reason(Reason::decision)});
    hints_.insert(hints_.begin(), solution_);
    return nogood(clause);
}

void ProofLog::weights(int direction, int colour, const std::vector<int>& weights) {
    catch_up();
    std::string before;
    before.swap(text_);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] == 0) continue;
        text_ += ' ';
        line(grid_.board().first_line(direction) + static_cast<int>(i));
        if (colour > 0) {
            text_ += 'k';
            number(colours_[colour]);
        }
        text_ += '=';
        number(weights[i]);
    }
    before.swap(text_);
    if (before == weights_text_) return;
    weights_text_ = before;
    weights_ = ++last_;
    text_ += "w ";
    number(weights_);
    text_ += weights_text_;
    end_line();
}

void ProofLog::bounded(Literal l) {
    hints_ = {weights_};
    nogood(l == no_literal ? std::vector<Literal>() : std::vector<Literal>{l});
}

void ProofLog::define(Variable v, int line, int block, int p) {
    positions_.resize(
        std::max<std::size_t>(positions_.size(), static_cast<std::size_t>(v - variables_.of_cells()) + 1));
    positions_[v - variables_.of_cells()] = {line, block, p};
}

void ProofLog::conclude() {
    catch_up();
    hints_.clear();
    nogood({});
    flush();
}

void ProofLog::flush() {
    if (text_.empty()) return;
    sink_.write(text_);
    text_.clear();
}

/// Write the nogood that a clause forbids, with the hints collected.
StepId ProofLog::nogood(const std::vector<Literal>& clause) {
    text_ += "n ";
    number(++last_);
    for (Literal l : clause) {
        text_ += ' ';
        fact(negated(l));
    }
    if (!hints_.empty()) text_ += " :";
    std::for_each(hints_.rbegin(), hints_.rend(), [&](std::int64_t hint) {
        text_ += ' ';
        if (hint < 0) line(static_cast<int>(~hint));
        else number(hint);
    });
    end_line();
    return last_;
}

void ProofLog::fact(Literal l) {
    if (const Variable v = variable(l) - variables_.of_cells(); v >= 0) {
        const Position& position = positions_[v];
        line(position.line);
        text_ += 'b';
        number(position.block + 1);
        text_ += is_positive(l) ? '<' : '>';
        number(position.p + (is_positive(l) ? 2 : 1));
        return;
    }
    const OpenCell& cell = variables_.cell(variable(l));
    text_ += 'r';
    number(cell.row + 1);
    text_ += 'c';
    number(cell.column + 1);
    // A cell with two candidates has one if it lacks the other.
    const int other = variables_.exclusion(negated(l)).colour;
    text_ += other >= 0 ? '=' : '!';
    number(colours_[other >= 0 ? other : variables_.exclusion(l).colour]);
}

void ProofLog::line(int line) {
    const Board& board = grid_.board();
    text_ += board.axis(board.direction(line));
    number(board.number(line) + 1);
}

void ProofLog::number(std::int64_t number) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void ProofLog::end_line() {
    text_ += '\n';
    if (text_.size() >= batch) flush();
}

}  // namespace nonocsp
