// The learning solver: conflict-driven search in which every line is a propagator.
//
// Lines tighten; nothing is noted about why.  When a contradiction is analysed, the reasons are computed
// on demand, minimal ones, from the line's automaton, so that the nogoods learned are short.  Around this
// stand the means of modern SAT solvers: watched nogoods, activity, restarts, saved and target phases,
// reduction of the store.  One idea a file:
//
//   variables.cpp   numbering the open cells          propagate.cpp   consequences of a decision
//   reasons.cpp     why is this literal true?         analyse.cpp     from contradiction to nogood
//   decide.cpp      what to assume next               enumerate.cpp   all solutions without blocking them
//   positions.cpp   literals for where blocks are
//   guide.cpp       guesses from line marginals       dive.cpp        deciding by fresh guesses
//   probe.cpp       assume and look, before search
//   lucky.cpp       the simplest assignments, before search
//
// Marques-Silva and Sakallah, "GRASP" (1996); Een and Sorensson, "MiniSat" (2003); Ohrimenko, Stuckey and
// Codish, "Propagation via lazy clause generation" (2009) for the marriage with constraint propagation.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "search/decision_order.hpp"
#include "base/grid.hpp"
#include "line/automaton.hpp"
#include "line/marginals.hpp"
#include "search/literal.hpp"
#include "search/nogoods.hpp"
#include "base/options.hpp"

namespace nonocsp {

class LearningSearch {
public:
    LearningSearch(const Puzzle& puzzle, const Givens* givens, const Options& options, Goal goal, Budget& budget,
                   Stats& stats);

    Outcome next(std::uint8_t* cells);

protected:
    // variables.cpp: the cells still open after the first propagation, and the literals about them.
    struct OpenCell {
        std::int32_t row, column;
        Variable first;     ///< its variables are first .. first + variables - 1
        std::int32_t variables;
    };
    /// Where the planes say what a literal removes.
    struct Removes {
        std::int16_t colour = -1;  ///< -1: nothing directly
        std::uint8_t row_bit = 0, column_bit = 0;
        std::uint32_t row_word = 0, column_word = 0;
    };
    bool number_cells();
    void grow_variables(Variable variables);
    Literal has_colour(int row, int column, int colour) const;
    int line_cell(int line, Literal l) const {
        const OpenCell& cell = cells_[cell_of_[variable(l)]];
        return line < grid_.rows() ? cell.column : cell.row;
    }

    // The assignment.
    int level() const { return static_cast<int>(level_starts_.size()); }
    bool is_true(Literal l) const { return value_[l] > 0; }
    bool is_false(Literal l) const { return value_[l] < 0; }
    bool is_open(Literal l) const { return value_[l] == 0; }
    void assume(Literal l, bool closed = false);
    void set(Literal l, Reason reason);
    void back_to(int level);

    // propagate.cpp
    bool propagate();
    bool propagate_cell(Literal l);
    bool propagate_nogoods(Literal l);
    bool propagate_line(int line);
    bool settle(Literal l);

    // reasons.cpp
    void append_reason(Literal l, std::vector<Literal>& because);
    void explain_line(int line, Literal conclusion, std::vector<Literal>& because);
    template <int W>
    void explain_line_in_words(int line, Literal conclusion, std::vector<Literal>& because);
    void forget_reasons_if_many();

    // analyse.cpp
    struct Learned {
        std::vector<Literal> clause;  ///< the literal to assert first
        int back = 0;                 ///< the level at which it follows
        int levels = 0;               ///< distinct levels among its literals
    };
    bool analyse(Learned& learned);
    bool is_implied(Literal l);
    void minimise(std::vector<Literal>& clause);
    int count_levels(const std::vector<Literal>& clause);
    void note_use(Nogoods::Nogood nogood);
    NogoodRef keep(const Learned& learned, bool permanent = false);

    // decide.cpp
    void scatter();
    Literal decide();
    bool is_preferred_positive(Variable v) const;
    void note_phases();
    void change_manner();
    void note_levels(int levels);
    bool restart_due();
    bool restart();
    void reduce();

    // enumerate.cpp
    bool flip_last_open();
    bool exclude_this_solution();

    // positions.cpp
    bool positions_due() const;
    double position_clauses() const;
    bool add_positions();
    bool add_line_positions(int line);
    bool add_clause(std::vector<Literal> literals);

    // guide.cpp, dive.cpp
    struct GuideLine {
        int line;
        LineSteps steps;
        int candidates;  ///< in the whole line when it spoke last
    };
    struct Sure {
        float certainty;
        Variable variable;
    };
    static constexpr std::size_t no_messages = ~std::size_t{0};
    void guide();
    bool prepare_guide();
    bool exchange_messages(int rounds);
    void note_belief(const OpenCell& cell);
    float certainty(Variable v) const;
    void consider_dive();
    Literal dive();

