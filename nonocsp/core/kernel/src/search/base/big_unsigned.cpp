// Schoolbook arithmetic, with Karatsuba multiplication of large operands (Karatsuba and Ofman, "Multiplication of
// multidigit numbers on automata", 1962): millions of parts have a product of a hundred thousand limbs.  Division is
// algorithm D of Knuth, "The Art of Computer Programming", volume 2, 4.3.1.
#include "search/base/big_unsigned.hpp"

#include <algorithm>
#include <bit>

namespace nonocsp {

namespace {

using Limb = std::uint64_t;
using Pair = unsigned __int128;

void trim(std::vector<Limb>& limbs) {
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
}

/// Multiply by 2^bits, bits below 64, into one limb more.
std::vector<Limb> shifted(const std::vector<Limb>& limbs, int bits) {
    std::vector<Limb> result(limbs.size() + 1);
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        result[i] |= limbs[i] << bits;
        if (bits) result[i + 1] = limbs[i] >> (64 - bits);
    }
    return result;
}

}  // namespace

std::strong_ordering operator<=>(const BigUnsigned& a, const BigUnsigned& b) {
    if (a.limbs.size() != b.limbs.size()) return a.limbs.size() <=> b.limbs.size();
    for (std::size_t i = a.limbs.size(); i-- > 0;)
        if (a.limbs[i] != b.limbs[i]) return a.limbs[i] <=> b.limbs[i];
    return std::strong_ordering::equal;
}

BigUnsigned& BigUnsigned::operator+=(const BigUnsigned& other) {
    if (limbs.size() < other.limbs.size()) limbs.resize(other.limbs.size());
    Pair carry = 0;
    for (std::size_t i = 0; i < limbs.size() && (carry || i < other.limbs.size()); ++i) {
        carry += static_cast<Pair>(limbs[i]) + (i < other.limbs.size() ? other.limbs[i] : 0);
        limbs[i] = static_cast<Limb>(carry);
        carry >>= 64;
    }
    if (carry) limbs.push_back(1);
    return *this;
}

BigUnsigned& BigUnsigned::operator-=(const BigUnsigned& other) {
    Limb borrow = 0;
    for (std::size_t i = 0; i < limbs.size() && (borrow || i < other.limbs.size()); ++i) {
        const Pair less = static_cast<Pair>(i < other.limbs.size() ? other.limbs[i] : 0) + borrow;
        borrow = limbs[i] < less;
        limbs[i] -= static_cast<Limb>(less);
    }
    trim(limbs);
    return *this;
}

namespace {

/// Karatsuba multiplication pays from this many limbs on.
constexpr std::size_t karatsuba_limbs = 40;

/// Limbs [from .. to) as a number.
BigUnsigned slice(const BigUnsigned& a, std::size_t from, std::size_t to) {
    BigUnsigned result;
    to = std::min(to, a.limbs.size());
    const auto begin = a.limbs.begin();
    if (from < to)
        result.limbs.assign(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to));
    trim(result.limbs);
    return result;
}

/// Add a number times 2^(64 limbs).
void add_shifted(BigUnsigned& to, const BigUnsigned& a, std::size_t limbs) {
    if (a.is_zero()) return;
    BigUnsigned shifted;
    shifted.limbs.resize(limbs);
    shifted.limbs.insert(shifted.limbs.end(), a.limbs.begin(), a.limbs.end());
    to += shifted;
}

BigUnsigned sum(BigUnsigned a, const BigUnsigned& b) {
    a += b;
    return a;
}

BigUnsigned karatsuba(const BigUnsigned& a, const BigUnsigned& b) {
    const std::size_t longer = std::max(a.limbs.size(), b.limbs.size()), half = (longer + 1) / 2;
    const BigUnsigned a_low = slice(a, 0, half), a_high = slice(a, half, longer);
    const BigUnsigned b_low = slice(b, 0, half), b_high = slice(b, half, longer);
    BigUnsigned result = a_low * b_low;
    const BigUnsigned high = a_high * b_high;
    BigUnsigned middle = sum(a_low, a_high) * sum(b_low, b_high);
    middle -= result;
    middle -= high;
    add_shifted(result, middle, half);
    add_shifted(result, high, 2 * half);
    return result;
}

}  // namespace

BigUnsigned operator*(const BigUnsigned& a, const BigUnsigned& b) {
    if (a.is_zero() || b.is_zero()) return {};
    if (a.is_one()) return b;
    if (b.is_one()) return a;
    if (std::min(a.limbs.size(), b.limbs.size()) >= karatsuba_limbs) return karatsuba(a, b);
    BigUnsigned result;
    result.limbs.resize(a.limbs.size() + b.limbs.size());
    for (std::size_t i = 0; i < a.limbs.size(); ++i) {
        Pair carry = 0;
        for (std::size_t j = 0; j < b.limbs.size(); ++j) {
            carry += static_cast<Pair>(a.limbs[i]) * b.limbs[j] + result.limbs[i + j];
            result.limbs[i + j] = static_cast<Limb>(carry);
            carry >>= 64;
        }
        result.limbs[i + b.limbs.size()] = static_cast<Limb>(carry);
    }
    trim(result.limbs);
    return result;
}

