// Turns of the two bounds.
#include "counting/count_bounds.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Work of all others before bounds begin, that of a turn of them, and their work at most: a quarter of what the others
/// do from then on, and from `bounding_most` on a little.
constexpr std::uint64_t bounding_begins = 200'000'000, bounding_turn = 10'000'000, bounding_most = 500'000'000;

/// The share of the memory that both may take.
constexpr std::uint64_t bounding_memory_share = 8;

/// Rough bytes of a cell in the least memory for them.
constexpr std::uint64_t bounding_bytes = 200;

/// Cells of the largest puzzle that has a late turn, and of that which has one when the time is up.
constexpr std::uint64_t bounding_late_cells = 10'000, bounding_overtime_cells = 2500;

/// Seconds for that turn, at most, if the end was that of time; or this share of its limit.
constexpr double late_seconds = 0.02, late_share = 0.02;

/// States of the restricted frontiers, at first and at last, and how much they trust the messages between lines.
constexpr std::size_t narrowest_restricted = 250, widest_restricted = 1'024'000;
constexpr double restricted_tempering = 0.7;

}  // namespace

std::size_t CountBounds::memory() const { return task_.limits.memory / bounding_memory_share; }

/// What the upper bound leaves of it.
std::size_t CountBounds::memory_left() const { return memory() - std::min(memory(), bounding_->bytes()); }

bool CountBounds::has_memory() const {
    return task_.puzzle.cells() * bounding_bytes * bounding_memory_share <= task_.limits.memory;
}

bool CountBounds::is_due(std::uint64_t others) const {
    if (others < bounding_begins) return false;
    if (!has_begun()) return has_memory();
    const std::uint64_t since = others - bounding_begins;
    return !is_idle_ && work() <= std::min(since / 4, bounding_most + since / 50);
}

bool CountBounds::is_late_turn_due(Outcome why) const {
    const std::uint64_t cells = task_.puzzle.cells();
    return !has_begun() && has_memory() && why != Outcome::stopped &&
           cells <= (why == Outcome::limit_seconds ? bounding_overtime_cells : bounding_late_cells);
}

void CountBounds::begin(std::unique_ptr<Givens> facts, double seconds, bool is_late) {
    if (!facts) facts = Orientation{}.apply(task_.puzzle, task_.givens);
    Limits limits;
    limits.seconds = std::max(seconds, std::max(late_seconds, late_share * task_.limits.seconds));
    if (!is_late) limits.interrupted = task_.limits.interrupted;
    bounding_ = std::make_unique<UpperBound>(task_.puzzle, std::move(facts), task_.options, limits);
    is_late_ = is_late;
}

void CountBounds::run() {
    const std::uint64_t before = work();
    bounding_->run(bounding_turn / 2, memory());
    tighten(bounding_->best());
    if (!is_late_) improve_lower_bound();
    if (bounding_->is_interrupted()) task_.shared.end(Outcome::stopped);
    is_idle_ = work() == before;
}

void CountBounds::tighten(const std::optional<BigUnsigned>& upper) {
    if (upper && (!upper_ || *upper < *upper_)) upper_ = upper;
}

/// Work on the lower bound until it has had twice as much as the upper one, or for a turn when that can gain no more.
void CountBounds::improve_lower_bound() {
    const std::uint64_t uppers = work() - restricted_work_;
    const std::uint64_t until = bounding_->is_done() ? restricted_work_ + bounding_turn : 2 * uppers;
    while ((restricted_work_ = work() - uppers) < until && width_ < widest_restricted) {
        if (!restricted_) {
            if (!bounding_->compilation()) return;
            restricted_ = std::make_unique<RestrictedCount>(*bounding_->compilation());
            if (!restricted_->start(memory_left())) {
                width_ = widest_restricted;
                return;
            }
        }
        if (restricted_->is_done() || !width_) {
            raise(restricted_->at_least());
            if (width_ && restricted_->is_complete()) return tighten(restricted_->at_most());
            width_ = width_ ? 4 * width_ : narrowest_restricted;
            restricted_->begin({.width = width_}, restricted_tempering);
        }
        if (!restricted_->step(memory_left())) width_ = widest_restricted;
    }
}

}  // namespace nonocsp
