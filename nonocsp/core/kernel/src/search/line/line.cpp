// Conversion between cells and planes around the functions on one line.
#include "search/line/line.hpp"

#include <stdexcept>

#include "search/line/cell_reason.hpp"
#include "search/line/minimal_explanation.hpp"
#include "search/line/optimum.hpp"
#include "search/line/tighten.hpp"

namespace nonocsp {

namespace {

const Clue& checked(const Clue& clue, int cells, int colours) {
    if (cells < 1 || cells > longest_line) throw std::invalid_argument("a line has 1 to 10239 cells");
    if (colours < 0 || colours > 255) throw std::invalid_argument("a line has 0 to 255 block colours");
    validate(clue, colours);
    return clue;
}

bool has(const Line::Candidates& candidates, int words_per_cell, int cell, int colour) {
    return candidates[static_cast<std::size_t>(cell) * words_per_cell + colour / 64] >> (colour % 64) & 1;
}

}  // namespace

Line::Line(const Clue& clue, int cells, int colours)
    : clue_(checked(clue, cells, colours), cells, colours), colours_(colours) {}

Line::Candidates Line::everything() const {
    Candidates all(static_cast<std::size_t>(clue_.cells) * words_per_cell());
    for (int i = 0; i < clue_.cells; ++i)
        for (int c = 0; c <= colours_; ++c)
            all[static_cast<std::size_t>(i) * words_per_cell() + c / 64] |= Word{1} << (c % 64);
    return all;
}

std::vector<Word> Line::planes(const Candidates& candidates) const {
    if (candidates.size() != static_cast<std::size_t>(clue_.cells) * words_per_cell())
        throw std::invalid_argument("a candidate set is needed for every cell");
    std::vector<Word> planes(static_cast<std::size_t>(clue_.paints()) * clue_.words);
    for (int p = 0; p < clue_.paints(); ++p)
        for (int i = 0; i < clue_.cells; ++i)
            if (has(candidates, words_per_cell(), i, clue_.palette[p]))
                planes[static_cast<std::size_t>(p) * clue_.words + i / 64] |= Word{1} << (i % 64);
    return planes;
}

bool Line::tighten(Candidates& candidates) const {
    std::vector<Word> work = planes(candidates);
    LineScratch scratch;
    if (!with_words(clue_.words, [&]<int W>() { return nonocsp::tighten<W>(clue_, work.data(), scratch); }))
        return false;
    if (clue_.absent) return true;
    std::fill(candidates.begin(), candidates.end(), 0);
    for (int p = 0; p < clue_.paints(); ++p)
        each_bit(&work[static_cast<std::size_t>(p) * clue_.words], clue_.words, [&](int i) {
            const int c = clue_.palette[p];
            candidates[static_cast<std::size_t>(i) * words_per_cell() + c / 64] |= Word{1} << (c % 64);
        });
    return true;
}

bool Line::feasible(const Candidates& candidates) const {
    const std::vector<Word> work = planes(candidates);
    LineScratch scratch;
    return with_words(clue_.words, [&]<int W>() { return nonocsp::feasible<W>(clue_, work.data(), scratch); });
}

BigUnsigned Line::count(const Candidates& candidates) const { return nonocsp::count(clue_, planes(candidates).data()); }

bool Line::explain(const Candidates& candidates, int cell, int colour, std::vector<Lack>& because) const {
    std::vector<Word> known = planes(candidates), open = planes(everything());
    if (cell >= clue_.cells || colour < 0 || colour > colours_) throw std::invalid_argument("no such cell or colour");
    if (cell >= 0) {
        if (clue_.paint[colour] < 0) return true;  // a colour the clue never uses needs no reason
        for (int p = 0; p < clue_.paints(); ++p)
            for (std::vector<Word>* planes : {&known, &open}) {
                Word& word = (*planes)[static_cast<std::size_t>(p) * clue_.words + cell / 64];
                const Word bit = Word{1} << (cell % 64);
                word = clue_.palette[p] == colour ? word | bit : word & ~bit;
            }
    }
    LineScratch scratch;
    return with_words(clue_.words, [&]<int W>() {
        if (nonocsp::feasible<W>(clue_, known.data(), scratch)) return false;
        std::vector<Removal> removals;
        nonocsp::explain<W>(clue_, open.data(), known.data(), scratch, removals);
        for (const Removal& removal : removals) because.push_back({removal.cell, clue_.palette[removal.paint]});
        return true;
    });
}

bool Line::reason(const Candidates& candidates, const Candidates* excluded, const std::vector<int>& order,
                  std::vector<int>& because) const {
    for (int cell : order)
        if (cell < 0 || cell >= clue_.cells) throw std::invalid_argument("no such cell");
    const std::vector<Word> known = planes(candidates), out = excluded ? planes(*excluded) : std::vector<Word>();
    LineScratch scratch;
    return with_words(clue_.words, [&]<int W>() {
        return find_reason<W>(clue_, known.data(), excluded ? out.data() : nullptr, order, scratch, because);
    });
}

std::vector<Line::Extremes> Line::min_marginals(const Candidates& candidates,
                                                const std::vector<std::int32_t>& weights) const {
    const std::size_t cells = clue_.cells, colours = static_cast<std::size_t>(colours_) + 1, paints = clue_.paints();
    if (weights.size() != cells * colours) throw std::invalid_argument("a weight is needed for every cell and colour");
    std::int64_t largest = 0;
    for (std::int64_t weight : weights) largest += std::abs(weight);
    if (largest > LineOptimum::largest_sum) throw std::invalid_argument("the weights are too large");
    std::vector<Extremes> result(1 + cells * colours, {1, 0});
    if (clue_.impossible) return result;
    const std::vector<Word> known = planes(candidates);
    LineOptimum optimum;
    Lanes* lanes = optimum.weights(clue_);
    for (std::size_t i = 0; i < cells; ++i)
        for (std::size_t p = 0; p < paints; ++p) {
            const int weight = weights[i * colours + clue_.palette[p]];
            *lanes = Lanes::filled(0);
            lanes->at[0] = static_cast<std::int16_t>(weight);
            lanes++->at[1] = static_cast<std::int16_t>(-weight);
        }
    const auto extremes = [](const Lanes& sums) { return Extremes{sums.at[0], -sums.at[1]}; };
    const LineSteps steps(clue_);
    const Lanes least = optimum.least(clue_, steps, known.data());
    if (least.at[0] > LineOptimum::largest_sum) return result;
    result[0] = extremes(least);
    const Lanes* marginals = optimum.marginals(clue_, steps);
    for (std::size_t i = 0; i < cells; ++i)
        for (std::size_t p = 0; p < paints; ++p, ++marginals)
            if (marginals->at[0] <= LineOptimum::largest_sum)
                result[1 + i * colours + clue_.palette[p]] = extremes(*marginals);
    return result;
}

std::vector<std::int16_t> Line::least_sums(const Candidates& candidates,
                                           const std::vector<std::int16_t>& weights) const {
    const std::size_t cells = clue_.cells, colours = static_cast<std::size_t>(colours_) + 1, paints = clue_.paints();
    if (weights.size() != cells * colours * Lanes::count) throw std::invalid_argument("weights are missing");
    Lanes least = Lanes::filled(LineOptimum::infinite), highest = least;
    if (!clue_.impossible) {
        const std::vector<Word> known = planes(candidates);
        const LineSteps steps(clue_);
        LineOptimum optimum;
        Lanes* lanes = optimum.weights(clue_);
        for (std::size_t i = 0; i < cells; ++i)
            for (std::size_t p = 0; p < paints; ++p, ++lanes)
                std::copy_n(&weights[(i * colours + clue_.palette[p]) * Lanes::count], Lanes::count, lanes->at);
        least = highest = optimum.least(clue_, steps, known.data());
        const Lanes* marginals = optimum.marginals(clue_, steps);
        for (std::size_t at = 0; at < cells * paints; ++at, ++marginals)
            if (marginals->at[0] <= LineOptimum::largest_sum)
                for (int k = 0; k < Lanes::count; ++k) highest.at[k] = std::max(highest.at[k], marginals->at[k]);
    }
    std::vector<std::int16_t> result(least.at, least.at + Lanes::count);
    result.insert(result.end(), highest.at, highest.at + Lanes::count);
    return result;
}

std::unique_ptr<Placements> Line::placements(const Candidates& candidates) const {
    return list_placements(clue_, planes(candidates).data());
}

}  // namespace nonocsp
