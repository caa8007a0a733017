// Threads that work on one question, and what they count together.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "search/base/limits.hpp"

namespace nonocsp {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool has_threads = false;
#else
inline constexpr bool has_threads = true;
#endif

/// What the budgets of several threads share, so that limits hold for the sum and an end is an end for all.
struct SharedBudget {
    std::atomic<std::uint64_t> nodes{0}, memory{0};
    std::atomic<bool> is_turn_over{false};         ///< all return soon, and can be resumed
    std::atomic<bool> has_ended{false};            ///< all return soon, for good
    std::atomic<Outcome> why{Outcome::exhausted};  ///< of the first that ended
    std::atomic<bool> are_alternatives{false};     ///< each can do the work alone: one may run out of memory
    std::atomic<bool> is_one_leaving{false};       ///< of alternatives: it will free its memory soon

    void end(Outcome reason) {
        Outcome none = Outcome::exhausted;
        why.compare_exchange_strong(none, reason);
        has_ended = true;
    }
};

/// Threads beside the calling one.  If one of them throws, or the group is left early, `stop()` is called, which is to
/// make all return soon.
class ThreadGroup {
public:
    explicit ThreadGroup(std::function<void()> stop) : stop_(std::move(stop)) {}
    ThreadGroup(const ThreadGroup&) = delete;
    ~ThreadGroup() {
        if (!threads_.empty()) stop_();
        wait();
    }

    /// Start `work()` in a thread of its own.  False if the system has no thread left.
    template <class Work>
    bool start(Work work) {
        try {
            threads_.emplace_back([this, work = std::move(work)] {
                try {
                    work();
                } catch (...) {
                    fail(std::current_exception());
                }
            });
            return true;
        } catch (const std::system_error&) {
            return false;
        }
    }

    /// Wait for all threads; throws the first of their exceptions.
    void join() {
        wait();
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

private:
    void wait() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }
    void fail(std::exception_ptr failure) {
        {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::move(failure);
        }
        stop_();
    }

    const std::function<void()> stop_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::exception_ptr failure_;
};

}  // namespace nonocsp
