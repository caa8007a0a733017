// Writes a proof of the number of solutions, branch by branch: docs/reference/proofs.md.
//
// The search that the checker follows, done once with everything tightened; the hints that it leaves are the lines
// that mattered.  Cells are decided line by line, in the direction that has the most lines, so
// that parts recur: what the lines before leave is in few states.
#pragma once

#include <string>

#include "proofs/verifier.hpp"

namespace nonocsp {

class CountWriter {
public:
    /// After the header and the givens, which the verifier has read.
    explicit CountWriter(ProofVerifier& verifier);

    /// About this many steps more; true at the end.
    bool run(std::uint64_t steps);
    /// The text since the last call.
    std::string text();

    /// There may be nothing to write: no cell is open, or nothing is possible.
    std::uint64_t branches() const { return branches_; }
    std::size_t bytes() const;

private:
    bool probe();
    bool refutes(std::int32_t cell, int colour);
    void branch();
    void write_fact(std::int32_t cell, int colour);
    void write_hints(bool is_refuted);

    ProofVerifier& verifier_;
    Knowledge& knowledge_;
    std::size_t direction_;  ///< cells are decided line by line in it
    std::string text_;
    std::vector<Knowledge::Tightening> log_;
    std::vector<char> is_needed_;
    std::vector<int> hints_;
    std::int32_t probed_ = 0, last_probed_ = 0;  ///< the next cell; the last one where a colour failed
    std::uint64_t id_ = 0, branches_ = 0;
};

}  // namespace nonocsp
