// Order encoding of block positions, added to searches that take long.
//
// A nogood over cells alone can be exponentially longer than one with literals "this block starts at p or before":
// proofs on n-dominos and large random puzzles depend on that.  So after a number of conflicts every block gets the
// literals start <= p, one for each possible start but the last, and clauses that link them to one another and to the
// cells:
//
//     start(j) <= p           ->  start(j) <= p + 1
//     start(j+1) <= p         ->  start(j) <= p - length(j) - gap
//     start(j) <= i < end(j)  ->  cell i has the block's colour
//     end(j) <= i < start(j+1) ->  cell i is blank
//
// The lines keep tightening on cells, which is stronger; the clauses keep the positions up to date and give conflict
// analysis shorter nogoods.  Cost: lines x cells x blocks clauses of three literals; left out where that is too
// many.  Where lines hold few blocks they cost little and pay off almost at once; with many blocks, whose clues fix
// many cells, they are added late.
// Tamura, Taga, Kitagawa and Banbara, "Compiling finite linear CSP into SAT" (2009) for the encoding.
#pragma once

#include <utility>
#include <vector>

#include "search/cdcl_engine.hpp"

namespace nonocsp {

class OrderEncoding {
public:
    explicit OrderEncoding(CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// Whether the search has had enough conflicts; the more clauses positions take, the more it needs.
    bool is_due() const;
    /// Encode at level 0, with everything propagated.  False if there is no solution.
    bool add();

    /// Blocks with positions.
    std::size_t blocks() const { return first_.size(); }
    /// The variables of a block's positions, in order of the starts: the first, and the one after the last.
    std::pair<Variable, Variable> variables_of(std::size_t block) const {
        return {first_[block], block + 1 < first_.size() ? first_[block + 1] : end_};
    }

    /// The name of a literal that all searches of the puzzle understand, or no_literal: that of a cell is the literal
    /// itself; that of a position counts the cells of all blocks of all lines.
    Literal name(Literal l) const;
    /// The literal of that name, or `always` or `never`; no_literal if its line has no positions here.
    Literal named(Literal name) const;

private:
    double clauses() const;
    bool add_line(int line);
    void prepare_names();
    void add_name(int line, int block, int p, Literal l);
    bool add_clause(ShortClause literals);

    CdclEngine& cdcl_;
    bool is_done_ = false;
    std::vector<ShortClause> clauses_;
    std::vector<Variable> first_;  ///< block -> its first variable
    Variable end_ = 0;             ///< the variable after all positions
    // Only if the search has company.
    std::vector<Literal> first_name_;            ///< line -> name of its first position; at the end, one more
    std::vector<std::vector<Literal>> by_name_;  ///< line -> its positive names, in order -> literal
    std::vector<Literal> names_;                 ///< variable after those of cells -> name of its positive literal
};

}  // namespace nonocsp
