// A checker of proofs, fed with their text piece by piece.  The format: docs/reference/proofs.md.
//
// A reverse unit propagation check with hints, as for LRAT (Cruz-Filipe et al., "Efficient certified RAT
// verification", 2017), where the lines of the puzzle propagate besides the nogoods.  Hinted steps touch nothing but
// what they name.  It shares no code with the search, the line solver or the grid.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/puzzle.hpp"
#include "proofs/checked_line.hpp"

namespace nonocsp {

class ProofVerifier {
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

private:
    /// About a cell (from 0): 2 * colour, + 1 if it does not have it.  About a block (-1 - block): 2 * position, that
    /// it starts there or before, + 1: there or after.
    struct Fact {
        std::int32_t variable, value;
    };
    struct Place {
        std::int32_t row, column;
    };
    struct Weight {
        int line, colour;  ///< colour -1: of all but blank
        std::int64_t weight;
    };
    struct Step {
        std::uint64_t id;
        std::size_t begin;     ///< in facts_ or weights_
        std::uint32_t size;
        char kind;             ///< n, w, s; 0: deleted
    };
    /// A colour that a cell lost, or the window that a block had.
    struct Change {
        std::int32_t variable, first, last;
    };

    // Reading.
    bool check(std::string_view line);
    void read(std::string_view line);
    void read_claim(std::string_view word);
    void read_nogood(std::uint64_t id);
    void read_weights(std::uint64_t id);
    void read_solution(std::uint64_t id);
    void read_deletions();
    bool has_word() const { return !rest_ended_; }
    std::string_view word();
    Fact fact(std::string_view word) const;
    int line(char axis, std::uint64_t number) const;
    std::size_t find(std::uint64_t id) const;
    void add(std::uint64_t id, char kind, std::size_t begin, std::size_t size);

    // What is known.
    bool is_known(Fact fact) const;
    bool learn(Fact fact);
    bool learn_opposite(Fact fact);
    bool remove(int cell, int colour);
    bool narrow(int block, std::int32_t first, std::int32_t last);
    bool has(int cell, int colour) const;
    void flip(int cell, int colour);
    std::uint64_t* plane(int line, int colour);
    void touch(int line);
    void undo();

    // What follows; false: a contradiction.
    bool learn_all(const Fact* facts, std::size_t size);
    bool tighten(int line);
    bool tighten_all();
    bool apply(const Step& step);
    bool follow_all();
    bool outweighs(const Step& step);
    std::int64_t least_of(int line, int sign);
    void set_root(const Fact* facts, std::size_t size, bool are_opposite);

    Puzzle puzzle_;  ///< colours in the order of first use
    std::string fingerprint_;

    std::string pending_, claim_, error_;
    std::string_view rest_;
    bool rest_ended_ = true;
    std::uint64_t number_ = 0, checked_ = 0, last_ = 0;
    std::set<std::int32_t> given_;
    std::set<std::string, std::less<>> pictures_;

    std::vector<CheckedLine> lines_;
    std::vector<std::size_t> planes_;              ///< line -> the cells of its colours in can_
    std::vector<std::uint64_t> can_;
    std::vector<std::int32_t> options_;            ///< cell -> how many colours it may have
    std::vector<std::uint64_t> masks_;             ///< cell -> these colours
    std::vector<Place> places_;                    ///< cell -> where it is
    int mask_words_ = 1, words_[2] = {1, 1};       ///< of a cell; of the cells of a row, of a column
    std::vector<std::int32_t> first_block_;        ///< line -> its first block in windows_
    std::vector<std::int32_t> line_of_;            ///< block -> its line
    std::vector<StartWindow> windows_, narrowed_;
    std::vector<Change> trail_;
    std::vector<int> dirty_;
    std::vector<char> is_dirty_;
    bool ended_ = false;

    std::vector<Step> steps_;  ///< ascending
    std::vector<Fact> facts_, read_;
    std::vector<Weight> weights_;
    std::vector<std::int64_t> weight_of_, line_weights_;  ///< line, colour -> weight; colour, cell -> weight
    std::vector<std::int64_t> hints_;              ///< a step's place, or ~line
    std::size_t unused_ = 0;                       ///< facts of deleted steps
};

}  // namespace nonocsp
