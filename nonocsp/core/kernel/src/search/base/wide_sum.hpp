// A sum of products of numbers of 128 bits, in 320.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/base/big_unsigned.hpp"

namespace nonocsp {

class WideSum {
public:
    void add_product(unsigned __int128 a, unsigned __int128 b) {
        const auto low = [](unsigned __int128 x) { return static_cast<std::uint64_t>(x); };
        const auto high = [](unsigned __int128 x) { return static_cast<std::uint64_t>(x >> 64); };
        add(0, static_cast<unsigned __int128>(low(a)) * low(b));
        if (high(a)) add(1, static_cast<unsigned __int128>(high(a)) * low(b));
        if (high(b)) add(1, static_cast<unsigned __int128>(low(a)) * high(b));
        if (high(a) && high(b)) add(2, static_cast<unsigned __int128>(high(a)) * high(b));
    }
    void add(const WideSum& other) {
        for (std::size_t limb = 0; limb < limbs_.size(); ++limb) add(limb, other.limbs_[limb]);
    }
    BigUnsigned number() const {
        BigUnsigned result;
        result.limbs.assign(limbs_.begin(), limbs_.end());
        while (!result.limbs.empty() && !result.limbs.back()) result.limbs.pop_back();
        return result;
    }

private:
    void add(std::size_t limb, unsigned __int128 more) {
        unsigned __int128 carry = 0;
        for (; (more || carry) && limb < limbs_.size(); ++limb, more >>= 64) {
            carry += static_cast<unsigned __int128>(limbs_[limb]) + static_cast<std::uint64_t>(more);
            limbs_[limb] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
    }
    std::array<std::uint64_t, 5> limbs_{};
};

}  // namespace nonocsp
