// Hashing to 128 bits, to be used as the key itself: among n different keys two have the same fingerprint with a
// probability of about n^2 / 2^129.
//
// Two lanes, each a chain of multiplications of 64 by 64 bits whose halves are folded together.
#pragma once

#include <cstdint>

namespace nonocsp {

struct Fingerprint {
    std::uint64_t a = 0x243f6a8885a308d3u, b = 0x13198a2e03707344u;

    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;

    Fingerprint& add(std::uint64_t x) {
        const std::uint64_t lane = a;
        a = folded(a ^ x, 0x9e3779b97f4a7c15u);
        b = folded(b ^ x ^ 0xa4093822299f31d0u, 0xd1342543de82ef95u) + lane;
        return *this;
    }
    Fingerprint& add(const Fingerprint& other) { return add(other.a).add(other.b); }

private:
    static std::uint64_t folded(std::uint64_t x, std::uint64_t y) {
        const unsigned __int128 product = static_cast<unsigned __int128>(x) * y;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
};

/// The fingerprint of a sequence of mostly small numbers, hashed several at a time.
class ShortNumbers {
public:
    void add_short(std::uint32_t x) {
        if (x < most) {
            waiting_ = waiting_ << 16 | (x + 1);
            if (waiting_ >> 48) flush();
        } else {
            flush();
            print_.add(most);
            print_.add(x);
        }
    }
    Fingerprint finished() {
        flush();
        return print_;
    }

private:
    static constexpr std::uint32_t most = 0xfffe;
    void flush() {
        print_.add(waiting_);
        waiting_ = 0;
    }

    Fingerprint print_;
    std::uint64_t waiting_ = 0;
};

}  // namespace nonocsp
