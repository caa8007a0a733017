// Frontier-based search from both ends that counts the solutions and keeps nothing else.
//
// States are those of frontier.hpp, each with the number of partial pictures that lead to it.  There is no hash table:
// the states are one sorted list.  The column of the next cell is its least significant digit but one, the row the
// least.  States that differ in these two alone are neighbours, so a pass over the list finds all that merge.  It deals
// its results out by their new column digit, which then is the most significant: dealt lists, one after another, are
// sorted again, with the column of the next cell in its place, as by the last pass of a radix sort.
//
// Both frontiers advance a row at a time, the smaller one first, with look-ahead (lookahead.hpp), until they
// meet.  The number of solutions is the sum, over all pairs of compatible states, of the products of their numbers.
//
// The lists are compressed (counted_states.hpp).  The threads of a crew share out the parts of a pass, of a look-ahead
// and of the join.  Parts do not depend on the number of threads, so neither do the lists.
//
// Cost: a dozen nanoseconds for each state and candidate; memory for the widest list, eight bytes a state or so, as a
// pass frees what it has read.
#pragma once

#include <memory>
#include <vector>

#include "counting/frontier/frontier.hpp"
#include "search/base/big_unsigned.hpp"

namespace nonocsp {

class CountingFrontier : public Frontier {
public:
    /// The frontier of these cells, in this order; the grid is at decision level 0.  Null if a state does not fit into
    /// 128 bits, or lines do not meet the others in one order.
    static std::unique_ptr<CountingFrontier> of(const Grid& grid, const CellSequence& sequence, Budget& budget,
                                                Stats& stats, Crew& crew);

    /// After the meeting: the number of solutions.  False as for `advance`.
    virtual bool count(std::size_t memory, BigUnsigned& solutions) = 0;
    /// It cannot go on because a number has passed 128 bits.
    virtual bool has_overflowed() const = 0;
};

}  // namespace nonocsp
