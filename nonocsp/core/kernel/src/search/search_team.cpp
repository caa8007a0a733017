// Members that start, stop and learn from one another.
#include "search/search_team.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>

#include "search/base/solution_checker.hpp"

namespace nonocsp {

namespace {

/// Work of the first member before the others join it in a later call, in rough nanoseconds.
constexpr std::uint64_t rejoin_after = 2'000'000;

/// What the limits of the first member leave to another: it alone looks at the clock and for interrupts.
Limits limits_of_joined(Limits limits) {
    limits.seconds = Limits().seconds;
    limits.interrupted = nullptr;
    return limits;
}

/// The techniques of a member.  The first has probed the puzzle and tried the corners already.
///
/// Counted work of one thread over that of the one of two that finishes, where both advance in turns of 0.3 ms of work;
/// geometric means for proofs (10 runs) and for boards with several pictures (12).  "Focused" restarts by LBD; "short
/// modes", restarts by both in turns of 100 conflicts, are gone, as turns changed nothing on whole sets:
///
///     short modes, sharing LBD 4 and 30 literals  1.4  1.5      short modes, positions at once  1.4  1.6
///     short modes, sharing LBD 8 and 60 literals  1.5  2.1      focused, positions at once      2.0  2.2
///     focused, the same                           1.5  1.8
///
/// On proofs that chose nothing (3 runs): 1.1 for the first, 1.9 for the last.
///
/// Tried for proofs and dropped: sharing every nogood (1.4); a half of the search space each, divided by the cell of
/// highest activity (two runs: 1.0 and 1.3 instead of 1.5).
Options options_of(Options options, std::size_t number) {
    options.probing = options.lucky = false;
    options.seed += number;
    if (number % 3 != 2) options.positions_after = 0;
    if (number % 3 == 0) options.guidance = options.dives = false;
    return options;
}

}  // namespace

void add(Stats& sum, const Stats& stats) {
    const std::uint64_t peak = std::max(sum.peak_memory, stats.peak_memory);
    const std::uint64_t threads = std::max(sum.threads, stats.threads);
#define COUNTER(name, help) sum.name += stats.name;
#define SECONDS(name, help) sum.name += stats.name;
#include "params.def"
    sum.peak_memory = peak;
    sum.threads = threads;
}

struct SearchTeam::Member {
    Member(Budget& budget, Stats& stats) : budget(budget), stats(stats) {}
    Member(const Limits& limits, SharedBudget& shared)
        : own_budget(std::make_unique<Budget>(limits, &shared)),
          own_stats(std::make_unique<Stats>()),
          budget(*own_budget),
          stats(*own_stats) {}

    /// It was stopped before it could search, and cannot be resumed.
    bool is_broken() const { return outcome == Outcome::turn_over && budget.ended(); }
    /// It has run out of memory, and its search is gone.
    bool is_out() const { return outcome == Outcome::limit_memory; }

