#include "people/photos/straightening.hpp"

namespace nonocsp {

RgbImage straightened(const RgbImage& image, const Lattice& lattice, CellRange range, int pixels) {
    RgbImage result(range.columns() * pixels, range.rows() * pixels);
    const float unit = 1 / static_cast<float>(pixels);
    for (int i = 0; i < range.rows(); ++i)
        for (int j = 0; j < range.columns(); ++j) {
            const auto corner = [&](int di, int dj) {
                return lattice.at(static_cast<float>(range.top + i + di), static_cast<float>(range.left + j + dj));
            };
            const PixelPoint a = corner(0, 0), b = corner(0, 1), c = corner(1, 0), d = corner(1, 1);
            for (int y = 0; y < pixels; ++y) {
                const float v = (static_cast<float>(y) + 0.5f) * unit;
                const PixelPoint from = a * (1 - v) + c * v, to = b * (1 - v) + d * v, step = (to - from) * unit;
                PixelPoint at = from + step * 0.5f;
                std::uint8_t* made = result.pixel(j * pixels, i * pixels + y);
                for (int x = 0; x < pixels; ++x, at = at + step, made += 3) {
                    const Rgb colour = image.sample(at);
                    made[0] = colour[0], made[1] = colour[1], made[2] = colour[2];
                }
            }
        }
    return result;
}

// Half of a line may leave the picture, as it does where a page is turned.

int cells_above(const RgbImage& image, const Lattice& lattice, int most) {
    int count = 0;
    for (; count < most; ++count) {
        int inside = 0;
        for (int j = 0; j < lattice.columns; ++j)
            inside += image.has(lattice.at(-static_cast<float>(count) - 0.4f, static_cast<float>(j) + 0.5f));
        if (2 * inside < lattice.columns) break;
    }
    return count;
}

int cells_left(const RgbImage& image, const Lattice& lattice, int most) {
    int count = 0;
    for (; count < most; ++count) {
        int inside = 0;
        for (int i = 0; i < lattice.rows; ++i)
            inside += image.has(lattice.at(static_cast<float>(i) + 0.5f, -static_cast<float>(count) - 0.4f));
        if (2 * inside < lattice.rows) break;
    }
    return count;
}

}  // namespace nonocsp
