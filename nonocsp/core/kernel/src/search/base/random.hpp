// Random numbers from a seed, the same on every machine.
#pragma once

#include <random>

namespace nonocsp {

using Random = std::mt19937_64;

/// Uniform in [0, 1).  The standard leaves to each library what its own distributions draw.
inline double uniform(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

}  // namespace nonocsp
