// One queue, two threads.
#include "search/search_ahead.hpp"

#include <algorithm>
#include <chrono>

namespace nonocsp {

namespace {

/// Solutions that wait at most, and their bytes.
constexpr std::size_t most_ahead = 4096, most_bytes = std::size_t{1} << 20;

/// Solutions for which a caller that waits is woken at once; for fewer it looks after a while.
constexpr std::size_t worth_waking = 32;
constexpr std::chrono::milliseconds longest_wait{1}, between_questions{20};

}  // namespace

SearchAhead::SearchAhead(std::size_t cells, Find find, const Stats& stats, bool (*interrupted)())
    : cells_(cells),
      find_(std::move(find)),
      interrupted_(interrupted),
      stats_(stats),
      last_(stats),
      thread_(&SearchAhead::run, this) {}

SearchAhead::~SearchAhead() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void SearchAhead::run() {
    std::vector<std::uint8_t> cells(cells_);
    Stats stats;
    Outcome outcome = Outcome::stopped;
    std::exception_ptr failure;
    try {
        while ((outcome = find_(cells.data(), stats)) == Outcome::solution)
            if (!add(cells, stats)) return;
    } catch (...) {
        failure = std::current_exception();
        outcome = Outcome::stopped;
    }
    const std::lock_guard lock(mutex_);
    outcome_ = outcome;
    last_ = stats;
    failure_ = failure;
    changed_.notify_all();
}

/// False if no more are wanted.
bool SearchAhead::add(const std::vector<std::uint8_t>& cells, const Stats& stats) {
    std::unique_lock lock(mutex_);
    const std::size_t most = std::clamp(most_bytes / std::max<std::size_t>(cells_, 1), std::size_t{1}, most_ahead);
    changed_.wait(lock, [&] { return is_over_ || waiting_.size() < most; });
    waiting_.cells.insert(waiting_.cells.end(), cells.begin(), cells.end());
    waiting_.stats.push_back(stats);
    if (waiting_.size() == std::min(worth_waking, most)) changed_.notify_all();
    return !is_over_;
}

/// Take all that wait, or wait for the first.  False if there are no more, or the caller is interrupted.
bool SearchAhead::take() {
    std::unique_lock lock(mutex_);
    auto question = std::chrono::steady_clock::now() + between_questions;
    while (!waiting_.size() && outcome_ == Outcome::solution) {
        changed_.wait_for(lock, longest_wait);
        if (!interrupted_ || std::chrono::steady_clock::now() < question) continue;
        lock.unlock();
        if (interrupted_()) return false;
        lock.lock();
        question = std::chrono::steady_clock::now() + between_questions;
    }
    taken_.cells.clear();
    taken_.stats.clear();
    std::swap(taken_, waiting_);
    next_ = 0;
    changed_.notify_all();
    return taken_.size();
}

Outcome SearchAhead::next(std::uint8_t* cells) {
    if (next_ == taken_.size() && !take()) {
        const std::lock_guard lock(mutex_);
        if (failure_) std::rethrow_exception(failure_);
        if (outcome_ == Outcome::solution) return Outcome::stopped;
        stats_ = last_;
        return outcome_;
    }
    std::copy_n(&taken_.cells[next_ * cells_], cells_, cells);
    stats_ = taken_.stats[next_++];
    return Outcome::solution;
}

}  // namespace nonocsp