    // lucky.cpp
    bool is_lucky();
    bool try_luck_again();
    bool follow(const std::vector<std::int32_t>& order, bool high);

    // probe.cpp
    bool probe();
    bool probe_literal(Literal l, std::vector<Literal>& implied);

    // learning.cpp
    bool begin();
    bool resolve();
    Outcome hand_out(std::uint8_t* cells);
    std::size_t bytes() const;

    const Puzzle& puzzle_;
    const Givens* givens_;
    const Options options_;
    const Goal goal_;
    Budget& budget_;
    Stats& stats_;
    Grid grid_;

    std::vector<OpenCell> cells_;
    std::vector<std::int32_t> cell_of_;    ///< variable -> open cell
    std::vector<Removes> removes_;         ///< literal -> what it removes
    std::vector<Literal> lacks_;           ///< line, cell, paint -> literal that says "not this colour here"
    std::vector<std::size_t> lacks_from_;  ///< line -> its part of lacks_
    std::vector<Word> root_;               ///< the planes as they were when the cells were numbered
    std::vector<char> has_open_cells_;     ///< line -> had open cells when they were numbered
    std::vector<char> in_search_;          ///< line -> has open cells and a clue

    std::vector<std::int8_t> value_;       ///< literal -> 1 true, -1 false, 0 open
    std::vector<std::int32_t> level_;      ///< variable -> decision level
    std::vector<std::int32_t> when_;       ///< variable -> place on the trail
    std::vector<Reason> reason_;           ///< variable
    std::vector<std::uint32_t> explained_; ///< variable -> place of its computed reason in because_, or 0
    std::vector<Literal> because_;         ///< computed reasons: length, then literals
    std::vector<Literal> trail_;
    std::vector<std::size_t> level_starts_;
    std::vector<char> closed_;             ///< level -> its decision was flipped; the other side is done
    std::size_t pending_ = 0;              ///< trail up to here is propagated through cells and nogoods
    Worklist dirty_;
    std::vector<Literal> conflict_;        ///< true literals that cannot hold together

    Nogoods nogoods_;
    DecisionOrder order_;
    std::vector<char> phase_;              ///< variable -> prefer its positive literal
    std::vector<std::int8_t> target_;      ///< variable -> phase in the longest assignment without conflict
    std::size_t target_length_ = 0;
    std::uint64_t conflicts_at_restart_ = 0, restart_after_ = 0, next_reduction_ = 0, reductions_ = 0;

    bool eager_ = false;                   ///< restarts come early and saved phases count; else patient
    std::uint64_t next_change_ = 0, manner_turns_ = 1;
    double levels_lately_ = 0, levels_overall_ = 0;  ///< running means of Learned::levels

    bool guide_prepared_ = false, guide_affordable_ = false;
    std::vector<GuideLine> guide_lines_;
    std::vector<std::size_t> guide_from_;  ///< line -> its part of told_ and said_
    std::vector<float> told_, said_;       ///< line, cell, paint -> what the crossing line, and this one, says
    std::vector<float> news_;              ///< line -> greatest change of what it was told since it spoke
    std::vector<float> weight_, fresh_;
    std::vector<float> belief_;            ///< cell variable -> chance that its positive literal holds
    LineMarginals marginals_;
    bool diving_ = false;
    std::vector<Sure> dive_order_;
    std::size_t dive_next_ = 0, dive_asked_at_ = 0, dive_open_ = 0;
    std::uint64_t dives_ = 0, next_dive_ = 0, dive_ends_ = 0;

    std::vector<char> seen_;               ///< scratch of analyse
    std::vector<Variable> to_clear_;
    std::vector<Literal> work_, stack_, reason_work_;
    std::vector<std::uint32_t> level_stamp_;
    std::uint32_t stamp_ = 0;

    LineScratch scratch_;
    std::vector<Word> before_, known_, open_;
    std::vector<Removal> removals_;

    enum class Stage { fresh, searching, solved, finished } stage_ = Stage::fresh;
    bool has_positions_ = false;           ///< there are literals for block positions
    Variable cell_variables_ = 0;          ///< variables below this are about cells, others about positions
    bool enumerating_ = false;             ///< the first solution is out; levels up to closed_level_ are a prefix
    int closed_level_ = 0;                 ///< deepest level whose decision may not be undone by learning
    bool had_luck_ = false;                ///< the first solution came from is_lucky
    std::uint64_t solutions_ = 0;
};

}  // namespace nonocsp