namespace {

/// Divide two limbs by one that is greater than the upper limb.
Limb quotient(Limb high, Limb low, Limb divisor) {
#ifndef _WIN32
    return static_cast<Limb>((static_cast<Pair>(high) << 64 | low) / divisor);
#else
    // Compilers call a function for it, which clang-cl does not link.  So 32 bits of the quotient at a time, which
    // takes several times as long.
    const int shift = std::countl_zero(divisor);
    divisor <<= shift;
    const Pair dividend = (static_cast<Pair>(high) << 64 | low) << shift;
    Limb rest = static_cast<Limb>(dividend >> 64), result = 0;
    low = static_cast<Limb>(dividend);
    for (int half = 32; half >= 0; half -= 32) {
        const Pair next = static_cast<Pair>(rest) << 32 | (low >> half & 0xffffffff);
        Limb digit = std::min(rest / (divisor >> 32), Limb{0xffffffff});
        while (static_cast<Pair>(digit) * divisor > next) --digit;  // at most two too large
        rest = static_cast<Limb>(next - static_cast<Pair>(digit) * divisor);
        result = result << 32 | digit;
    }
    return result;
#endif
}

/// Divide by one limb, and return the remainder.
Limb divide_by_limb(std::vector<Limb>& limbs, Limb divisor) {
    Limb rest = 0;
    for (std::size_t i = limbs.size(); i-- > 0;) {
        const Limb digit = quotient(rest, limbs[i], divisor);
        rest = limbs[i] - digit * divisor;
        limbs[i] = digit;
    }
    trim(limbs);
    return rest;
}

/// One step of algorithm D: the quotient digit of rest[0 .. n] by the normalised divisor, which is subtracted.
Limb quotient_digit(Limb* rest, const std::vector<Limb>& divisor) {
    const std::size_t n = divisor.size();
    // Estimate the digit from the two leading limbs; the estimate is at most two too large.
    const Pair lead = static_cast<Pair>(rest[n]) << 64 | rest[n - 1];
    Pair digit = rest[n] >= divisor[n - 1] ? ~Limb{0} : quotient(rest[n], rest[n - 1], divisor[n - 1]);
    Pair left = lead - digit * divisor[n - 1];
    while (left >> 64 == 0 && digit * divisor[n - 2] > (left << 64 | rest[n - 2])) {
        --digit;
        left += divisor[n - 1];
    }
    Limb borrow = 0;
    Pair carry = 0;
    for (std::size_t i = 0; i <= n; ++i) {
        if (i < n) carry += digit * divisor[i];
        const Pair less = static_cast<Pair>(static_cast<Limb>(carry)) + borrow;
        carry >>= 64;
        borrow = rest[i] < less;
        rest[i] -= static_cast<Limb>(less);
    }
    if (borrow) {  // still one too large
        --digit;
        Pair sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
            sum += static_cast<Pair>(rest[i]) + divisor[i];
            rest[i] = static_cast<Limb>(sum);
            sum >>= 64;
        }
        rest[n] += static_cast<Limb>(sum);
    }
    return static_cast<Limb>(digit);
}

}  // namespace

BigUnsigned BigUnsigned::divide(const BigUnsigned& divisor) {
    BigUnsigned remainder;
    if (*this < divisor) {
        remainder.limbs.swap(limbs);
        return remainder;
    }
    const std::size_t n = divisor.limbs.size();
    if (n == 1) return divide_by_limb(limbs, divisor.limbs[0]);
    const int shift = std::countl_zero(divisor.limbs.back());
    std::vector<Limb> rest = shifted(limbs, shift), by = shifted(divisor.limbs, shift);
    by.pop_back();
    limbs.assign(limbs.size() - n + 1, 0);
    for (std::size_t j = limbs.size(); j-- > 0;) limbs[j] = quotient_digit(&rest[j], by);
    trim(limbs);
    remainder.limbs.resize(n);
    for (std::size_t i = 0; i < n; ++i)
        remainder.limbs[i] = rest[i] >> shift | (shift ? rest[i + 1] << (64 - shift) : 0);
    trim(remainder.limbs);
    return remainder;
}

BigUnsigned product_of(std::vector<BigUnsigned> factors) {
    if (factors.empty()) return 1;
    for (; factors.size() > 1; factors.resize((factors.size() + 1) / 2))
        for (std::size_t i = 0; 2 * i < factors.size(); ++i)
            factors[i] = 2 * i + 1 < factors.size() ? factors[2 * i] * factors[2 * i + 1] : std::move(factors[2 * i]);
    return std::move(factors[0]);
}

}  // namespace nonocsp
