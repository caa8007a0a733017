// A photographed puzzle: its grid, the numbers of its lines as pictures, what is filled already.
#pragma once

#include <array>
#include <vector>

#include "people/photos/clue_line.hpp"

namespace nonocsp {

/// What looking alone cannot decide about a page: each is tried, and the puzzle that has a solution decides.
struct SheetLayout {
    bool is_straightened = false;  ///< the grid was found again in the picture that the first one straightens
    bool lined_left = false, lined_above = false;  ///< lines around every number
};

struct PhotoSheet {
    SheetLayout layout;
    Lattice lattice;  ///< of the solution, in pixels of the picture
    std::vector<ClueLine> rows, columns;
    std::vector<std::uint8_t> darkness;  ///< of each cell of the solution: 0 is paper, 255 the colour of the lines
    std::vector<std::uint8_t> crossed;   ///< 1 for each cell of the solution that has a cross or a dot
    int others = 0;                      ///< further grids in the picture
    bool is_cut_off = false;             ///< the grid goes on, or there are numbers, beyond what was found
};

/// The largest puzzle in a picture, in each layout that it may have, that with most numbers first; none where there is
/// no grid with clues.
std::vector<PhotoSheet> find_sheets(const RgbImage& image, const DigitNetwork& network);

/// The puzzle whose solution has these corners: top left, top right, bottom left, bottom right.
PhotoSheet sheet_with_corners(const RgbImage& image, const DigitNetwork& network,
                              const std::array<PixelPoint, 4>& corners, int rows, int columns);

}  // namespace nonocsp
