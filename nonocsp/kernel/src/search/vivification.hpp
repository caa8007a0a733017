// Vivification: shortening learned nogoods by propagation.
//
// The literals of a clause are made false one after another while the clause itself is ignored.  If propagation then
// fails, or makes one of the others true, the decisions behind that are enough for a clause; literals that become false
// on the way are dropped.  Lines propagate too, so a nogood is measured against the clues, not only against other
// nogoods.  Tried are the nogoods of small LBD that survived a reduction, each once, within a share of the counted
// work.
// Piette, Hamadi and Sais, "Vivifying propositional clausal formulae" (2008); Luo, Li, Xiao, Manya and Lu, "An
// effective learnt clause minimization approach for CDCL SAT solvers" (2017).
#pragma once

#include <vector>

#include "search/cdcl_engine.hpp"

namespace nonocsp {

class Vivification {
public:
    explicit Vivification(CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// After a reduction: the nogoods that are left are tried at the next restart.
    void reduced() { is_due_ = cdcl_.options.vivification; }
    bool is_due() const { return is_due_; }
    /// At level 0, with everything propagated.  False if there is no solution, or the budget has ended.
    bool run();

private:
    void collect();
    bool vivify(ClauseRef ref);
    int common_decisions(ClauseRef ref) const;
    bool falsify(std::size_t from);
    bool is_shorter() const { return kept_.size() < literals_.size(); }
    std::vector<Literal> all_false() const;
    void keep_decisions_behind(const std::vector<Literal>& literals);
    void mark(const std::vector<Literal>& literals);
    // Decisions made here are not those of the search: the heuristic keeps its order and phases.
    void back_to(int level) { cdcl_.assignment.back_to(level, [](Literal) {}); }

    CdclEngine& cdcl_;
    bool is_due_ = false;
    std::uint64_t work_ = 0;                  ///< counted work of all runs
    std::vector<ClauseRef> refs_;
    std::vector<std::uint32_t> occurrences_;  ///< literal -> nogoods in refs_ that have it
    std::vector<Literal> literals_;           ///< of the nogood at hand, in the order in which they are made false
    StepId step_ = 0;                         ///< that proves the literals left
    std::vector<Literal> kept_;               ///< those that are left of it
    std::vector<Literal> reason_;
    std::vector<char> marks_;                 ///< by variable
};

}  // namespace nonocsp
