// When to restart, when to reduce.
#include "search/restarts.hpp"

namespace nonocsp {

namespace {

/// Luby's sequence 1 1 2 1 1 2 4 ..., from i = 1.
std::uint64_t luby(std::uint64_t i) {
    while (true) {
        std::uint64_t k = 1;
        while ((std::uint64_t{1} << k) - 1 < i) ++k;
        if ((std::uint64_t{1} << k) - 1 == i) return std::uint64_t{1} << (k - 1);
        i -= (std::uint64_t{1} << (k - 1)) - 1;
    }
}

}  // namespace

void Restarts::start() { next_reduction_ = options_.reduce_first; }

bool Restarts::is_due() {
    if (!options_.restarts) return false;
    const std::uint64_t conflicts = stats_.conflicts - conflicts_at_restart_;
    if (follows_lbd_) return conflicts >= 10 && averages_.fast > 1.1 * averages_.slow;
    if (!wait_) wait_ = luby(stats_.restarts + 1) * options_.restart_unit;
    return conflicts >= wait_;
}

void Restarts::restarted() {
    conflicts_at_restart_ = stats_.conflicts;
    wait_ = 0;
}

void Restarts::reduced() {
    ++reductions_;
    next_reduction_ = stats_.conflicts + options_.reduce_first + options_.reduce_first / 8 * reductions_;
}

}  // namespace nonocsp
