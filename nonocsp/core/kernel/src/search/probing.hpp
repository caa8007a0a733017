// Failed literal probing, and literals implied by both sides.
//
// Assume each colour of each open cell in turn and propagate.  An assumption that fails is false; what follows from
// both sides of a literal is true.  Repeated while it finds something, probing decides many puzzles outright and gives
// the others a better start; a cell in whose lines nothing has changed is not probed again.  Counted work bounds it, as
// a whole and since the last fact: on huge puzzles search is the better investment.  Before the first dive (dives.hpp)
// it goes on only while it decides cells quickly; if the dive fails, it is brought to its end.
//
// What follows from an assumption that did not fail has fewer consequences, so it does not fail either.  It is not
// assumed in that round: only the roots of the implications are.  What both sides of its cell imply is missed.  With
// colours that cost more than it saved (webpbn-4445 took a third longer), so there every side is assumed.
// Le Berre, "Exploiting the real power of unit propagation lookahead" (2001).
#pragma once

#include <vector>

#include "search/cdcl_engine.hpp"
#include "search/external_heuristic.hpp"

namespace nonocsp {

class Probing {
public:
    explicit Probing(CdclEngine& cdcl, ExternalHeuristic* observer = nullptr) : cdcl_(cdcl), observer_(observer) {}

    /// Probe at level 0, to the end or, if it is to be brief, as long as it decides enough; the next call goes on
    /// from there.  False if there is no solution, or the budget has ended.
    bool run(bool is_brief);
    bool is_done() const { return is_done_; }

private:
    void start();
    bool is_worth_more() const;
    bool has_changed(const OpenCell& cell) const;
    bool probe_variable(Variable v);
    bool cannot_fail(Literal l) const;
    bool probe_literal(Literal l, std::vector<Literal>& implied);
    bool fix_common(Variable v);
    bool prove_common(Variable v);
    void note_changes();

    CdclEngine& cdcl_;
    ExternalHeuristic* const observer_;
    bool is_done_ = false, is_fruitful_ = false;
    Variable next_ = 0;                         ///< to be probed in this round
    std::uint64_t begun_ = 0, round_work_ = 0;  ///< work before probing, and of a round of belief propagation
    std::size_t known_ = 0;                     ///< length of the trail before probing
    std::uint64_t round_ = 1;
    std::vector<std::uint64_t> changed_;       ///< line -> round for which it is to be probed again
    std::size_t noted_ = 0;                    ///< the trail up to here is in changed_
    std::vector<Literal> if_true_, if_false_;  ///< what follows from the two sides
    std::vector<std::uint32_t> marks_;
    std::uint32_t mark_ = 0;
    std::vector<std::uint64_t> implied_;  ///< literal -> last round in which it followed from another
};

}  // namespace nonocsp
