// Building the layers, and passing weights along.
#include "bounds/relaxation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/power_scaling.hpp"
#include "frontier/cell_transition.hpp"

namespace nonocsp {

namespace {

/// Numbers are kept between 2^-900 and 1, relative to the greatest of their layer.
constexpr double tiny = 0x1p-900;

/// The transition at a cell of a board; lines that are not kept have no part in it.
struct KeptTransition {
    struct Line {
        const std::vector<std::uint16_t>* next;
        Field field;
    };
    std::size_t candidates = 0;
    std::vector<Line> lines;

    /// Calls `lead(candidate, state)` for every successor.
    template <class Lead>
    void each(const State<1>& state, Lead&& lead) const {
        for (std::size_t c = 0; c < candidates; ++c) {
            State<1> next = state;
            const bool is_possible = std::all_of(lines.begin(), lines.end(), [&](const Line& line) {
                const std::uint64_t from = line.field.of<1>(state);
                const std::uint16_t to = (*line.next)[from * candidates + c];
                next[0] += (to - from) << line.field.shift;
                return to != ReorderedLine::none;
            });
            if (is_possible) lead(c, next);
        }
    }
};

}  // namespace

std::unique_ptr<Relaxation> Relaxation::of(const Lines& lines, const ReorderedLines& swept,
                                           const std::vector<BoardCell>& cells, std::vector<std::uint32_t> members,
                                           std::vector<std::uint32_t> kept, std::size_t most_links) {
    auto result = std::make_unique<Relaxation>();
    result->members_ = std::move(members);
    result->kept_ = std::move(kept);
    if (!(swept.empty() ? result->build(lines, cells, most_links) : result->build(swept, lines, cells, most_links)))
        return nullptr;
    result->remove_dead_ends();
    result->prepare();
    return result;
}

std::size_t Relaxation::bytes() const {
    return links_.capacity() * 4 + (values_.capacity() + log_weights_.capacity() + weights_.capacity()) * 8 +
           layers_.capacity() * sizeof(Layer);
}

/// All states that can be reached, and their links.
bool Relaxation::build(const Lines& lines, const std::vector<BoardCell>& cells, std::size_t most_links) {
    std::vector<char> is_kept(lines.kept.size());
    for (const std::uint32_t line : kept_) is_kept[line] = !lines.kept[line]->is_too_large();
    const auto dfa = [&](std::uint32_t line) -> const MinimalLineDfa& {
        return *(is_kept[line] ? lines.kept : lines.dropped)[line];
    };
    const auto bits = [&](std::uint32_t line, std::uint32_t k) {
        const int most = std::max(dfa(line).states(static_cast<int>(k)), dfa(line).states(static_cast<int>(k) + 1));
        return static_cast<int>(std::bit_width(static_cast<unsigned>(most - 1)));
    };
    int row_bits = 0;
    std::vector<int> column_bits(lines.kept.size());
    for (const std::uint32_t i : members_) {
        const auto &row = cells[i].places[0], &column = cells[i].places[1];
        row_bits = std::max(row_bits, bits(row.line, row.k));
        column_bits[column.line] = std::max(column_bits[column.line], bits(column.line, column.k));
    }
    FieldPacker<1> packer;
    Field row;
    std::vector<Field> columns(lines.kept.size());
    if (!packer.add(row_bits, row)) return false;
    for (std::size_t line = 0; line < columns.size(); ++line)
        if (column_bits[line] && !packer.add(column_bits[line], columns[line])) return false;

    std::vector<State<1>> states{{1}};
    for (const std::uint32_t i : members_) {
        const auto &in_row = cells[i].places[0], &in_column = cells[i].places[1];
        const CellTransition<1> transition(dfa(in_row.line), static_cast<int>(in_row.k), row, dfa(in_column.line),
                                           static_cast<int>(in_column.k), columns[in_column.line], true);
        if (!add_layer(transition, states, most_links)) return false;
    }
    layers_.push_back({0, links_.size(), log_weights_.size(), 1, 0});
    return true;
}

/// The same on a board.
bool Relaxation::build(const ReorderedLines& swept, const Lines& lines, const std::vector<BoardCell>& cells,
                       std::size_t most_links) {
    std::vector<char> is_kept(swept.size());
    for (const std::uint32_t line : kept_) is_kept[line] = swept[line] != nullptr;
    std::vector<int> bits(swept.size());
    int row_bits = 0;
    const auto each_kept = [&](const BoardCell& cell, auto&& visit) {
        for (int d = 0; d < cell.directions; ++d)
            if (const auto& place = cell.places[static_cast<std::size_t>(d)]; is_kept[place.line]) visit(d, place);
    };
    for (const std::uint32_t i : members_)
        each_kept(cells[i], [&](int d, const BoardCell::Place& place) {
            int& most = d ? bits[place.line] : row_bits;
            for (const std::uint32_t step : {place.step, place.step + 1})
                most = std::max(most, static_cast<int>(std::bit_width(swept[place.line]->states(step) - 1)));
        });
    FieldPacker<1> packer;
    Field row;
    std::vector<Field> fields(swept.size());
    if (!packer.add(row_bits, row)) return false;
    for (std::size_t line = 0; line < fields.size(); ++line)
        if (bits[line] && !packer.add(bits[line], fields[line])) return false;

    std::vector<State<1>> states{{1}};
    KeptTransition transition;
    for (const std::uint32_t i : members_) {
        const auto& place = cells[i].places[0];
        transition.candidates = lines.kept[place.line]->colours(static_cast<int>(place.k)).size();
        transition.lines.clear();
        each_kept(cells[i], [&](int d, const BoardCell::Place& kept) {
            transition.lines.push_back({&swept[kept.line]->next(kept.step), d ? fields[kept.line] : row});
        });
        if (!add_layer(transition, states, most_links)) return false;
    }
    layers_.push_back({0, links_.size(), log_weights_.size(), 1, 0});
    return true;
}

/// The links of these states over the next member; then the states behind it.  False if there are too many links.
template <class Transition>
bool Relaxation::add_layer(const Transition& transition, std::vector<State<1>>& states, std::size_t most_links) {
    const std::size_t candidates = transition.candidates, first = links_.size();
    if (first + states.size() * candidates > most_links) return false;
    layers_.push_back({0, first, log_weights_.size(), states.size(), candidates});
    log_weights_.resize(log_weights_.size() + candidates);
    links_.resize(first + states.size() * candidates, nowhere);
    StateSet<1> next(states.size() * candidates);
    for (std::size_t s = 0; s < states.size(); ++s)
        transition.each(states[s], [&](std::size_t candidate, const State<1>& to) {
            links_[first + s * candidates + candidate] = next.insert(to);
        });
    std::vector<std::uint32_t> place(next.capacity(), nowhere);
    states.clear();
    each_state(next, [&](const State<1>& state, std::size_t slot) {
        place[slot] = static_cast<std::uint32_t>(states.size());
        states.push_back(state);
        return true;
    });
    for (std::size_t link = first; link < links_.size(); ++link)
        if (links_[link] != nowhere) links_[link] = place[links_[link]];
    return true;
}

/// Keep the states from which the last layer can be reached, and number them again.
void Relaxation::remove_dead_ends() {
    std::vector<std::uint32_t> links, ahead{0}, here;
    std::vector<std::vector<std::uint32_t>> kept(members_.size());
    for (std::size_t i = members_.size(); i-- > 0;) {
        Layer& layer = layers_[i];
        here.assign(layer.states, nowhere);
        std::uint32_t states = 0;
        for (std::size_t s = 0; s < layer.states; ++s) {
            std::uint32_t* const link = &links_[layer.link + s * layer.candidates];
            bool is_alive = false;
            for (std::size_t c = 0; c < layer.candidates; ++c) {
                if (link[c] != nowhere) link[c] = ahead[link[c]];
                is_alive |= link[c] != nowhere;
            }
            if (!is_alive) continue;
            std::copy_n(link, layer.candidates, &links_[layer.link + states * layer.candidates]);
            here[s] = states++;
        }
        layer.states = states;
        ahead.swap(here);
    }
    std::size_t to = 0, state = 0;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        Layer& layer = layers_[i];
        const std::size_t number = layer.states * layer.candidates;
        std::copy_n(links_.begin() + static_cast<std::ptrdiff_t>(layer.link), number,
                    links_.begin() + static_cast<std::ptrdiff_t>(to));
        layer.link = to;
        layer.state = state;
        to += number;
        state += layer.states;
    }
    links_.resize(to);
    links_.shrink_to_fit();
    values_.assign(state, 1.0);
    weights_.resize(log_weights_.size());
    is_allowed_.resize(log_weights_.size());
    for (const Layer& layer : layers_)
        for (std::size_t link = 0; link < layer.states * layer.candidates; ++link)
            if (links_[layer.link + link] != nowhere) is_allowed_[layer.weight + link % layer.candidates] = 1;
}