    std::unique_ptr<Budget> own_budget;
    std::unique_ptr<Stats> own_stats;
    Budget& budget;
    Stats& stats;
    std::unique_ptr<CdclSearch> search;
    Outcome outcome = Outcome::turn_over;
    std::vector<std::uint8_t> cells;  ///< its last picture
    std::vector<char> knows;          ///< for each picture of the team, whether it has found or adopted it
};

SearchTeam::SearchTeam(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats,
                       SharedBudget& shared)
    : puzzle_(puzzle),
      givens_(givens),
      options_(options),
      shared_(shared),
      exchange_(static_cast<std::size_t>(budget.limits().threads)),
      active_(exchange_.size()) {
    shared_.are_alternatives = true;
    members_.push_back(std::make_unique<Member>(budget, stats));
    while (members_.size() < exchange_.size())
        members_.push_back(std::make_unique<Member>(limits_of_joined(budget.limits()), shared));
    for (const auto& member : members_) member->cells.resize(puzzle.cells());
    make(0);
}

SearchTeam::~SearchTeam() = default;

Outcome SearchTeam::next(std::uint8_t* cells) {
    if (given_ == pictures_.size()) {
        if (members_.size() > 1 && is_disbanded_) disband();
        const Outcome outcome = is_disbanded_ ? members_[0]->search->next(cells) : run_all();
        if (is_disbanded_ || outcome != Outcome::solution) return outcome;
    }
    const std::vector<std::uint8_t>& picture = pictures_[given_++];
    std::copy(picture.begin(), picture.end(), cells);
    is_disbanded_ = given_ >= 2;
    return Outcome::solution;
}

/// Let all search until one has a result.
Outcome SearchTeam::run_all() {
    Member& first = *members_[0];
    shared_.is_turn_over = false;
    for (const auto& member : members_)
        if (!member->is_broken() && !member->is_out()) member->outcome = Outcome::turn_over;
    ThreadGroup threads([this] { shared_.end(Outcome::stopped); });
    bool is_alone = true;
    const auto join_in = [&] {
        if (!std::exchange(is_alone, false)) return;
        have_joined_ = true;
        std::uint64_t running = 1;
        for (std::size_t number = 1; number < members_.size(); ++number) {
            if (members_[number]->is_out()) continue;
            if (threads.start([this, number] { run(number); })) ++running;
            else drop(number);
        }
        first.stats.threads = std::max(first.stats.threads, running);
    };
    const std::uint64_t wait = have_joined_ ? rejoin_after : static_cast<std::uint64_t>(options_.join_after * 1e9);
    if (wait == 0) join_in();
    else first.budget.call_at(have_joined_ ? first.budget.work() + wait : wait, join_in);
    if (!first.is_out()) run(0);
    first.budget.call_nothing();
    if (first.is_out()) {
        join_in();
        wait_for_others();
    }
    threads.join();
    return conclude();
}

/// One turn of a member, in its thread.
void SearchTeam::run(std::size_t number) {
    Member& member = *members_[number];
    try {
        if (!member.search || member.is_broken()) make(number);
        member.outcome = adopt_pictures(member) ? member.search->next(member.cells.data()) : Outcome::turn_over;
    } catch (const std::bad_alloc&) {
        if (active_ == 1) throw;
        member.outcome = Outcome::limit_memory;
    }
    if (member.budget.ended() && member.budget.why() == Outcome::limit_memory) member.outcome = Outcome::limit_memory;
    member.stats.peak_memory = member.budget.peak_memory();
    if (member.is_out()) return drop(number);
    const bool has_result = member.outcome == Outcome::solution || member.outcome == Outcome::exhausted;
    if (number == 0 || has_result) shared_.is_turn_over = true;
}

/// Free the memory of a member that has run out of it; the others go on.
void SearchTeam::drop(std::size_t number) {
    Member& member = *members_[number];
    member.outcome = Outcome::limit_memory;
    member.search.reset();
    member.budget.leave(exchange_[number].bytes());
    ++member.stats.threads_out;
    if (--active_ == 0) shared_.end(Outcome::limit_memory);
}

/// The first member is out of memory, and still looks at the clock and for interrupts.
void SearchTeam::wait_for_others() {
    Budget& budget = members_[0]->budget;
    budget.begin_again();
    while (!shared_.is_turn_over && !budget.look()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// A search from the beginning, with what the exchange holds.
void SearchTeam::make(std::size_t number) {
    Member& member = *members_[number];
    member.budget.begin_again();
    member.knows.clear();
    member.search = std::make_unique<CdclSearch>(puzzle_, givens_, number ? options_of(options_, number) : options_,
                                                 member.budget, member.stats);
    if (number % 3 == 1) member.search->follow_lbd();
    member.search->join(exchange_, number);
}

/// Let a member know the pictures that others have found.  False if its budget has ended.
bool SearchTeam::adopt_pictures(Member& member) {
    member.knows.resize(pictures_.size(), false);
    for (std::size_t i = 0; i < pictures_.size(); ++i) {
        if (member.knows[i]) continue;
        if (!member.search->adopt(pictures_[i].data())) {
            if (!member.budget.ended()) throw std::logic_error("nonocsp kernel: a nogood excludes a picture");
            return false;
        }
        member.knows[i] = true;
    }
    return true;
}

/// The result of a turn.
Outcome SearchTeam::conclude() {
    const std::size_t known = pictures_.size();
    bool is_exhausted = false;
    joined_stats_ = Stats();
    for (const auto& member : members_) {
        if (member != members_[0]) add(joined_stats_, member->stats);
        is_exhausted = is_exhausted || member->outcome == Outcome::exhausted;
        if (member->outcome != Outcome::solution) continue;
        if (!is_solution(puzzle_, givens_, member->cells.data()))
            throw std::logic_error("nonocsp kernel: a picture failed its check");
        const auto same = std::find(pictures_.begin(), pictures_.end(), member->cells);
        const std::size_t index = static_cast<std::size_t>(same - pictures_.begin());
        if (index < known) throw std::logic_error("nonocsp kernel: the same picture came twice");
        if (same == pictures_.end()) pictures_.push_back(member->cells);
        member->knows.resize(pictures_.size(), false);
        member->knows[index] = true;
    }
    if (is_exhausted && pictures_.size() > known)
        throw std::logic_error("nonocsp kernel: searches contradict each other");
    if (pictures_.size() > known) return Outcome::solution;
    return is_exhausted ? Outcome::exhausted : members_[0]->budget.why();
}

/// Let the first member go on alone.
void SearchTeam::disband() {
    members_.resize(1);
    Member& first = *members_[0];
    shared_.is_turn_over = shared_.are_alternatives = false;
    if (first.is_broken() || first.is_out()) make(0);
    first.search->leave();
    adopt_pictures(first);
}

}  // namespace nonocsp
