// Guidance: belief propagation between rows and columns.
//
// Lines that cross send each other, cell by cell, how likely each colour is: a line counts its placements, weighted by
// the messages of the crossing lines (line/marginals.hpp), and sends back its own share of the odds.  A few damped
// rounds of this loopy belief propagation prove nothing, but the beliefs are good enough that deciding the most certain
// cells first often leads straight to a solution; where they mislead, learning repairs.  They serve twice: as first
// phases and activities of the search, and in dives (dives.hpp), which exchange again every few decisions.
// Pearl, "Probabilistic reasoning in intelligent systems" (1988).
//
// On random boards of 100x100 at density 0.5 the beliefs grow right from the border inwards, over 100 to 2,000 rounds.
// The front advances by small changes: at the tolerance of small puzzles it stops when a twentieth of the cells is
// certain, at a twentieth of that tolerance it often crosses the board, and a dive then meets hardly a conflict.  The
// beliefs are calibrated: of the cells with a certainty of 0.8 and more a twentieth is wrong.  On some boards the front
// stops early all the same.  So the messages of boards with more than 8,000 open cells are refined when their first
// dive has failed.  Refined on boards of 66x66 and 80x80: 0.7 to 1.6 times as long; before the first dive: boards that
// the first dive solves pay for it.  Tried and dropped: messages weakened below a threshold, so that only certain ones
// pass (fewer right cells at every strength), more damping (slower), less damping (more failures on 80x80), messages
// raised to a power of 0.7 to 0.95, random first messages, reinforcement by earlier beliefs, new messages around the
// cells of the nogoods that a dive has learned (they are spread over half of the board), new messages for each dive
// with a greatest certainty of 0.97 (solved one of three such boards); perturbed by samples, or decided and freed in
// turns (benchmarks/log/2026-11-25-large-boards.md).
//
// Cost: rounds x lines x (blocks x slack).  Left out where one run would take too long.
//
// Tried and dropped: mixing old and new messages linearly, which needs no roots (a tenth more conflicts on tournament
// puzzles).
#pragma once

#include <vector>

#include "search/base/random.hpp"
#include "search/cdcl_engine.hpp"
#include "search/line/marginals.hpp"

namespace nonocsp {

class BeliefPropagation {
public:
    explicit BeliefPropagation(CdclEngine& cdcl) : cdcl_(cdcl), random_(cdcl.options.seed) {}

    /// Make the tables of messages.  False if a run would take longer than the options allow.
    bool prepare();
    /// Suggest first phases and activities.
    void suggest(DecisionHeuristic& heuristic);
    /// Exchange messages under the current assignment and update the beliefs.  False if the budget has ended.
    bool exchange(int rounds);
    /// Exchange new messages on a large board, at level 0, after a dive has failed; they change less before they stop.
    /// False if the budget has ended.
    bool refine();

    /// With a seed: change every message at random, so that the next rounds may end elsewhere.
    void disturb();

    /// The probability that the positive literal of a cell variable holds.
    float belief(Variable v) const { return belief_[v]; }
    /// How certain the belief is, 0 to 1; of a cell with many colours only the likeliest should be decided.
    float certainty(Variable v) const;
    /// Message from a line to its i-th cell; 1 if it sends none.
    float outgoing(int line, int i, int colour) const;

private:
    struct Line {
        int line;
        int candidates;  ///< in the whole line when it was last measured
    };
    static constexpr std::size_t no_messages = ~std::size_t{0};

    void find_changes();
    void find_senders(int line, std::size_t none);
    bool send(int line);
    void weigh(int line);
    void mix(int line);
    void note_changes(int line);
    void update_belief(const OpenCell& cell);

    CdclEngine& cdcl_;
    Random random_;
    bool is_prepared_ = false, is_affordable_ = false;
    int first_rounds_ = 0;    ///< before the search, at most
    float share_ = 1;         ///< of the tolerance of changes
    int refined_rounds_ = 0;  ///< after the first dive, at most; 0: none, or none any more
    std::vector<Line> lines_;
    std::vector<std::size_t> first_;  ///< line -> its part of the messages
    std::vector<float> outgoing_;     ///< line, paint, cell -> message to the crossing lines
    std::vector<float> residual_;     ///< line -> greatest change of its incoming messages since it last sent
    std::vector<float> belief_;
    std::vector<std::size_t> senders_[2];  ///< for each message, those of the crossing lines for the same colour
    std::vector<float> candidates_, weights_, marginals_;  ///< of the line that is sending
    std::vector<float> choices_, totals_, changes_;        ///< of its cells: how many candidates; of their messages
    LineMarginals counter_;
};

}  // namespace nonocsp