void Relaxation::set_weights(std::size_t i) {
    const Layer& layer = layers_[i];
    for (std::size_t c = 0; c < layer.candidates; ++c)
        weights_[layer.weight + c] = std::exp(log_weights_[layer.weight + c]);
}

void Relaxation::prepare() {
    if (is_empty()) return;  // then it has no links, and nothing is swept
    for (std::size_t i = 0; i < members_.size(); ++i) set_weights(i);
    start_up();
    for (std::size_t i = members_.size(); i-- > 0;) step_up(i);
}

void Relaxation::start_down() {
    scale_ = 0;
    is_downward_ = true;
    std::fill_n(values_.begin(), layers_[0].states, 1.0);
}

void Relaxation::start_up() {
    scale_ = 0;
    is_downward_ = false;
    std::fill(values_.begin() + static_cast<std::ptrdiff_t>(layers_.back().state), values_.end(), 1.0);
}

void Relaxation::add_up(std::size_t i, double* sums) const {
    const Layer& layer = layers_[i];
    const double* const from = &values_[layer.state];
    const double* const to = &values_[layers_[i + 1].state];
    const std::uint32_t* link = &links_[layer.link];
    std::fill_n(sums, layer.candidates, 0.0);
    for (std::size_t s = 0; s < layer.states; ++s)
        for (std::size_t c = 0; c < layer.candidates; ++c, ++link)
            if (*link != nowhere) sums[c] += from[s] * to[*link];
    for (std::size_t c = 0; c < layer.candidates; ++c) sums[c] *= weights_[layer.weight + c];
}

