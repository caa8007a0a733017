// A checker of proofs, fed with their text piece by piece.  The format: docs/reference/proofs.md.
//
// A reverse unit propagation check with hints, as for LRAT (Cruz-Filipe et al., "Efficient certified RAT
// verification", 2017), where the lines of the puzzle propagate besides the nogoods.  Hinted steps touch nothing but
// what they name.  It shares no code with the search, the line solver or the grid.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "proofs/branch_counter.hpp"
#include "proofs/knowledge.hpp"

namespace nonocsp {

class ProofVerifier : private Knowledge {
public:
    /// Throws std::invalid_argument if the puzzle is malformed.
    ProofVerifier(const Puzzle& puzzle, std::string fingerprint);

    /// Check the next piece of a proof, cut anywhere.  False if it is refused.
    bool feed(std::string_view text);
    /// The proof ends here.  False if it is refused.
    bool finish();

    /// "none", "unique", "multiple" or "count N"; empty before the claim is verified.
    const std::string& claim() const { return claim_; }
    /// Why the proof is refused, with its line; empty if it is not.
    const std::string& error() const { return error_; }
    std::uint64_t steps() const { return checked_; }
    /// Cells about which something is known beforehand.
    std::uint64_t givens() const { return given_.size(); }
    /// An estimate of what grows with the proof.
    std::size_t bytes() const;

    // What a writer of branches asks.

    /// The header and whole lines of givens have been read, and nothing else.
    bool is_begun() const {
        return number_ >= 2 && pending_.empty() && error_.empty() && claim_.empty() && !last_ && !counter_;
    }
    Knowledge& knowledge() { return *this; }
    /// Nothing else is possible than what has been found.
    bool is_ended() const { return ended_; }
    /// False if nothing is left to count.
    bool begin_counting();
    /// Null before branches are counted.
    BranchCounter* counter() const { return counter_.get(); }

private:
    struct Weight {
        int line, colour;  ///< colour -1: of all but blank
        std::int64_t weight;
    };
    struct Step {
        std::uint64_t id;
        std::size_t begin;  ///< in facts_ or weights_
        std::uint32_t size;
        char kind;  ///< n, w, s; 0: deleted
    };

    // Reading.
    bool check(std::string_view line);
    void read(std::string_view line);
    void read_claim(std::string_view word);
    void read_nogood(std::uint64_t id);
    void read_weights(std::uint64_t id);
    void read_solution(std::uint64_t id);
    void read_deletions();
    void read_branch();
    bool has_word() const { return !rest_ended_; }
    std::string_view word();
    Fact fact(std::string_view word) const;
    int line(std::string_view& text, std::string_view word) const;
    int hinted_line(std::string_view word) const;
    std::size_t find(std::uint64_t id) const;
    void add(std::uint64_t id, char kind, std::size_t begin, std::size_t size);

    // What follows; false: a contradiction.
    bool learn_all(const Fact* facts, std::size_t size);
    bool apply(const Step& step);
    bool follow_all();
    bool outweighs(const Step& step);
    std::int64_t least_of(int line, int sign);
    void set_root(const Fact* facts, std::size_t size, bool are_opposite);

    std::string fingerprint_;
    std::size_t longest_;  ///< characters of a line: all facts about cells fit, and many hints

    std::string pending_, claim_, error_;
    std::string_view rest_;
    bool rest_ended_ = true;
    std::uint64_t number_ = 0, checked_ = 0, last_ = 0;
    std::set<std::int32_t> given_;
    std::set<std::string, std::less<>> pictures_;

    bool ended_ = false;
    std::unique_ptr<BranchCounter> counter_;

    std::vector<Step> steps_;  ///< ascending
    std::vector<Fact> facts_, read_;
    std::vector<Weight> weights_;
    std::vector<std::int64_t> weight_of_, line_weights_;  ///< line, colour -> weight; colour, cell -> weight
    std::vector<std::int64_t> others_;                    ///< of the crossing lines: cell, colour -> weight
    std::vector<char> is_weighted_;                       ///< by line
    std::vector<std::int64_t> hints_;                     ///< a step's place, or ~line
    std::vector<int> branch_hints_;                       ///< lines
    std::size_t unused_ = 0;                              ///< facts of deleted steps
};

}  // namespace nonocsp
