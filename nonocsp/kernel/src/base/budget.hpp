// The resource budget of a search: wall-clock time, nodes, memory, interruption.
//
// Work is counted in units of roughly a nanosecond.  The clock is read only every few hundred thousand units, so
// checking is cheap and yet a limit or an interrupt is noticed within milliseconds, whatever is being done.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/limits.hpp"

namespace nonocsp {

/// Seconds since some fixed moment.
inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Budget {
public:
    explicit Budget(const Limits& limits) : limits_(limits), start_(now()), next_question_(start_ + 0.02) {}

    /// Count work; true when the search must end, with `why()` naming the limit.
    bool spend(std::uint64_t work) {
        spent_ += work;
        if (spent_ < next_look_) return ended_;
        next_look_ = spent_ + 500'000;
        look();
        return ended_;
    }

    /// Check the clock and the caller's interrupt now.
    bool look() {
        if (ended_) return true;
        const double time = now();
        if (time - start_ >= limits_.seconds) end(Outcome::limit_seconds);
        else if (limits_.interrupted && time >= next_question_) {
            next_question_ = time + 0.02;
            if (limits_.interrupted()) end(Outcome::stopped);
        }
        return ended_;
    }

    /// A search that takes turns returns after this much work, and can be resumed.
    void begin_turn(std::uint64_t work) { turn_end_ = spent_ + work; }
    bool is_turn_over() const { return spent_ >= turn_end_; }

    /// The clock stands while the caller uses a solution.
    void pause() { used_ = now() - start_; }
    void resume() { start_ = now() - used_; }

    bool node(std::uint64_t nodes) {
        if (nodes > limits_.nodes) end(Outcome::limit_nodes);
        return ended_;
    }

    /// Change the limit on nodes, part of which others have used.
    void limit_nodes(std::uint64_t nodes) { limits_.nodes = nodes; }

    /// Whether this many bytes, beside those set aside, exceed the limit; records the peak.
    bool memory(std::uint64_t bytes) {
        bytes += aside_;
        if (bytes > peak_) peak_ = bytes;
        if (bytes > limits_.memory) end(Outcome::limit_memory);
        return ended_;
    }

    /// Bytes used by parts that are not running now.
    void set_aside(std::uint64_t bytes) {
        aside_ = bytes;
        if (bytes > peak_) peak_ = bytes;
    }

    /// Work counted so far, roughly in nanoseconds.
    std::uint64_t work() const { return spent_; }

    bool ended() const { return ended_; }
    Outcome why() const { return why_; }
    std::uint64_t peak_memory() const { return peak_; }
    const Limits& limits() const { return limits_; }

private:
    void end(Outcome why) {
        if (!ended_) why_ = why;
        ended_ = true;
    }

    Limits limits_;
    double start_, used_ = 0, next_question_;
    std::uint64_t spent_ = 0, next_look_ = 500'000, turn_end_ = ~std::uint64_t{0}, peak_ = 0, aside_ = 0;
    bool ended_ = false;
    Outcome why_ = Outcome::exhausted;
};

}  // namespace nonocsp
