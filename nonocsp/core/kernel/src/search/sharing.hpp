// What one search gives to the others of its team and takes from them (exchange.hpp).
//
// Cells have the same variables in all members, as all number them after the first propagation.  Positions of blocks
// have not: they get variables later, for the starts still possible then.  In the exchange a position has the number of
// its line, block and start; a clause with positions is lost to a member that has none yet.
#pragma once

#include <vector>

#include "search/exchange.hpp"
#include "search/order_encoding.hpp"

namespace nonocsp {

class Sharing {
public:
    Sharing(CdclEngine& cdcl, const OrderEncoding& positions) : cdcl_(cdcl), positions_(positions) {}

    /// Become a member of a team; the exchange must outlive the search.
    void join(Exchange& exchange, std::size_t member);
    void leave() { exchange_ = nullptr; }
    bool is_active() const { return exchange_; }

    /// Give a learned nogood to the others, if it is short and of low LBD.
    void give(const Learned& learned);
    /// Give facts and take what the others gave, at level 0.  False if there is no solution.
    bool synchronise();
    std::size_t bytes() const { return exchange_ ? (*exchange_)[member_].bytes() : 0; }

private:
    bool take(const std::vector<Literal>& names, int lbd);

    CdclEngine& cdcl_;
    const OrderEncoding& positions_;
    Exchange* exchange_ = nullptr;
    std::size_t member_ = 0;
    std::size_t given_ = 0;  ///< facts: the trail up to here
    std::vector<ClauseLog::Place> places_;
    std::vector<Literal> names_;
    Learned taken_;
};

}  // namespace nonocsp
