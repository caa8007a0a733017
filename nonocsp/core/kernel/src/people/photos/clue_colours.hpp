// The colours of numbers: of their digits, or of the squares they stand in.
#pragma once

#include <vector>

#include "people/photos/image.hpp"

namespace nonocsp {

struct ClueColours {
    /// Of blocks; black alone where the numbers do not differ in colour.
    std::vector<Rgb> colours;
    /// Of each number, for each colour: -log of the probability that it has it, by the distance.
    std::vector<std::vector<double>> costs;
};

/// What is assumed of the inks of a page: light and shadow make several of one, or some are near each other.
enum class Inks { one, several, near };

/// `inks` and `papers` are those of the numbers, which stand at these places of the picture.
ClueColours find_clue_colours(const std::vector<Rgb>& inks, const std::vector<Rgb>& papers,
                              const std::vector<PixelPoint>& places, Inks assumed);

}  // namespace nonocsp
