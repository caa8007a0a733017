// The states of a frontier become nodes of the diagram, from the last cell to the first.
//
// Between two kept lists of states the transitions are replayed, with a link for every state and candidate to its
// successor.  Then, backwards, a state is alive if a successor is.  With two or more live successors it becomes a node;
// with one it is one more fact in front of what is below.
//
// Cost: two passes over the states between lists, four bytes for each of their candidates.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "counting/diagram/diagram.hpp"
#include "counting/frontier/transition.hpp"

namespace nonocsp {

template <int W>
class FrontierNodes {
public:
    /// The nodes are about this many cells.
    FrontierNodes(Diagram& diagram, std::size_t cells)
        : diagram_(diagram), cells_(cells), colour_bits_(std::bit_width(static_cast<unsigned>(diagram.colours() - 1))) {
        const std::uint32_t end = alive_.insert(State<W>{1});
        below_.resize(alive_.capacity() * (1 + limbs_));
        std::uint64_t* const one = below(end);
        one[0] = Below{}.packed();
        one[1] = top_ = 1;
    }

    /// The place of a live state at the cell written last.
    std::uint32_t find(const State<W>& state) const { return alive_.find(state); }

    /// Write the nodes of the states before one cell.  links: for each of their places and each candidate the place of
    /// the successor, or none.
    void write(std::size_t cell, const CellTransition<W>& transition, const HugePageArray<std::uint32_t>& links) {
        const std::size_t places = links.size() / transition.candidates;
        if (std::bit_width(top_) + std::bit_width(transition.candidates) > 64) widen();
        top_ = 0;
        const std::size_t size = 1 + limbs_;
        HugePageArray<std::uint64_t> above(places * size);
        const std::uint32_t left = static_cast<std::uint32_t>(cells_ - cell);
        for (std::size_t place = 0; place < places; ++place) {
            const std::uint32_t* to = &links[place * transition.candidates];
            if (place + ahead < places)
                for (std::size_t c = 0; c < transition.candidates; ++c)
                    if (const std::uint32_t soon = to[ahead * transition.candidates + c]; soon != StateSet<W>::none)
                        __builtin_prefetch(below(soon));
            std::uint64_t* const here = &above[place * size];
            std::uint32_t edges = 0;
            std::size_t only = 0;
            for (std::size_t c = 0; c < transition.candidates; ++c) {
                if (to[c] == StateSet<W>::none || !*below(to[c])) continue;
                ++edges;
                only = c;
                add(here + 1, below(to[c]) + 1);
            }
            if (!edges) continue;
            top_ |= here[limbs_];
            if (edges == 1 && cell > 0) {
                const Below then = Below::of(*below(to[only]));
                here[0] = Below{then.node, put_before(then.facts, (*transition.colours)[only])}.packed();
                continue;
            }
            written_.clear();
            for (std::size_t c = 0; c < transition.candidates; ++c) {
                if (to[c] == StateSet<W>::none || !*below(to[c])) continue;
                const Below then = Below::of(*below(to[c]));
                edge_.clear();
                edge_.facts.push_back({0, (*transition.colours)[c]});
                read_facts(then.facts);
                if (then.node != impossible) edge_.children.push_back({then.node, 0, 0});
                diagram_.write(edge_, left, written_);
            }
            here[0] = Below{diagram_.add(left, edges, {here + 1, limbs_}, written_), 0}.packed();
            ++nodes_;
        }
        below_.swap(above);
    }

    /// The places before the cell written last are those of these states.
    void arrive(const std::vector<State<W>>& states) {
        std::size_t alive = 0;
        for (std::uint32_t place = 0; place < states.size(); ++place) alive += *below(place) != 0;
        alive_ = StateSet<W>(alive);
        const std::size_t size = 1 + limbs_;
        HugePageArray<std::uint64_t> sorted(alive_.capacity() * size);
        for (std::uint32_t place = 0; place < states.size(); ++place)
            if (*below(place)) std::copy_n(below(place), size, &sorted[alive_.insert(states[place]) * size]);
        below_.swap(sorted);
    }

