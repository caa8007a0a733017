#include "people/readings/bounded_line.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Classes of costs beside the cheapest.
constexpr int most_prices = 4;

}  // namespace

BoundedLine::BoundedLine(const DoubtfulClue& clue, int cells, int colours, Cost most)
    : nodes_(clue.nodes), cells_(cells), colours_(colours) {
    // What an arc costs more than the cheapest way: the sum over a path is what the reading does.
    const std::vector<Cost> rest = clue.costs_from();
    const auto more = [&](const Arc& arc) { return arc.cost + rest[arc.to] - rest[arc.from]; };
    int least = most + 1;
    for (const Arc& arc : clue.arcs)
        if (more(arc) > 0) least = std::min(least, more(arc));
    unit_ = std::max({least, (most + most_prices - 1) / most_prices, 1});
    most_ = most / unit_;

    for (const Arc& arc : clue.arcs)
        if (arc.length && arc.length <= cells) shapes_.push_back({arc.colour, arc.length});
    std::sort(shapes_.begin(), shapes_.end());
    shapes_.erase(std::unique(shapes_.begin(), shapes_.end()), shapes_.end());
    for (const Arc& arc : clue.arcs) {
        if (arc.length > cells) continue;
        const auto shape = std::lower_bound(shapes_.begin(), shapes_.end(), Shape{arc.colour, arc.length});
        steps_.push_back(
            {arc.from, arc.to, arc.length ? static_cast<int>(shape - shapes_.begin()) : -1, more(arc) / unit_});
    }
    mirrored_ = steps_;
    for (Step& step : mirrored_) step = {nodes_ - 1 - step.to, nodes_ - 1 - step.from, step.shape, step.price};
    std::stable_sort(mirrored_.begin(), mirrored_.end(), [](const Step& a, const Step& b) { return a.from < b.from; });
}

/// After all arcs to a node: blanks behind its blocks, and from where a block may begin.
template <int W>
void BoundedLine::Reach<W>::close(int node, int price, BitSet<W> blank) const {
    const int colours = line.colours_;
    BitSet<W>& idle = laid(node, price, 0);
    if (price)
        for (int colour = 0; colour <= colours; ++colour) laid(node, price, colour) |= laid(node, price - 1, colour);
    BitSet<W> any = idle;
    for (int colour = 1; colour <= colours; ++colour) any |= laid(node, price, colour);
    any = spread(any, blank);
    idle |= (any & blank).up(1);
    open(node, price, 0) = any;
    for (int colour = 1; colour <= colours; ++colour) {
        BitSet<W>& begin = open(node, price, colour) = idle;
        for (int other = 1; other <= colours; ++other)
            if (other != colour) begin |= laid(node, price, other);
    }
}

template <int W>
void BoundedLine::Reach<W>::run(const std::vector<Step>& steps, BitSet<W> blank, const BitSet<W>* fits) const {
    const int most = line.most_;
    std::fill_n(sets, line.place(line.nodes_, 0, 0), BitSet<W>::none());
    laid(0, 0, 0).insert(0);
    auto step = steps.begin();
    for (int node = 0; node < line.nodes_; ++node) {
        for (int price = 0; price <= most; ++price) close(node, price, blank);
        for (; step != steps.end() && step->from == node; ++step)
            for (int price = 0; price + step->price <= most; ++price) {
                const int after = price + step->price;
                if (step->shape < 0) {
                    for (int colour = 0; colour <= line.colours_; ++colour)
                        laid(step->to, after, colour) |= laid(node, price, colour);
                    continue;
                }
                const Shape& shape = line.shapes_[step->shape];
                laid(step->to, after, shape.paint) |=
                    (open(node, price, shape.paint) & fits[step->shape]).up(shape.length);
            }
    }
}

template <int W>
void BoundedLine::cover(const Reach<W>& forward, const Reach<W>& backward, const BitSet<W>* fits, BitSet<W>* starts,
                        BitSet<W>* covered) const {
    for (int node = 0; node < nodes_; ++node)
        for (int price = 0; price <= most_; ++price) {
            const BitSet<W> rest = backward.open(nodes_ - 1 - node, most_ - price, 0).mirrored(cells_ + 1);
            covered[0] |= forward.open(node, price, 0) & rest.down(1);
        }
    for (const Step& step : steps_) {
        if (step.shape < 0) continue;
        const Shape& shape = shapes_[step.shape];
        for (int price = 0; price + step.price <= most_; ++price) {
            const BitSet<W> rest = backward.open(nodes_ - 1 - step.to, most_ - step.price - price, shape.paint);
            starts[step.shape] |= forward.open(step.from, price, shape.paint) & rest.down(shape.length);
        }
    }
    for (std::size_t s = 0; s < shapes_.size(); ++s)
        covered[shapes_[s].paint] |= detail::smear(starts[s] & fits[s], shapes_[s].length);
}

template <int W>
Cost BoundedLine::tighten_in(Word* planes, LineScratch& scratch) const {
    using Set = BitSet<W>;
    const std::size_t reach = place(nodes_, 0, 0), shapes = shapes_.size(), colours = colours_ + 1;
    Set* const forward_sets = scratch.at_least<W>(2 * reach + 3 * shapes + 3 * colours);
    Set* const backward_sets = forward_sets + reach;
    Set* const fits = backward_sets + reach;
    Set* const fits_mirrored = fits + shapes;
    Set* const starts = fits_mirrored + shapes;
    Set* const plane = starts + shapes;
    Set* const mirrored = plane + colours;
    Set* const covered = mirrored + colours;
    for (std::size_t colour = 0; colour < colours; ++colour) plane[colour] = Set::load(planes + colour * W);
    detail::fit_shapes<W>(shapes_, plane, fits);
    const Reach<W> forward{*this, forward_sets}, backward{*this, backward_sets};
    forward.run(steps_, plane[0], fits);
    int price = 0;
    while (price <= most_ && !forward.open(nodes_ - 1, price, 0).has(cells_)) ++price;
    if (price > most_) return no_path;

    for (std::size_t colour = 0; colour < colours; ++colour) mirrored[colour] = plane[colour].mirrored(cells_);
    detail::fit_shapes<W>(shapes_, mirrored, fits_mirrored);
    backward.run(mirrored_, mirrored[0], fits_mirrored);
    // Boundaries counted from the left again.
    for (int node = 0; node < nodes_; ++node)
        for (int paid = 0; paid <= most_; ++paid)
            for (int colour = 1; colour <= colours_; ++colour) {
                Set& open = backward.open(node, paid, colour);
                open = open.mirrored(cells_ + 1);
            }
    std::fill(starts, starts + shapes, Set::none());
    std::fill(covered, covered + colours, Set::none());
    cover(forward, backward, fits, starts, covered);
    for (std::size_t colour = 0; colour < colours; ++colour)
        (covered[colour] & plane[colour]).store(planes + colour * W);
    return static_cast<Cost>(price * unit_);
}

Cost BoundedLine::tighten(Word* planes, int words, LineScratch& scratch) const {
    return with_words(words, [&]<int W>() { return tighten_in<W>(planes, scratch); });
}

}  // namespace nonocsp
