// One line for the checker of proofs: what all placements have in common, and the least weight of one.
//
// Written for the checker alone and independent of the search's own code for lines: a mistake there shall not
// repeat itself here.  Cells of a line, and positions before, between and after them, are bits; the addition's carry
// spreads positions through blanks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "proofs/star_language.hpp"

namespace nonocsp {

/// The first and the last start of a block.
struct StartWindow {
    std::int32_t first, last;
};

/// Infinite: no placement.  Sums of finite weights are far below it.
inline constexpr std::int64_t no_weight = std::int64_t{1} << 61;

class CheckedLine {
public:
    CheckedLine(const Clue& clue, int cells, int colours);

    /// Words of a set of positions.
    int words() const { return words_; }
    int cells() const { return cells_; }
    /// Blocks whose starts can be known: all of them or none.
    int windows() const { return has_windows_ ? static_cast<int>(clue_.blocks.size()) : 0; }

    /// What all placements that agree have in common.  `can`: for each colour the cells that may have it.
    /// False if there is no placement.  The results are found() and the windows, which are changed.
    bool tighten(const std::uint64_t* can, StartWindow* windows);
    /// The cells that can have each colour, after tighten().
    const std::uint64_t* found() const { return found_.data(); }

    /// The least weight of a placement; `weights` of each colour and cell, `no_weight` where the cell cannot have it.
    std::int64_t least(const std::vector<std::int64_t>& weights, const StartWindow* windows) const;

private:
    bool tighten_with_stars(const std::uint64_t* can);
    std::int64_t least_with_stars(const std::vector<std::int64_t>& weights) const;
    template <int W>
    bool tighten_words(const std::uint64_t* can, StartWindow* windows);
    /// The starts of blocks as the left of the line allows them, and what the first blocks can fill.
    template <int W>
    bool from_left(const std::uint64_t* can, const StartWindow* windows);
    /// The same from the right, and both together.
    template <int W>
    void from_right(const std::uint64_t* can, StartWindow* windows);
    /// Whether a blank comes between a block and the one before it.
    bool is_gap(int block) const;
    /// Whether none can.
    bool is_attached(int block) const;

    Clue clue_;
    int cells_, colours_, words_;
    bool has_windows_ = true;
    std::optional<StarLanguage> language_;  ///< of a clue with stars
    std::vector<std::uint64_t> found_, starts_, reached_, room_, left_, scratch_;
};

}  // namespace nonocsp