    /// The node of all cells, when all are written.
    Node whole() const {
        for (std::size_t at = 0; at < below_.size(); at += 1 + limbs_)
            if (below_[at]) return Below::of(below_[at]).node;
        return impossible;
    }
    std::uint64_t nodes() const { return nodes_; }
    std::size_t bytes() const {
        return 2 * below_.capacity() * sizeof(std::uint64_t) + alive_.bytes() +
               facts_.capacity() * sizeof(LinkedFacts) + diagram_.bytes();
    }
    /// Whether numbers for nodes or facts have run out; then what was written last is invalid.
    bool is_full() const { return diagram_.is_full() || facts_.size() > (std::size_t{1} << 31); }

private:
    /// What is below a live state: some facts, and then a node, or the end.
    struct Below {
        Node node = impossible;
        std::uint32_t facts = 0;  ///< the first of them, or 0

        static Below of(std::uint64_t packed) {
            return {static_cast<Node>(packed >> 32), static_cast<std::uint32_t>(packed) >> 1};
        }
        /// Never 0.
        std::uint64_t packed() const { return static_cast<std::uint64_t>(node) << 32 | facts << 1 | 1; }
    };
    /// Facts of consecutive cells: as many as one word holds, the first in its lowest bits, then a link to the rest.
    /// One fact a link was simpler, and spent most of the time following links.
    struct LinkedFacts {
        std::uint64_t colours;
        std::uint32_t number, next;
    };

    std::uint32_t put_before(std::uint32_t facts, std::uint8_t colour) {
        const LinkedFacts& old = facts_[facts];
        const bool has_room = (old.number + 1) * static_cast<unsigned>(colour_bits_) <= 64;
        if (facts && has_room) facts_.push_back({old.colours << colour_bits_ | colour, old.number + 1, old.next});
        else facts_.push_back({colour, 1, facts});
        return static_cast<std::uint32_t>(facts_.size() - 1);
    }
    /// Write facts into the edge, from its second cell on.
    void read_facts(std::uint32_t facts) {
        for (std::uint32_t cell = 1; facts; facts = facts_[facts].next) {
            std::uint64_t colours = facts_[facts].colours;
            for (std::uint32_t end = cell + facts_[facts].number; cell < end; ++cell, colours >>= colour_bits_)
                edge_.facts.push_back({cell, static_cast<std::uint8_t>(colours & ((1u << colour_bits_) - 1))});
        }
    }

    /// States between prefetching what is below one and reading it.
    static constexpr std::size_t ahead = 8;

    /// One more limb for every count.
    void widen() {
        const std::size_t size = 1 + limbs_;
        HugePageArray<std::uint64_t> wider(below_.size() / size * (size + 1));
        for (std::size_t from = 0, to = 0; from < below_.size(); from += size, to += size + 1)
            std::copy_n(&below_[from], size, &wider[to]);
        below_.swap(wider);
        ++limbs_;
    }
    const std::uint64_t* below(std::uint32_t place) const { return &below_[place * (1 + limbs_)]; }
    std::uint64_t* below(std::uint32_t place) { return &below_[place * (1 + limbs_)]; }

    void add(std::uint64_t* to, const std::uint64_t* more) const {
        unsigned __int128 carry = 0;
        for (std::size_t l = 0; l < limbs_; ++l) {
            carry += static_cast<unsigned __int128>(to[l]) + more[l];
            to[l] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
    }

    Diagram& diagram_;
    const std::size_t cells_;
    const int colour_bits_;
    std::size_t limbs_ = 1;  ///< of each count
    std::uint64_t top_ = 0;  ///< union of the highest limbs of all counts
    StateSet<W> alive_;
    HugePageArray<std::uint64_t> below_;  ///< by place: what is below (0: dead), and the number of completions
    std::vector<LinkedFacts> facts_{{0, 0, 0}};
    std::vector<std::uint8_t> written_;
    Edge edge_;
    std::uint64_t nodes_ = 0;
};

}  // namespace nonocsp
