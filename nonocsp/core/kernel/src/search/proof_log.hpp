// The proof of a search, written while it runs: every nogood with the steps from which it follows.
//
// A nogood was found by propagation: what contradicts itself was forced by lines and earlier nogoods, back to the facts
// of the nogood.  Its hints are these reasons in the order of the trail, so that a checker repeats nothing but what was
// needed.  The format and what a checker does with it: docs/reference/proofs.md.
//
// What becomes known at level 0 through lines is not written: a checker tightens all lines there itself.
// Wetzler, Heule and Hunt, "DRAT-trim" (2014) and Cruz-Filipe et al., "Efficient certified RAT verification" (2017)
// for proofs with deletions and hints.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "search/explainer.hpp"

namespace nonocsp {

/// Takes the text of a proof, in pieces.  It may throw, which ends the search.
class ProofSink {
public:
    virtual ~ProofSink() = default;
    virtual void write(std::string_view text) = 0;
};

class ProofLog {
public:
    /// All must outlive it.
    ProofLog(ProofSink& sink, const Grid& grid, const Variables& variables, const Assignment& assignment,
             Explainer& explainer);

    /// The clause that forbids a nogood follows from a conflict.  To be called before anything is taken back.
    StepId clause(const std::vector<Literal>& literals, const Conflict& conflict);
    /// The same where the other literals make this one true.
    StepId implication(const std::vector<Literal>& literals, Literal implied);
    /// The clause is now the one at `ref`, or is binary.
    void stored(StepId step, const std::vector<Literal>& literals, Reason reason);
    /// Clauses were moved, or removed (to no_clause), after a call of `catch_up`.
    void moved(const std::vector<std::pair<ClauseRef, ClauseRef>>& moves);
    /// Write what long or binary clauses have made true at level 0, which no checker finds by itself.
    void catch_up();
    /// Delete a step.
    void remove(StepId step);
    /// A literal that follows from two earlier steps is true at level 0.
    void unit(Literal l, StepId one, StepId other);
    /// The current solution, whose decisions shall be excluded.
    void solution(const std::uint8_t* cells);
    StepId excluded(const std::vector<Literal>& clause);

    /// Weights of the lines of a direction, on the cells of a colour or (0) of all block colours.
    void weights(int direction, int colour, const std::vector<int>& weights);
    /// The last weights exclude what the negation of this literal says; no_literal: they exclude everything.
    void bounded(Literal l);

    /// Positions: the variable says that the block starts at or before p.
    void define(Variable v, int line, int block, int p);
    /// There is no further solution.
    void conclude();
    void flush();

private:
    struct Position {
        int line, block, p;
    };

    std::size_t root_end() const;
    void trace(const std::vector<Literal>& clause, const Conflict& conflict);
    void hint(Reason reason, Literal implied, const std::vector<Literal>& implying);
    int line_of(Literal l) const;
    StepId nogood(const std::vector<Literal>& clause);
    void fact(Literal l);
    void line(int line);
    void number(std::int64_t number);
    void end_line();

    ProofSink& sink_;
    const Grid& grid_;
    const Variables& variables_;
    const Assignment& assignment_;
    Explainer& explainer_;
    std::string text_;
    StepId last_ = 0, solution_ = 0;
    StepId weights_ = 0;
    std::string weights_text_;
    std::size_t caught_up_ = 0;                    ///< the trail of level 0 up to here is written
    std::unordered_map<ClauseRef, StepId> steps_;  ///< of clauses of three literals or more
    std::unordered_map<std::uint64_t, StepId> binary_;
    std::vector<Position> positions_;  ///< variable after those of cells -> its meaning
    std::vector<int> colours_;         ///< colour -> its number in the proof

    enum Mark : char { unmarked, marked, given };
    std::vector<char> marks_;
    std::vector<Literal> reason_;
    std::vector<std::int64_t> hints_;  ///< the latest first; a line as ~line
};

}  // namespace nonocsp
