// Segments: the residual constraint of a line, split into independent pieces.
//
// A boundary separates a line if only one state of its automaton is possible there: the cells on its left and on its
// right are then independent.  A segment is a piece between two such boundaries that contains undecided cells.  Its
// fingerprint depends only on the language of the segment, the set of colour strings that its undecided cells may
// spell.  It does not depend on the line, the place or the decided cells, so residual problems that differ only in
// their place have equal fingerprints.
//
// The language is hashed from the right: the fingerprint of an automaton state combines those of the successors by
// each colour.  Results are cached by the candidates of the line, which recur.
#pragma once

#include <cstdint>
#include <vector>

#include "search/base/fingerprint.hpp"
#include "search/line/clue.hpp"

namespace nonocsp {

/// The segments of a line under some candidates.
struct Segments {
    std::vector<std::uint16_t> of;    ///< cell -> number of its segment; of undecided cells only
    std::vector<Fingerprint> prints;  ///< segment -> the set of strings it allows
};

/// The segments of one line, under any candidates.
class LineSegments {
public:
    explicit LineSegments(const LineClue& clue) : clue_(&clue) {}

    /// The segments under these candidates, from which tightening would remove nothing.  Valid until the next call.
    const Segments& under(const Word* planes);
    /// Number of calls that were not answered from the cache.
    std::uint64_t read_so_far() const { return read_; }
    std::size_t bytes() const;

private:
    Segments computed(const Word* planes) const;
    template <int W>
    void read(const Word* planes, Segments& result) const;
    Word hash(const Word* planes) const;
    void rehash(std::size_t slots);
    std::size_t words() const { return static_cast<std::size_t>(clue_->paints()) * clue_->words; }

    const LineClue* clue_;
    std::vector<Word> keys_;  ///< the candidates of every entry
    std::vector<Segments> entries_;
    std::vector<std::int32_t> slots_;  ///< hash -> entry, or -1
    std::int32_t last_ = -1;
    std::uint64_t read_ = 0;
};

}  // namespace nonocsp
