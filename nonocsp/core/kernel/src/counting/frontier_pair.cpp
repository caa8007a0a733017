// The steps of the two frontiers, in this thread or in another.
#include "counting/frontier_pair.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Work of a step that another thread begins; smaller steps are not worth the change of threads.
constexpr std::uint64_t long_step = 10'000'000;

/// Seconds of help with a step between two looks at the budget.
constexpr double help_seconds = 0.05;

}  // namespace

FrontierPair::FrontierPair(CountTask& task, Budget& waiting)
    : task_(task), waiting_(waiting), budget_(task.limits, &task.shared), crew_(task.limits.threads, task.shared) {}

bool FrontierPair::run(std::uint64_t nodes) {
    if (!has_entered_) enter();
    else if (!step_is_done(nodes)) return false;
    finish_step();
    choose_step(nodes);
    return true;
}

void FrontierPair::enter() {
    has_entered_ = true;
    for (const bool columns : {false, true}) {
        if (winner_ || budget_.ended()) break;
        auto member = std::make_unique<Member>(*this, Orientation::along(task_.puzzle, columns));
        // Half of the memory is for search.
        const std::uint64_t memory = task_.limits.memory / 2;
        if (!member->compiler.start(memory - std::min(memory, bytes_of_all()))) continue;
        members_.push_back(std::move(member));
        if (members_.back()->compiler.is_done()) winner_ = members_.back().get();
    }
}

/// Choose the cheapest step, and let another thread begin it if it is long.
void FrontierPair::choose_step(std::uint64_t nodes) {
    next_ = nullptr;
    if (members_.empty() || winner_ || task_.shared.has_ended) return;
    next_ = std::min_element(members_.begin(), members_.end(), [](const auto& a, const auto& b) {
                return a->compiler.states_to_come() < b->compiler.states_to_come();
            })->get();
    next_cost_ = next_->compiler.cost();
    budget_.limit_nodes(nodes);
    if (next_cost_ < long_step || !crew_.start([this] { take_step(); })) return;
    stats_so_far_.threads = static_cast<std::uint64_t>(crew_.threads());
}

void FrontierPair::take_step() {
    // Half of the memory is for search.
    const std::uint64_t memory = task_.limits.memory / 2, others = bytes_of_all(next_);
    is_step_possible_ = others <= memory && next_->compiler.step(memory - others);
}

/// Take the step, or help with it for a turn.
bool FrontierPair::step_is_done(std::uint64_t nodes) {
    if (!crew_.has_task()) {
        budget_.limit_nodes(nodes);
        take_step();
        return true;
    }
    // Where the budget ends, the step ends soon.
    return crew_.help(help_seconds) || (waiting_.look() && crew_.help(help_seconds));
}

void FrontierPair::end_step() {
    task_.shared.end(Outcome::stopped);
    while (crew_.has_task()) {
        try {
            crew_.help(help_seconds);
        } catch (...) {
        }
    }
}

/// The step has been taken, or was not possible.
void FrontierPair::finish_step() {
    if (next_ && !is_step_possible_) std::erase_if(members_, [&](const auto& member) { return member.get() == next_; });
    else if (next_ && next_->compiler.is_done()) winner_ = next_;
    work_ = budget_.work();
    bytes_ = bytes_of_all();
    stats_.threads = stats_so_far_.threads;
    stats_so_far_ = stats_;
}

std::uint64_t FrontierPair::bytes_of_all(const Member* except) const {
    std::uint64_t bytes = 0;
    for (const auto& member : members_)
        if (member.get() != except) bytes += member->compiler.bytes();
    return bytes;
}

}  // namespace nonocsp
