// What the numbers of a photographed puzzle may be, as clues in doubt.
#pragma once

#include "people/photos/clue_colours.hpp"
#include "people/photos/sheet.hpp"
#include "people/readings/doubtful_clue.hpp"

namespace nonocsp {

struct DoubtfulNumbers {
    std::vector<Rgb> colours;         ///< of blocks
    std::vector<DoubtfulClue> clues;  ///< of rows, then of columns
};

/// The numbers of a sheet as the network reads them.  Groups i .. j - 1 of a line are arcs from node 2 i + 1 to node 2
/// j, each number that they may be is one; arcs from node 2 i to node 2 i + 1 are numbers that were not seen.
DoubtfulNumbers doubtful_numbers(const PhotoSheet& sheet, Inks assumed);

/// The same for all assumptions of which each tells more colours apart.
std::vector<DoubtfulNumbers> in_possible_colours(const PhotoSheet& sheet);

}  // namespace nonocsp
