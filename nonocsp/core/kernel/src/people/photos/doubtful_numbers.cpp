#include "people/photos/doubtful_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace nonocsp {

namespace {

/// The network is surest where a picture is cut in a way that it never saw: this share of what it says is nonsense.
constexpr double nonsense = 0.003;
/// Of nonsense, the share that is no number.
constexpr double nothing = 0.2;
/// A number that was not seen at all, in nats.
constexpr double unseen = 7;
/// What costs more is left out.
constexpr double most_cost = 14;

Cost as_cost(double nats) { return static_cast<Cost>(std::lround(std::max(nats, 0.0) * costs_per_nat)); }

/// The ink as it would be on white paper in full light; on dark paper it stays.
Rgb in_full_light(const Rgb& ink, const Rgb& paper) {
    if (std::max({paper[0], paper[1], paper[2]}) < std::max({ink[0], ink[1], ink[2]})) return ink;
    Rgb result;
    for (int c = 0; c < 3; ++c)
        result[c] = static_cast<std::uint8_t>(std::min(255, ink[c] * 255 / std::max<int>(paper[c], 1)));
    return result;
}

class LineOfNumbers {
public:
    LineOfNumbers(const ClueLine& line, int cells, DoubtfulClue& clue) : line_(line), cells_(cells), clue_(clue) {
        clue_.nodes = 2 * line.groups + 2;
    }

    void add_unseen(int colours) {
        for (int gap = 0; gap <= line_.groups; ++gap) {
            add(2 * gap, 2 * gap + 1, 0, 0, 0);
            // Short blocks are more frequent, about as the inverse square.
            for (int length = 1; length <= cells_; ++length)
                for (int colour = 1; colour <= colours; ++colour)
                    add(2 * gap, 2 * gap + 1, length, colour, unseen + 0.5 + 2 * std::log(length) + std::log(colours));
        }
    }

    void add_number(const ClueNumber& number, const std::vector<double>& of_colours) {
        const int from = 2 * number.from + 1, to = 2 * number.to;
        const NumberCosts& costs = number.read;
        const auto mixed = [&](double probability, double prior) {
            return number.cost - std::log((1 - nonsense) * probability + nonsense * prior);
        };
        // A zero stands for a blank line: no block either.
        add(from, to, 0, 0, mixed(std::exp(-costs[0]) + std::exp(-costs[100]), nothing));
        for (int length = 1; length <= cells_; ++length) {
            const double read = length < 100 ? std::exp(-static_cast<double>(costs[length])) : 0;
            for (std::size_t colour = 0; colour < of_colours.size(); ++colour)
                add(from, to, length, static_cast<int>(colour) + 1,
                    mixed(read, (1 - nothing) / cells_) + of_colours[colour]);
        }
    }

    void finish() {
        std::stable_sort(clue_.arcs.begin(), clue_.arcs.end(),
                         [](const Arc& a, const Arc& b) { return a.from < b.from; });
    }

private:
    void add(int from, int to, int length, int colour, double cost) {
        if (cost <= most_cost)
            clue_.arcs.push_back({from, to, length, static_cast<std::uint8_t>(colour), as_cost(cost)});
    }

    const ClueLine& line_;
    const int cells_;
    DoubtfulClue& clue_;
};

}  // namespace

DoubtfulNumbers doubtful_numbers(const PhotoSheet& sheet, Inks assumed) {
    std::vector<Rgb> inks, papers;
    std::vector<PixelPoint> places;
    std::vector<const ClueLine*> lines;
    for (const auto* side : {&sheet.rows, &sheet.columns})
        for (const ClueLine& line : *side) {
            lines.push_back(&line);
            for (const ClueNumber& number : line.numbers) {
                inks.push_back(in_full_light(number.crop.ink, number.crop.paper));
                papers.push_back(number.crop.paper);
                places.push_back((number.top_left + number.bottom_right) * 0.5f);
            }
        }
    const ClueColours colours = find_clue_colours(inks, papers, places, assumed);
    DoubtfulNumbers result{colours.colours, std::vector<DoubtfulClue>(lines.size())};
    std::size_t number = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const int cells = i < sheet.rows.size() ? sheet.lattice.columns : sheet.lattice.rows;
        LineOfNumbers line(*lines[i], cells, result.clues[i]);
        line.add_unseen(static_cast<int>(colours.colours.size()));
        for (const ClueNumber& one : lines[i]->numbers) line.add_number(one, colours.costs[number++]);
        line.finish();
    }
    return result;
}

std::vector<DoubtfulNumbers> in_possible_colours(const PhotoSheet& sheet) {
    std::vector<DoubtfulNumbers> result;
    for (const Inks inks : {Inks::one, Inks::several, Inks::near}) {
        DoubtfulNumbers read = doubtful_numbers(sheet, inks);
        if (result.empty() || read.colours.size() > result.back().colours.size()) result.push_back(std::move(read));
    }
    return result;
}

}  // namespace nonocsp
