// A relaxation of a component: the pictures that satisfy some of its lines, counted with weights.
//
// The cells are read row by row, or along the lines of another direction.  What matters of the cells read is the state
// of the current row and of the other lines that are kept, so with few of them a frontier (frontier/frontier.hpp) has
// few states.  All of them and their links are
// stored, without dead ends, so a weighted count is one pass over the links, and the share of each colour of a cell is
// another one.
//
// Weighted counts are never too small, but for the relative error that `log_error` bounds: all numbers are
// non-negative, so relative errors only add up, and numbers that could underflow are rounded up.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "frontier/transition.hpp"

namespace nonocsp {

class Relaxation {
public:
    /// The pictures of some cells of a component (`members`, ascending) that satisfy these lines.  Null if there are
    /// more links than this.
    static std::unique_ptr<Relaxation> of(const CellSequence& sequence, std::vector<std::uint32_t> members,
                                          std::vector<std::uint32_t> kept, std::size_t most_links);

    const std::vector<std::uint32_t>& members() const { return members_; }
    const std::vector<std::uint32_t>& kept() const { return kept_; }
    std::size_t links() const { return links_.size(); }
    std::size_t bytes() const;

    /// The logarithms of the weights of a member's candidates; `set_weights` after a change.
    double* log_weights(std::size_t i) { return &log_weights_[layers_[i].weight]; }
    void set_weights(std::size_t i);

    /// Whether a picture that is counted may have this candidate in the member.
    bool allows(std::size_t i, std::size_t candidate) const { return is_allowed_[layers_[i].weight + candidate]; }
    /// Count no more pictures that have it.
    void exclude(std::size_t i, std::size_t candidate) {
        log_weights_[layers_[i].weight + candidate] = -std::numeric_limits<double>::infinity();
    }
    /// Prepare for a sweep down, after changes of the weights from outside.
    void prepare();
    /// Begin a sweep from the first member, or from the last; the one before went the other way.
    void start_down();
    void start_up();
    /// Add the weights of all pictures by the candidate of member i of a sweep, times an unknown factor; then step over
    /// it with the weights as they are now.
    void add_up(std::size_t i, double* sums) const;
    void step_down(std::size_t i);
    void step_up(std::size_t i);
    /// Whether there is no picture.
    bool is_empty() const { return layers_[0].states == 0; }
    /// The logarithm of the weight of all pictures, at most `log_error` too small; valid after a sweep.
    double log_count() const;
    double log_error() const;

private:
    struct Layer {
        std::size_t state = 0, link = 0, weight = 0;  ///< where its states, links and weights begin
        std::size_t states = 1, candidates = 0;
    };
    static constexpr std::uint32_t nowhere = ~0u;

    bool build(const CellSequence& sequence, std::size_t most_links);
    bool add_layer(const CellTransition<1>& transition, std::vector<State<1>>& states, std::size_t most_links);
    void remove_dead_ends();
    void scale(double* values, std::size_t number);

    std::vector<std::uint32_t> members_, kept_;
    std::vector<Layer> layers_;         ///< before each member, and after the last
    std::vector<std::uint32_t> links_;  ///< by state and candidate: the state behind the cell, or nowhere
    /// The weight of all ways to each state, or from it.  A sweep has the one for states that it has passed, and the
    /// other for those ahead; the factor of a layer is unknown.
    std::vector<double> values_;
    std::vector<double> log_weights_, weights_, next_;
    std::vector<char> is_allowed_;  ///< by candidate
    bool is_downward_ = true;       ///< the direction of the sweep
    std::int64_t scale_ = 0;        ///< the power of two of the layer that the sweep has reached
};

}  // namespace nonocsp
