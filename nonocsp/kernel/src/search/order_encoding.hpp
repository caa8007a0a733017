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

#include <vector>

#include "search/cdcl_engine.hpp"

namespace nonocsp {

class OrderEncoding {
public:
    explicit OrderEncoding(CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// Whether the search has had enough conflicts; the more clauses positions take, the more it needs.
    bool is_due() const;
    /// At level 0, with everything propagated.  False if there is no solution.
    bool add();

private:
    double clauses() const;
    bool add_line(int line);
    bool add_clause(std::vector<Literal> literals);

    CdclEngine& cdcl_;
    bool is_done_ = false;
};

}  // namespace nonocsp
