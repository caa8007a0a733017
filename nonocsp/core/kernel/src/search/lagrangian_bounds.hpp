// Lagrangian bounds, by weights: counting over all lines at once.
//
// For any weights on the cells, the rows and the columns of a solution have the same weighted sum.  So if the columns'
// least sums together exceed the rows' greatest, there is no solution; and a colour whose own best placement costs its
// line more than the slack between the two is impossible (reduced-cost filtering).  Every term is one pass over a line
// (line/optimum.hpp), whatever the weights.  On a board of three directions any two are compared.
// Bergman, Cire and van Hoeve, "Lagrangian bounds from decision diagrams" (2015).
//
// The weights are fixed patterns: 1 for the cells of some colour, or of any, in the rows (or the columns) whose number
// is r modulo 2, 3 or 4; then modulo 6; then modulo 8.  Both signs are tried, at the root, in turns with tightening
// until nothing changes.  The first patterns decide n-dom, a pigeonhole argument for which resolution needs
// exponentially many steps, the others n-dom drawn three and four times as large.  On most puzzles probing leaves them
// nothing to find, so the search has to last before a group of patterns gets its turn.
//
// Tried and dropped: diagonals, modulo 5 and 7, and halves modulo 4 find nothing in 190 open puzzles of public sets;
// the first k rows find something in 4 of them and save no time.  Weights that are learned, by averaged min-marginals
// or from the linear program, decide more puzzles than patterns, but none faster than search; so do bounds at every
// node.
#pragma once

#include <vector>

#include "search/cdcl_engine.hpp"
#include "search/line/optimum.hpp"

namespace nonocsp {

class LagrangianBounds {
public:
    explicit LagrangianBounds(CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// Whether it is the turn of the next patterns, which comes earlier if this is their last chance.
    bool is_due(bool is_last_chance = false);
    /// Try all bounds that are due, at level 0 with everything propagated.  False if there is no solution, or the
    /// budget has ended.
    bool run(bool is_last_chance = false);

private:
    static constexpr int patterns = Lanes::count / 2;  ///< in a pass, each with both signs
    static constexpr int any = -1;

    /// Patterns that share a pass, on the cells of one colour.
    struct Family {
        int direction;                     ///< the weight of a cell is that of its line of this direction
        int other;                         ///< the direction that is compared with it
        int colour;                        ///< the colour that has weights, or any
        std::vector<Lanes> weights;        ///< by the number of the line
        std::vector<Lanes> least;          ///< line -> its least sum; the first of the two has the negated weights
        std::vector<std::uint32_t> is_of;  ///< line -> the version of its candidates for which that was computed
    };

    void start();
    bool run_next();
    void add_families();
    bool reach_fixpoint();
    void note_changes();
    bool apply(Family& family);
    bool is_in(const Family& family, int line) const;
    bool has_constant_sum(const Family& family, int line) const;
    Lanes constant_sum(const Family& family, int line) const;
    Lanes weight(const Family& family, int line, int i) const;
    Lanes least(const Family& family, int line);
    bool filter(const Family& family, int line, const Lanes& slack);
    bool exclude(const Family& family, int lane, int line, int i, int paint);
    void prove(const Family& family, int lane, Literal l);

    CdclEngine& cdcl_;
    int next_ = 0;                             ///< the group of patterns that is tried next
    std::uint64_t work_ = 0, group_work_ = 0;  ///< of the groups tried, and of one group (an estimate)
    LineOptimum optimum_;
    std::vector<LineSteps> steps_;  ///< of all lines
    std::vector<Family> families_;
    std::vector<std::uint32_t> version_;  ///< line -> counts the changes of its candidates
    std::size_t noted_ = 0;               ///< the trail up to here is in version_
};

}  // namespace nonocsp
