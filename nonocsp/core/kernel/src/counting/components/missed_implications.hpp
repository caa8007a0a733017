// Learned clauses that still assert at the level to which the search goes back.
//
// The compiler goes back one level at a time, so a learned clause may assert at an earlier level than the one at which
// its literal was set.  Whenever the search goes back, such literals are set again.
#pragma once

#include <vector>

#include "search/cdcl_engine.hpp"

namespace nonocsp {

class MissedImplications {
public:
    explicit MissedImplications(CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// Add a clause to the engine, and watch it here.
    void add(const Learned& learned) {
        if (late_.size() == most) late_.erase(late_.begin());
        if (learned.clause.size() == 1) late_.push_back({learned.clause[0], {}, 0});
        else late_.push_back({learned.clause[0], cdcl_.add_learned(learned), learned.back});
    }
    void clear() { late_.clear(); }

    /// After going back: set the literals that follow at this level.
    void reassert() {
        std::erase_if(late_, [&](const Late& late) { return late.level > cdcl_.assignment.level(); });
        for (const Late& late : late_) {
            if (!cdcl_.assignment.is_open(late.literal)) continue;
            if (late.reason.kind == Reason::clause) {
                // A clause that forces a literal has it in the first place.
                ClauseDatabase::Clause clause = cdcl_.clauses[late.reason.index];
                if (clause[1] == late.literal) std::swap(clause[0], clause[1]);
                if (clause[0] != late.literal) continue;
            }
            cdcl_.assignment.enqueue(late.literal, late.reason);
        }
    }

private:
    static constexpr std::size_t most = 64;
    struct Late {
        Literal literal;
        Reason reason;
        int level;  ///< at which the literal follows
    };

    CdclEngine& cdcl_;
    std::vector<Late> late_;
};

}  // namespace nonocsp
