// A photographed puzzle: its grid, the numbers of its lines as pictures, what is filled already.
#pragma once

#include <array>
#include <optional>

#include "people/photos/clue_line.hpp"

namespace nonocsp {

struct PhotoSheet {
    Lattice lattice;  ///< of the solution, in pixels of the picture
    std::vector<ClueLine> rows, columns;
    std::vector<std::uint8_t> darkness;  ///< of each cell of the solution: 0 is paper, 255 the colour of the lines
    int others = 0;                      ///< further grids in the picture
};

/// The largest puzzle in a picture; nothing where there is no grid with clues.
std::optional<PhotoSheet> find_sheet(const RgbImage& image);

/// The puzzle whose solution has these corners: top left, top right, bottom left, bottom right.
PhotoSheet sheet_with_corners(const RgbImage& image, const std::array<PixelPoint, 4>& corners, int rows, int columns);

}  // namespace nonocsp
