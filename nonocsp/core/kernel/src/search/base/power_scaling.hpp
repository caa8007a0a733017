// Scaling by powers of two, which costs no digits.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace nonocsp {

/// Scale numbers so that the greatest of them, which is given, is at least 1/2 and below 1; smaller ones than `least`
/// become that.  Returns the exponent of the power of two that they were divided by.
inline int scale_down(std::span<double> values, double greatest, double least) {
    int exponent = 0;
    std::frexp(greatest, &exponent);
    const double factor = std::ldexp(1.0, -exponent);
    for (double& value : values) value = std::max(value * factor, least);
    return exponent;
}

}  // namespace nonocsp