void Relaxation::step_down(std::size_t i) {
    const Layer& layer = layers_[i];
    const double* const from = &values_[layer.state];
    const std::uint32_t* link = &links_[layer.link];
    next_.assign(layers_[i + 1].states, 0.0);
    for (std::size_t s = 0; s < layer.states; ++s)
        for (std::size_t c = 0; c < layer.candidates; ++c, ++link)
            if (*link != nowhere) next_[*link] += from[s] * weights_[layer.weight + c];
    std::copy(next_.begin(), next_.end(), &values_[layers_[i + 1].state]);
    scale(&values_[layers_[i + 1].state], layers_[i + 1].states);
}

void Relaxation::step_up(std::size_t i) {
    const Layer& layer = layers_[i];
    double* const from = &values_[layer.state];
    const double* const to = &values_[layers_[i + 1].state];
    const std::uint32_t* link = &links_[layer.link];
    for (std::size_t s = 0; s < layer.states; ++s) {
        double sum = 0;
        for (std::size_t c = 0; c < layer.candidates; ++c, ++link)
            if (*link != nowhere) sum += weights_[layer.weight + c] * to[*link];
        from[s] = sum;
    }
    scale(from, layer.states);
}

/// Divide by a power of two, which is exact, and round up what is tiny: it could underflow later.
void Relaxation::scale(double* values, std::size_t number) {
    double most = 0;
    for (std::size_t s = 0; s < number; ++s) most = std::max(most, values[s]);
    scale_ += scale_down({values, number}, most, tiny);
}

double Relaxation::log_count() const {
    return std::log(is_downward_ ? values_.back() : values_.front()) + static_cast<double>(scale_) * std::log(2.0);
}

/// Each link adds a rounding error of 2^-53 to a product and to a sum at most, each layer those of its weights.
double Relaxation::log_error() const {
    return 0x1p-52 * static_cast<double>(2 * links_.size() + 4 * layers_.size());
}

}  // namespace nonocsp
