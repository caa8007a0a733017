// The outputs of a layer are the innermost index everywhere: the compiler makes vectors of them.
#include "people/photos/digit_network.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace nonocsp {

namespace {

constexpr int hidden = 64, tens = 10, ones = 11;
constexpr std::array<std::array<std::uint32_t, 2>, 5> shapes{
    {{9, 16}, {9 * 16, 32}, {9 * 32, 48}, {4 * 3 * 48, hidden}, {hidden, tens + ones}}};

/// Takes values off the front of the file.
class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> file) : rest_(file) {}

    template <class T>
    std::vector<T> take(std::size_t count) {
        if (rest_.size() / sizeof(T) < count) throw std::invalid_argument("the weights of the digit network are cut");
        std::vector<T> values(count);
        std::memcpy(values.data(), rest_.data(), count * sizeof(T));
        rest_ = rest_.subspan(count * sizeof(T));
        return values;
    }
    bool is_at_end() const { return rest_.empty(); }

private:
    std::span<const std::uint8_t> rest_;
};

/// Convolution with 3 x 3 weights and paper around, the greater of 0 and the result, maximum of every 2 x 2.
template <int In, int Out>
void convolve(int rows, int columns, const float* from, const float* weights, const float* biases, float* to) {
    std::fill(to, to + rows / 2 * (columns / 2) * Out, 0.0f);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            float sums[Out];
            std::copy(biases, biases + Out, sums);
            for (int dy = std::max(-y, -1); dy <= std::min(rows - 1 - y, 1); ++dy)
                for (int dx = std::max(-x, -1); dx <= std::min(columns - 1 - x, 1); ++dx) {
                    const float* inputs = from + ((y + dy) * columns + x + dx) * In;
                    const float* row = weights + ((dy + 1) * 3 + dx + 1) * In * Out;
                    for (int i = 0; i < In; ++i, row += Out)
                        for (int o = 0; o < Out; ++o) sums[o] += inputs[i] * row[o];
                }
            float* pooled = to + (y / 2 * (columns / 2) + x / 2) * Out;
            for (int o = 0; o < Out; ++o) pooled[o] = std::max(pooled[o], sums[o]);
        }
}

template <int Out>
void connect(int inputs, const float* from, const float* weights, const float* biases, float* to) {
    std::copy(biases, biases + Out, to);
    for (int i = 0; i < inputs; ++i, weights += Out)
        for (int o = 0; o < Out; ++o) to[o] += from[i] * weights[o];
}

/// Logits to log probabilities.
template <std::size_t N>
void normalise(std::array<float, N>& logits) {
    const float most = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (const float each : logits) sum += std::exp(each - most);
    for (float& each : logits) each -= most + std::log(sum);
}

}  // namespace

DigitNetwork::DigitNetwork(std::span<const std::uint8_t> file) {
    static constexpr char magic[] = {'N', 'C', 'S', 'P', 'D', 'I', 'G', 'T'};
    Reader reader(file);
    if (file.size() < sizeof magic || !std::equal(std::begin(magic), std::end(magic), reader.take<char>(8).begin()))
        throw std::invalid_argument("these are no weights of the digit network");
    if (reader.take<std::uint32_t>(2) != std::vector<std::uint32_t>{1, static_cast<std::uint32_t>(shapes.size())})
        throw std::invalid_argument("the weights of the digit network are of another version");
    for (std::size_t k = 0; k < shapes.size(); ++k) {
        const auto [inputs, outputs] = shapes[k];
        if (reader.take<std::uint32_t>(2) != std::vector<std::uint32_t>{inputs, outputs})
            throw std::invalid_argument("the weights of the digit network have another shape");
        const auto scales = reader.take<float>(outputs);
        layers_[k].biases = reader.take<float>(outputs);
        const auto whole = reader.take<std::int8_t>(std::size_t{inputs} * outputs);
        layers_[k].weights.resize(whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i) layers_[k].weights[i] = whole[i] * scales[i % outputs];
    }
    temperature_ = reader.take<float>(1)[0];
    if (!reader.is_at_end() || !(temperature_ > 0))
        throw std::invalid_argument("the weights of the digit network are damaged");
}

NumberPosterior DigitNetwork::read(const std::uint8_t* crop) const {
    // Two arrays in turn; each holds the largest layer that is written to it.
    std::array<float, 16 * 12 * 16> odd;
    std::array<float, 8 * 6 * 32> even;
    for (std::size_t i = 0; i < crop_size; ++i) even[i] = static_cast<float>(crop[i]) / 255;
    const auto weights = [&](int k) { return layers_[k].weights.data(); };
    const auto biases = [&](int k) { return layers_[k].biases.data(); };
    convolve<1, 16>(height, width, even.data(), weights(0), biases(0), odd.data());
    convolve<16, 32>(height / 2, width / 2, odd.data(), weights(1), biases(1), even.data());
    convolve<32, 48>(height / 4, width / 4, even.data(), weights(2), biases(2), odd.data());
    connect<hidden>(4 * 3 * 48, odd.data(), weights(3), biases(3), even.data());
    for (int i = 0; i < hidden; ++i) even[i] = std::max(even[i], 0.0f);
    connect<tens + ones>(hidden, even.data(), weights(4), biases(4), odd.data());
    for (int i = 0; i < tens + ones; ++i) odd[i] /= temperature_;
    NumberPosterior posterior;
    std::copy_n(odd.begin(), tens, posterior.tens.begin());
    std::copy_n(odd.begin() + tens, ones, posterior.ones.begin());
    normalise(posterior.tens);
    normalise(posterior.ones);
    return posterior;
}

NumberCosts costs_of(const NumberPosterior& posterior) {
    const auto& [tens, ones] = posterior;
    NumberCosts costs;
    costs[0] = tens[0] + ones[10];
    for (int number = 1; number < 100; ++number) costs[number] = tens[number / 10] + ones[number % 10];
    costs[100] = tens[0] + ones[0];
    normalise(costs);  // tens without ones are no number: what the heads give to them is shared out
    for (float& cost : costs) cost = -cost;
    return costs;
}

}  // namespace nonocsp
