// Schoolbook arithmetic, but that great numbers are multiplied in halves (Karatsuba and Ofman, "Multiplication of
// multidigit numbers on automata", 1962): millions of parts have a product of a hundred thousand limbs.  Division is
// algorithm D of Knuth, "The Art of Computer Programming", volume 2, 4.3.1.
#include "base/big_unsigned.hpp"

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
std::vector<Limb> raised(const std::vector<Limb>& limbs, int bits) {
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

/// Factors of fewer limbs are multiplied as at school.
constexpr std::size_t long_factor = 40;

/// Limbs [from .. to) as a number.
BigUnsigned slice(const BigUnsigned& a, std::size_t from, std::size_t to) {
    BigUnsigned result;
    to = std::min(to, a.limbs.size());
    const auto begin = a.limbs.begin();
    if (from < to) result.limbs.assign(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to));
    trim(result.limbs);
    return result;
}

/// Add a number raised by so many limbs.
void add_raised(BigUnsigned& to, const BigUnsigned& a, std::size_t limbs) {
    if (a.is_zero()) return;
    BigUnsigned raised;
    raised.limbs.resize(limbs);
    raised.limbs.insert(raised.limbs.end(), a.limbs.begin(), a.limbs.end());
    to += raised;
}

BigUnsigned sum(BigUnsigned a, const BigUnsigned& b) {
    a += b;
    return a;
}

BigUnsigned multiplied_in_halves(const BigUnsigned& a, const BigUnsigned& b) {
    const std::size_t longer = std::max(a.limbs.size(), b.limbs.size()), half = (longer + 1) / 2;
    const BigUnsigned a_low = slice(a, 0, half), a_high = slice(a, half, longer);
    const BigUnsigned b_low = slice(b, 0, half), b_high = slice(b, half, longer);
    BigUnsigned result = a_low * b_low;
    const BigUnsigned high = a_high * b_high;
    BigUnsigned middle = sum(a_low, a_high) * sum(b_low, b_high);
    middle -= result;
    middle -= high;
    add_raised(result, middle, half);
    add_raised(result, high, 2 * half);
    return result;
}

}  // namespace

BigUnsigned operator*(const BigUnsigned& a, const BigUnsigned& b) {
    if (a.is_zero() || b.is_zero()) return {};
    if (a.is_one()) return b;
    if (b.is_one()) return a;
    if (std::min(a.limbs.size(), b.limbs.size()) >= long_factor) return multiplied_in_halves(a, b);
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

BigUnsigned BigUnsigned::divide(const BigUnsigned& divisor) {
    if (*this < divisor) {
        BigUnsigned rest;
        rest.limbs.swap(limbs);
        return rest;
    }
    const std::size_t n = divisor.limbs.size();
    if (n == 1) {
        Pair rest = 0;
        for (std::size_t i = limbs.size(); i-- > 0;) {
            rest = rest << 64 | limbs[i];
            limbs[i] = static_cast<Limb>(rest / divisor.limbs[0]);
            rest -= static_cast<Pair>(limbs[i]) * divisor.limbs[0];
        }
        trim(limbs);
        return BigUnsigned(static_cast<Limb>(rest));
    }
    const int shift = std::countl_zero(divisor.limbs.back());
    std::vector<Limb> rest = raised(limbs, shift), by = raised(divisor.limbs, shift);
    by.pop_back();
    const std::size_t m = limbs.size() - n;
    limbs.assign(m + 1, 0);
    for (std::size_t j = m + 1; j-- > 0;) {
        // Guess a digit from the two leading limbs; the guess is at most two too large.
        const Pair lead = static_cast<Pair>(rest[j + n]) << 64 | rest[j + n - 1];
        Pair digit = rest[j + n] >= by[n - 1] ? ~Limb{0} : lead / by[n - 1];
        Pair left = lead - digit * by[n - 1];
        while (left >> 64 == 0 && digit * by[n - 2] > (left << 64 | rest[j + n - 2])) {
            --digit;
            left += by[n - 1];
        }
        Limb borrow = 0;
        Pair carry = 0;
        const auto take = [&](std::size_t i, Limb what) {
            const Pair less = static_cast<Pair>(what) + borrow;
            borrow = rest[i] < less;
            rest[i] -= static_cast<Limb>(less);
        };
        for (std::size_t i = 0; i < n; ++i) {
            carry += digit * by[i];
            take(j + i, static_cast<Limb>(carry));
            carry >>= 64;
        }
        take(j + n, static_cast<Limb>(carry));
        if (borrow) {  // still one too large
            --digit;
            Pair sum = 0;
            for (std::size_t i = 0; i < n; ++i) {
                sum += static_cast<Pair>(rest[j + i]) + by[i];
                rest[j + i] = static_cast<Limb>(sum);
                sum >>= 64;
            }
            rest[j + n] += static_cast<Limb>(sum);
        }
        limbs[j] = static_cast<Limb>(digit);
    }
    trim(limbs);
    BigUnsigned remainder;
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
