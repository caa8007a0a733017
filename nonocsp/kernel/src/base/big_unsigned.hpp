// Exact natural numbers of any size.
//
// Numbers of placements pass 10^40 and numbers of solutions 10^1000, and both must be exact.  Mostly they are
// small as big numbers go.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace nonocsp {

/// Limbs of 64 bits, least first, no leading zero limb.
struct Natural {
    std::vector<std::uint64_t> limbs;

    Natural() = default;
    Natural(std::uint64_t value) {
        if (value) limbs.push_back(value);
    }

    friend bool operator==(const Natural&, const Natural&) = default;
    friend std::strong_ordering operator<=>(const Natural& a, const Natural& b);
    bool is_zero() const { return limbs.empty(); }
    bool is_one() const { return limbs.size() == 1 && limbs[0] == 1; }
    double approximately() const;

    Natural& operator+=(const Natural& other);
    /// The other must not be greater.
    Natural& operator-=(const Natural& other);
    friend Natural operator*(const Natural& a, const Natural& b);
    Natural& operator*=(const Natural& other) { return *this = *this * other; }

    /// Divide by a number above zero, and return the remainder.
    Natural divide(const Natural& divisor);
};

/// The product of many: neighbours first, so that great numbers meet seldom.
Natural product_of(std::vector<Natural> factors);

}  // namespace nonocsp
