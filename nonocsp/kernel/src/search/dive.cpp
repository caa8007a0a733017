// Dives: deciding by beliefs that are asked again and again.
//
// Beliefs from before the search grow stale with every decision.  A dive decides the surest cells, lets
// the lines draw their consequences, exchanges messages anew (from where they stood, a few rounds are
// enough) and so on.  Contradictions are learned from as ever; after a few of them the dive is over and
// activity takes the lead again, until the next one.
//
// Tried and dropped: fewer rounds and bigger steps (3 and a tenth), rarer dives (gap growing by 2).  Without
// dives the hard set took three times as long (one seed; faase alone 21 s).
#include <algorithm>

#include "search/learning.hpp"

namespace nonocsp {

/// Called at level 0, after a restart.  Once a solution is known, proving matters more than finding.
void LearningSearch::consider_dive() {
    diving_ = false;
    if (!options_.dives || solutions_ > 0 || stats_.conflicts < next_dive_) return;
    if (!prepare_guide()) return;
    diving_ = true;
    dive_ends_ = stats_.conflicts + options_.dive_conflicts;
    next_dive_ = dive_ends_ + static_cast<std::uint64_t>(options_.dive_conflicts * (options_.dive_gap + options_.dive_gap_growth * dives_));
    ++dives_;
    dive_order_.clear();
    dive_next_ = 0;
}

/// The surest open literal, or no_literal if the dive is over.
Literal LearningSearch::dive() {
    if (stats_.conflicts >= dive_ends_) {
        diving_ = false;
        return no_literal;
    }
    const bool stale = dive_next_ >= dive_order_.size() || trail_.size() < dive_asked_at_ ||
                       trail_.size() - dive_asked_at_ > std::max<std::size_t>(4, options_.dive_step * dive_open_);
    if (stale) {
        if (!exchange_messages(options_.dive_rounds)) return no_literal;
        dive_order_.clear();
        for (Variable v = 0; v < cell_variables_; ++v)
            if (is_open(positive(v))) dive_order_.push_back({certainty(v), v});
        const std::size_t wanted = std::min<std::size_t>(dive_order_.size(), 32);
        std::partial_sort(dive_order_.begin(), dive_order_.begin() + static_cast<std::ptrdiff_t>(wanted), dive_order_.end(),
                          [](const Sure& a, const Sure& b) {
                              return a.certainty != b.certainty ? a.certainty > b.certainty : a.variable < b.variable;
                          });
        dive_open_ = dive_order_.size();
        dive_order_.resize(wanted);
        dive_asked_at_ = trail_.size();
        dive_next_ = 0;
    }
    while (dive_next_ < dive_order_.size()) {
        const Variable v = dive_order_[dive_next_++].variable;
        if (!is_open(positive(v))) continue;
        return belief_[v] > 0.5f || cells_[cell_of_[v]].variables > 1 ? positive(v) : negative(v);
    }
    return no_literal;
}

}  // namespace nonocsp
