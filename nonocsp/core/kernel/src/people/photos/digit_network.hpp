// Reads the number in a crop of a clue area, by a small convolutional network.
//
// A whole number is read at once, so that digits need not be cut apart: three convolutions, each with pooling, a dense
// layer, and two heads, one for the tens and one for the ones.  A number costs about 1.7 million multiplications.
// The architecture is that of LeNet-5 (LeCun et al. 1998); `benchmarks/experiments/digit_network` trains it.
//
// The file of weights, little-endian: "NCSPDIGT", version, number of layers; for each layer its inputs and outputs
// (32 bits each), scales and biases of the outputs (float), weights (8 bits: by input, then output; a weight is the
// whole number times the scale of its output); then the temperature (float), by which logits are divided.  Inputs
// are ordered by row, column and channel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nonocsp {

/// Log probabilities; tens and ones are independent.
struct NumberPosterior {
    std::array<float, 10> tens;  ///< none, 1 to 9
    std::array<float, 11> ones;  ///< 0 to 9, nothing there
};

/// Negative log probabilities: of nothing there, of 1 to 99, and last of the lone digit 0.
using NumberCosts = std::array<float, 101>;
NumberCosts costs_of(const NumberPosterior& posterior);

class DigitNetwork {
public:
    static constexpr int width = 24, height = 32;  ///< of a crop, one byte a pixel, ink bright
    static constexpr std::size_t crop_size = std::size_t{width} * height;

    /// Throws std::invalid_argument if the bytes are not such a file.
    explicit DigitNetwork(std::span<const std::uint8_t> file);

    /// The number in a crop of `crop_size` bytes.
    NumberPosterior read(const std::uint8_t* crop) const;

private:
    struct Layer {
        std::vector<float> weights, biases;
    };

    std::array<Layer, 5> layers_;
    float temperature_ = 1;
};

}  // namespace nonocsp
