// The colours of numbers: of their digits, or of the squares they stand in.
#pragma once

#include <vector>

#include "people/photos/image.hpp"

namespace nonocsp {

struct ClueColours {
    std::vector<Rgb> colours;  ///< of blocks; black alone where the numbers do not differ in colour
    std::vector<int> of;       ///< of each number, from 0
};

/// `inks` and `papers` are those of the numbers, which stand at these places of the picture.
ClueColours find_clue_colours(const std::vector<Rgb>& inks, const std::vector<Rgb>& papers,
                              const std::vector<PixelPoint>& places);

}  // namespace nonocsp
