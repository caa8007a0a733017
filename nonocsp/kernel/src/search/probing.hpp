// Failed literal probing, and literals implied by both sides.
//
// Assume each colour of each open cell in turn and propagate.  An assumption that fails is false; what follows from
// both sides of a literal is true.  Repeated while it finds something, probing decides many puzzles outright and gives
// the others a better start; a cell in whose lines nothing has changed is not probed again.  Counted work bounds it, as
// a whole and since the last fact: on huge puzzles search is the better investment.
// Le Berre, "Exploiting the real power of unit propagation lookahead" (2001).
#pragma once

#include <vector>

#include "search/cdcl_engine.hpp"

namespace nonocsp {

class Probing {
public:
    explicit Probing(CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// At level 0.  False if there is no solution, or the budget has ended.
    bool run();

private:
    bool probe_variable(Variable v);
    bool probe_literal(Literal l, std::vector<Literal>& implied);
    bool fix_common();
    void note_changes();

    CdclEngine& cdcl_;
    std::uint64_t round_ = 1;
    std::vector<std::uint64_t> changed_;      ///< line -> round for which it is to be probed again
    std::size_t noted_ = 0;                   ///< the trail up to here is in changed_
    std::vector<Literal> if_true_, if_false_; ///< what follows from the two sides
    std::vector<std::uint32_t> marks_;
    std::uint32_t mark_ = 0;
};

}  // namespace nonocsp
