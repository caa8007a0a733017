// Building the layers, and passing weights along.
#include "bounds/relaxation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/power_scaling.hpp"

namespace nonocsp {

namespace {

/// Numbers are kept between 2^-900 and 1, relative to the greatest of their layer.
constexpr double tiny = 0x1p-900;

}  // namespace

std::unique_ptr<Relaxation> Relaxation::of(const CellSequence& sequence, std::vector<std::uint32_t> members,
                                           std::vector<std::uint32_t> kept, std::size_t most_links) {
    auto result = std::make_unique<Relaxation>();
    result->members_ = std::move(members);
    result->kept_ = std::move(kept);
    if (!result->build(sequence, most_links)) return nullptr;
    result->remove_dead_ends();
    result->prepare();
    return result;
}

std::size_t Relaxation::bytes() const {
    return links_.capacity() * 4 + (values_.capacity() + log_weights_.capacity() + weights_.capacity()) * 8 +
           layers_.capacity() * sizeof(Layer);
}

/// All states that can be reached, and their links.
bool Relaxation::build(const CellSequence& sequence, std::size_t most_links) {
    std::vector<char> is_kept(sequence.lines.size());
    for (const std::uint32_t line : kept_) is_kept[line] = 1;
    Layout layout;
    if (!layout.allocate<1>(sequence, sequence.widths(true, &is_kept))) return false;
    std::vector<State<1>> states{{1}};
    for (const std::uint32_t i : members_)
        if (!add_layer({sequence, sequence.cells[i], layout, true, &is_kept}, states, most_links)) return false;
    layers_.push_back({0, links_.size(), log_weights_.size(), 1, 0});
    return true;
}

/// The links of these states over the next member; then the states behind it.  False if there are too many links.
bool Relaxation::add_layer(const CellTransition<1>& transition, std::vector<State<1>>& states, std::size_t most_links) {
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
double Relaxation::log_error() const { return 0x1p-52 * static_cast<double>(2 * links_.size() + 4 * layers_.size()); }

}  // namespace nonocsp
