// What a line still says about its undecided cells, in independent pieces.
//
// Read from the left, a line's automaton may pass a boundary in one state only, whatever the cells before it turn
// out to be.  There the line falls apart: what lies left of the boundary and what lies right have nothing to tell
// each other.  A segment is a piece between such boundaries that holds undecided cells; its fingerprint is that of
// the set of colour strings which the undecided cells of the segment may spell, and of nothing else: not of the
// line it lies in, nor of the place, nor of the decided cells.  So two residual problems that are the same but for
// where they lie look the same.
//
// The set of strings is hashed from the right: the print of an automaton state is made of the prints of the states
// that each colour leads to.  What was computed for some candidates of a line is remembered, for they come again.
#pragma once

#include <cstdint>
#include <vector>

#include "base/fingerprint.hpp"
#include "line/clue.hpp"

namespace nonocsp {

/// The segments of a line under some candidates.
struct Segments {
    std::vector<std::uint16_t> of;     ///< cell -> number of its segment; of undecided cells only
    std::vector<Fingerprint> prints;   ///< segment -> the set of strings it allows
};

/// The segments of one line, under any candidates.
class LineSegments {
public:
    explicit LineSegments(const LineClue& clue) : clue_(&clue) {}

    /// For these candidates, from which tightening would remove nothing.  Valid until the next call.
    const Segments& under(const Word* planes);
    /// How often the answer had to be worked out.
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
    std::vector<Word> keys_;            ///< the candidates of every entry
    std::vector<Segments> entries_;
    std::vector<std::int32_t> slots_;   ///< hash -> entry, or -1
    std::int32_t last_ = -1;
    std::uint64_t read_ = 0;
};

}  // namespace nonocsp
