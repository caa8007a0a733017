// Exact unsigned integers of any size.
//
// Numbers of placements pass 10^40 and numbers of solutions 10^1000, both exact.  Most have one or two limbs.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace nonocsp {

/// Limbs of 64 bits, least first, no leading zero limb.
struct BigUnsigned {
    std::vector<std::uint64_t> limbs;

    BigUnsigned() = default;
    BigUnsigned(std::uint64_t value) {
        if (value) limbs.push_back(value);
    }

    friend bool operator==(const BigUnsigned&, const BigUnsigned&) = default;
    friend std::strong_ordering operator<=>(const BigUnsigned& a, const BigUnsigned& b);
    bool is_zero() const { return limbs.empty(); }
    bool is_one() const { return limbs.size() == 1 && limbs[0] == 1; }

    BigUnsigned& operator+=(const BigUnsigned& other);
    /// The other must not be greater.
    BigUnsigned& operator-=(const BigUnsigned& other);
    friend BigUnsigned operator*(const BigUnsigned& a, const BigUnsigned& b);
    BigUnsigned& operator*=(const BigUnsigned& other) { return *this = *this * other; }

    /// Divide by a number above zero, and return the remainder.
    BigUnsigned divide(const BigUnsigned& divisor);
};

/// The product by a balanced tree, so that few multiplications are on large operands.
BigUnsigned product_of(std::vector<BigUnsigned> factors);

}  // namespace nonocsp
