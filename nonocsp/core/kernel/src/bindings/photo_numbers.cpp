// Bindings of the digit network.
#include "bindings/convert.hpp"
#include "people/photos/digit_network.hpp"

namespace nonocsp {

namespace {

/// For every crop 101 costs as floats: of nothing there, of 1 to 99, of the lone digit 0.
nb::bytes read_crops(const nb::bytes& weights, const nb::bytes& crops) {
    const auto file = numbers<std::uint8_t>(weights), pixels = numbers<std::uint8_t>(crops);
    if (pixels.size() % DigitNetwork::crop_size) throw std::invalid_argument("crops of 24 x 32 bytes are expected");
    std::vector<NumberCosts> costs;
    costs.reserve(pixels.size() / DigitNetwork::crop_size);
    without_lock([&] {
        const DigitNetwork network(file);
        for (std::size_t at = 0; at < pixels.size(); at += DigitNetwork::crop_size)
            costs.push_back(costs_of(network.read(pixels.data() + at)));
    });
    return nb::bytes(costs.data(), costs.size() * sizeof(NumberCosts));
}

}  // namespace

void bind_photo_numbers(nb::module_& m) { m.def("read_crops", &read_crops, nb::arg("weights"), nb::arg("crops")); }

}  // namespace nonocsp
