// From the states of a front to nodes of the diagram, from the last cell to the first.
//
// Between two lists of states the cells are gone through once more, with a note for every state and candidate of where
// it leads.  Then, backwards, a state is alive if it leads to one that is.  If two candidates do, it becomes a node; if
// only one does, that is one more fact in front of what is below.
//
// Cost: two passes over the states between lists, four bytes for each of their candidates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "diagram.hpp"
#include "frontier_move.hpp"

namespace nonocsp {

template <int W>
class FrontierNodes {
public:
    /// For this many cells, and counts of so many limbs.
    FrontierNodes(Diagram& diagram, std::size_t cells, std::size_t limbs) : diagram_(diagram), cells_(cells), limbs_(limbs) {
        const std::uint32_t end = alive_.insert(State<W>{1});
        below_.resize(alive_.capacity());
        below_[end].is_alive = true;
        counts_.resize(alive_.capacity() * limbs);
        counts_[end * limbs] = 1;
    }

    /// The states that are alive where the writing has come to.
    std::uint32_t find(const State<W>& state) const { return alive_.find(state); }

    /// Write the nodes of the states before one cell.  links: for each of their places and each candidate the place
    /// behind the cell, or none.
    void write(std::size_t cell, const Move<W>& move, const std::vector<std::uint32_t>& links) {
        const std::size_t places = links.size() / move.candidates;
        std::vector<Below> above(places);
        std::vector<std::uint64_t> sums(places * limbs_);
        const std::uint32_t left = static_cast<std::uint32_t>(cells_ - cell);
        for (std::size_t place = 0; place < places; ++place) {
            const std::uint32_t* to = &links[place * move.candidates];
            std::uint32_t edges = 0;
            std::size_t only = 0;
            for (std::size_t c = 0; c < move.candidates; ++c) {
                if (to[c] == StateSet<W>::none || !below_[to[c]].is_alive) continue;
                ++edges;
                only = c;
                add(&sums[place * limbs_], &counts_[to[c] * limbs_]);
            }
            if (!edges) continue;
            Below& here = above[place];
            here.is_alive = true;
            if (edges == 1 && cell > 0) {
                here.node = below_[to[only]].node;
                here.facts = static_cast<std::uint32_t>(facts_.size());
                facts_.push_back({below_[to[only]].facts, (*move.colours)[only]});
                continue;
            }
            written_.clear();
            for (std::size_t c = 0; c < move.candidates; ++c) {
                if (to[c] == StateSet<W>::none || !below_[to[c]].is_alive) continue;
                const Below& then = below_[to[c]];
                edge_.clear();
                edge_.facts.push_back({0, (*move.colours)[c]});
                for (std::uint32_t f = then.facts, at = 1; f; f = facts_[f].next) edge_.facts.push_back({at++, facts_[f].colour});
                if (then.node != impossible) edge_.children.push_back({then.node, 0, 0});
                diagram_.write(edge_, left, written_);
            }
            here.node = diagram_.add(left, edges, {&sums[place * limbs_], limbs_}, written_);
            ++nodes_;
        }
        below_.swap(above);
        counts_.swap(sums);
    }

    /// These states, in these places, are those before the cell written last.
    void arrive(const std::vector<State<W>>& states) {
        alive_ = StateSet<W>(static_cast<std::size_t>(
            std::count_if(below_.begin(), below_.end(), [](const Below& one) { return one.is_alive; })));
        std::vector<Below> below(alive_.capacity());
        std::vector<std::uint64_t> counts(alive_.capacity() * limbs_);
        for (std::size_t place = 0; place < states.size(); ++place) {
            if (!below_[place].is_alive) continue;
            const std::uint32_t slot = alive_.insert(states[place]);
            below[slot] = below_[place];
            std::copy_n(&counts_[place * limbs_], limbs_, &counts[slot * limbs_]);
        }
        below_.swap(below);
        counts_.swap(counts);
    }

    /// The node of all cells, when all are written.
    Node whole() const {
        for (const Below& one : below_)
            if (one.is_alive) return one.node;
        return impossible;
    }
    std::uint64_t nodes() const { return nodes_; }
    std::size_t bytes() const {
        return 2 * (below_.capacity() * sizeof(Below) + counts_.capacity() * sizeof(std::uint64_t)) + alive_.bytes() +
               facts_.capacity() * sizeof(LinkedFact) + diagram_.bytes();
    }
    /// Whether there may soon be more nodes or facts than there are numbers for.
    bool is_full() const { return diagram_.is_full() || facts_.size() > (std::size_t{1} << 31); }

private:
    /// What is below a state: some facts, and then a node, or the end.
    struct Below {
        Node node = impossible;
        std::uint32_t facts = 0;  ///< the first of them, or 0
        bool is_alive = false;
    };
    /// Facts of cells that follow one another.
    struct LinkedFact {
        std::uint32_t next;
        std::uint8_t colour;
    };

    void add(std::uint64_t* to, const std::uint64_t* more) const {
        unsigned __int128 carry = 0;
        for (std::size_t l = 0; l < limbs_; ++l) {
            carry += static_cast<unsigned __int128>(to[l]) + more[l];
            to[l] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
    }

    Diagram& diagram_;
    const std::size_t cells_, limbs_;
    StateSet<W> alive_;
    std::vector<Below> below_;           ///< by place
    std::vector<std::uint64_t> counts_;  ///< by place, limbs_ each
    std::vector<LinkedFact> facts_{{0, 0}};
    std::vector<std::uint8_t> written_;
    Edge edge_;
    std::uint64_t nodes_ = 0;
};

}  // namespace nonocsp
