// The resource budget of a search: wall-clock time, nodes, memory, interruption.
//
// Work is counted in units of roughly a nanosecond.  The clock is read only every few hundred thousand units, so
// checking is cheap and yet a limit or an interrupt is noticed within milliseconds, whatever is being done.
//
// Each thread has a budget of its own; those that work on one question share what they count (base/threads.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "search/base/limits.hpp"
#include "search/base/threads.hpp"

namespace nonocsp {

/// Seconds since some fixed moment.
inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Budget {
public:
    /// Others share it if `shared` is not null; it must outlive the budget.
    explicit Budget(const Limits& limits, SharedBudget* shared = nullptr)
        : limits_(limits), shared_(shared), start_(now()), next_question_(start_ + 0.02) {}
    Budget(const Budget&) = delete;
    ~Budget() { share_memory(0); }

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
        if (shared_ && shared_->has_ended) end(shared_->why);
        if (shared_ && ends_at_turn_ && shared_->is_turn_over) {
            why_ = Outcome::turn_over;
            return ended_ = true;
        }
        if (spent_ >= call_at_) {
            call_at_ = never;
            call_();
        }
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
    bool is_turn_over() const {
        return spent_ >= turn_end_ || (shared_ && shared_->is_turn_over.load(std::memory_order_relaxed));
    }

    /// While a search cannot be resumed, the end of the turn of all is its end, until it is begun again.
    void end_at_turn(bool ends) { ends_at_turn_ = ends; }
    /// After the end of a turn, or of memory: `look` ends it again if all have ended.
    void begin_again() {
        if (why_ == Outcome::turn_over || why_ == Outcome::limit_memory) ended_ = false;
    }

    /// Call a function once, when this much work has been counted.
    void call_at(std::uint64_t work, std::function<void()> call) {
        call_at_ = work;
        call_ = std::move(call);
    }
    void call_nothing() { call_at_ = never; }

    /// The clock stands while the caller uses a solution.
    void pause() { used_ = now() - start_; }
    void resume() { start_ = now() - used_; }

    /// Whether one more node, the search's nodes-th, exceeds the limit.
    bool node(std::uint64_t nodes) {
        if (shared_) nodes = ++shared_->nodes;
        if (nodes > limits_.nodes) end(Outcome::limit_nodes);
        return ended_;
    }

    /// Change the limit on nodes, part of which others have used.
    void limit_nodes(std::uint64_t nodes) { limits_.nodes = nodes; }

    /// Whether this many bytes, beside those set aside, exceed the limit; records the peak.
    bool memory(std::uint64_t bytes) {
        const std::uint64_t own = bytes + aside_, all = share_memory(own);
        if (all > peak_) peak_ = all;
        if (own > limits_.memory || (all > limits_.memory && may_leave())) end(Outcome::limit_memory);
        return ended_;
    }

    /// An alternative that ran out of memory leaves, and keeps only this many bytes.
    void leave(std::uint64_t bytes) {
        share_memory(bytes);
        if (std::exchange(is_leaving_, false)) shared_->is_one_leaving = false;
    }

    /// Bytes used by parts that are not running now.
    void set_aside(std::uint64_t bytes) {
        aside_ = bytes;
        if (bytes > peak_) peak_ = bytes;
    }

    double seconds_left() const { return limits_.seconds - (now() - start_); }

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
        if (shared_ && !(why_ == Outcome::limit_memory && shared_->are_alternatives)) shared_->end(why_);
    }

    /// One alternative leaves at a time, as the memory that it frees may be enough for the others.
    bool may_leave() {
        if (!shared_ || !shared_->are_alternatives) return true;
        if (shared_->is_one_leaving.exchange(true)) return is_leaving_;
        is_leaving_ = shared_->memory > limits_.memory;
        if (!is_leaving_) shared_->is_one_leaving = false;
        return is_leaving_;
    }

    /// Publish the bytes in use; returns those of all.
    std::uint64_t share_memory(std::uint64_t bytes) {
        if (!shared_) return bytes;
        const std::uint64_t total = shared_->memory += bytes - published_;
        published_ = bytes;
        return total;
    }

    static constexpr std::uint64_t never = ~std::uint64_t{0};

    Limits limits_;
    SharedBudget* const shared_;
    double start_, used_ = 0, next_question_;
    std::uint64_t spent_ = 0, next_look_ = 500'000, turn_end_ = never, peak_ = 0, aside_ = 0;
    std::uint64_t published_ = 0;  ///< bytes in the shared count
    std::uint64_t call_at_ = never;
    std::function<void()> call_;
    bool ended_ = false, ends_at_turn_ = false, is_leaving_ = false;
    Outcome why_ = Outcome::exhausted;
};

}  // namespace nonocsp
