// The members of the portfolio, and whose turn it is.
#include "counting/portfolio.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "base/orientation.hpp"
#include "base/solution_checker.hpp"
#include "bounds/hoelder_bound.hpp"
#include "components/compiler.hpp"
#include "estimation/restricted_count.hpp"
#include "frontier/frontier_compiler.hpp"
#include "search/cdcl_search.hpp"

namespace nonocsp {

namespace {

/// Work that the search for two solutions gets before compilation starts, and in each later turn; rough nanoseconds.
constexpr std::uint64_t first_search_turn = 100'000'000, search_turn = 10'000'000;

/// Nodes of a search compiler in one turn, and from its start to each mark.
constexpr std::uint64_t compiler_turn = 1000, first_mark = 12'000, second_mark = 50'000, no_mark = ~std::uint64_t{0};

/// Nodes of the first search compiler before frontiers enter.
constexpr std::uint64_t frontiers_enter = 3000;

/// Work of frontiers for each unit of work of the search compilers.  Both get about the same time, as search takes
/// longer than it counts.  Frontiers that only count have cheaper steps and won on three random pictures
/// measured, so they get twice as much.
constexpr std::uint64_t frontier_share = 2, counting_share = 4;

/// Work of a step that another thread begins; smaller steps are not worth the change of threads.
constexpr std::uint64_t long_step = 10'000'000;

/// Work of all others before upper bounds begin, that of a turn of them, and their work at most: a quarter of what they
/// do from then on, and from `bounding_most` on a little; more on boards where frontiers do nothing else.
constexpr std::uint64_t bounding_begins = 200'000'000, bounding_turn = 10'000'000, bounding_most = 500'000'000;

/// The share of the memory that upper bounds may take.
constexpr std::uint64_t bounding_memory_share = 8;

/// Rough bytes of a cell in the least memory for upper bounds, and the cells of the largest puzzle for which a bound is
/// computed after the end of the work.
constexpr std::uint64_t bounding_bytes = 200, bounding_late_cells = 10'000;

/// Seconds for that bound, at most, if the end was that of time; or this share of its limit.
constexpr double late_seconds = 0.02, late_share = 0.02;

/// States of the restricted frontiers, at first and at last, and how much they trust the messages between lines.
constexpr std::size_t narrowest_restricted = 250, widest_restricted = 1'024'000;
constexpr double restricted_tempering = 0.7;

/// Seconds of help with a step between two looks at the budget.
constexpr double help_seconds = 0.05;

}  // namespace

/// The search for two solutions.
struct Portfolio::VerdictSearch {
    VerdictSearch(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits)
        : budget(limits),
          search(std::make_unique<CdclSearch>(puzzle, givens, options, Goal::uniqueness, budget, stats)),
          cells(puzzle.cells()) {}

    bool is_active() const { return outcome == Outcome::turn_over; }
    /// There are no solutions but those found.
    bool is_exhausted() const { return outcome == Outcome::exhausted; }
    /// Time, nodes or the caller ended it; without enough memory it leaves the work to the others.
    bool ends_all() const { return budget.ended() && budget.why() != Outcome::limit_memory; }

    void run(const Puzzle& puzzle, const Givens* givens, std::uint64_t work) {
        budget.begin_turn(work);
        while ((outcome = search->next(cells.data())) == Outcome::solution) {
            if (!is_solution(puzzle, givens, cells.data()))
                throw std::logic_error("nonocsp kernel: a picture failed its check");
            ++found;
            if (found == 1) first = cells;
            else if (first == cells) throw std::logic_error("nonocsp kernel: the same picture came twice");
            if (found == 2) break;
        }
        if (!is_active()) search.reset();
    }

    Budget budget;
    Stats stats;
    std::unique_ptr<CdclSearch> search;
    Outcome outcome = Outcome::turn_over;
    std::vector<std::uint8_t> cells, first;
    int found = 0;
};

/// A compilation of the puzzle in one orientation.
struct Portfolio::Member {
    Member(Portfolio& owner, Orientation orientation, Budget& budget, Stats& stats)
        : orientation(orientation), puzzle(orientation.apply(owner.puzzle_)),
          givens(orientation.apply(owner.puzzle_, owner.givens_)),
          compilation(puzzle, givens.get(), owner.options_, budget, stats) {}

    virtual ~Member() = default;
    /// The number of solutions, of a member that knows nothing else of them.
    virtual std::optional<BigUnsigned> count() const { return std::nullopt; }

    Orientation orientation;
    Puzzle puzzle;
    std::unique_ptr<Givens> givens;
    PuzzleCompilation compilation;
};

struct Portfolio::SearchMember : Member {
    SearchMember(Portfolio& owner, Orientation orientation)
        : Member(owner, orientation, owner.budget_, owner.stats_) {}

    Compiler compiler{compilation};
    std::uint64_t nodes = 0;  ///< given so far
    BigUnsigned counted;      ///< solutions, when it was compared
};

struct Portfolio::FrontierMember : Member {
    FrontierMember(Portfolio& owner, Orientation orientation)
        : Member(owner, orientation, owner.frontier_budget_, owner.frontier_stats_),
          compiler(compilation, orientation.direction, owner.crew_, owner.only_count_), only_counts(owner.only_count_) {}
    std::optional<BigUnsigned> count() const override {
        return only_counts ? std::optional(compiler.count()) : std::nullopt;
    }

    FrontierCompiler compiler;
    const bool only_counts;
};

Portfolio::Portfolio(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
                     bool only_count)
    : puzzle_(puzzle), givens_(givens), options_(options), only_count_(only_count), nodes_(limits.nodes),
      budget_(limits, &shared_),
      search_(std::make_unique<VerdictSearch>(puzzle, givens, options, limits)), frontier_budget_(limits, &shared_),
      crew_(limits.threads, shared_) {}

Portfolio::~Portfolio() { shared_.end(Outcome::stopped); }

bool Portfolio::run(std::uint64_t turn) {
    for (const std::uint64_t until = work() + turn; !is_over() && work() < until;)
        if (!run_turn()) break;
    if (is_over()) end_step();
    return is_over();
}

Outcome Portfolio::outcome() const {
    if (winner_ || is_counted_ || search_->is_exhausted()) return Outcome::exhausted;
    return search_->ends_all() ? search_->budget.why() : shared_.why.load();
}

const BigUnsigned& Portfolio::lower_bound() {
    if (is_counted_) return bound_;
    bound_ = std::max(bound_, BigUnsigned(static_cast<std::uint64_t>(search_->found)));
    for (const auto& member : search_compilers_)
        bound_ = std::max(bound_, member->compiler.lower_bound(search_->found > 0));
    return bound_;
}

/// Whether the others have earned the next turn of the upper bound.
bool Portfolio::is_bounding_turn() const {
    const std::uint64_t others = search_->budget.work() + budget_.work() + frontier_work_;
    if (others < bounding_begins) return false;
    if (!upper_bound_) return cells() * bounding_bytes * bounding_memory_share <= budget_.limits().memory;
    const std::uint64_t since = others - bounding_begins;
    return !has_bounded_ && upper_bound_->work() <= std::min(since / 4, bounding_most + since / 50);
}

void Portfolio::improve_bounds(std::uint64_t work) {
    if (!upper_bound_) {
        std::unique_ptr<Givens> facts = Orientation{}.apply(puzzle_, givens_);
        for (const auto& member : search_compilers_)
            if (!member->compilation.cells.empty() && member->orientation.is_original())
                facts = member->compilation.facts();
        Limits limits;
        const double late = std::max(late_seconds, late_share * budget_.limits().seconds);
        limits.seconds = std::max(budget_.seconds_left(), late);
        if (!is_over()) limits.interrupted = budget_.limits().interrupted;
        upper_bound_ = std::make_unique<HoelderBound>(puzzle_, std::move(facts), options_, limits);
    }
    const std::uint64_t before = upper_bound_->work();
    upper_bound_->run(work / 2, budget_.limits().memory / bounding_memory_share);
    tighten_upper_bound(upper_bound_->best());
    improve_lower_bound();
    if (upper_bound_->is_interrupted()) shared_.end(Outcome::stopped);
    has_bounded_ = upper_bound_->work() == before;
}

void Portfolio::tighten_upper_bound(const std::optional<BigUnsigned>& bound) {
    if (bound && (!upper_ || *bound < *upper_)) upper_ = bound;
}

/// Runs of restricted frontiers, wider and wider, until as much work has been done on this bound as on the upper one.
void Portfolio::improve_lower_bound() {
    const std::size_t memory = budget_.limits().memory / bounding_memory_share;
    const std::uint64_t uppers = upper_bound_->work() - restricted_work_;
    while ((restricted_work_ = upper_bound_->work() - uppers) < uppers && restricted_width_ < widest_restricted) {
        if (!restricted_) {
            if (!upper_bound_->compilation()) return;
            restricted_ = std::make_unique<RestrictedCount>(*upper_bound_->compilation());
            if (!restricted_->start(memory)) {
                restricted_width_ = widest_restricted;
                return;
            }
        }
        if (restricted_->is_done() || !restricted_width_) {
            bound_ = std::max(bound_, restricted_->at_least());
            if (restricted_width_ && restricted_->is_complete()) {
                tighten_upper_bound(restricted_->at_most());
                return;
            }
            restricted_width_ = restricted_width_ ? 4 * restricted_width_ : narrowest_restricted;
            restricted_->begin({.width = restricted_width_}, restricted_tempering);
        }
        if (!restricted_->step(memory)) restricted_width_ = widest_restricted;
    }
}

const std::optional<BigUnsigned>& Portfolio::upper_bound() {
    // Where the work has ended before its first turn, it gets one.
    if (is_over() && !is_counted_ && !upper_bound_ && cells() <= bounding_late_cells &&
        cells() * bounding_bytes * bounding_memory_share <= budget_.limits().memory)
        improve_bounds(bounding_turn);
    return upper_;
}

void Portfolio::finish(SolutionSet& result) {
    if (is_counted_) {
        result.count = bound_;
        return;
    }
    if (!winner_) {
        result.base = search_->first;
        result.count = static_cast<std::uint64_t>(search_->found);
    } else if (const auto count = winner_->count()) result.count = *count;
    else finish_winner(result);
    upper_ = bound_ = result.count;
    is_counted_ = true;  // the winner has given its diagram away
}

/// The solutions as the winner has them, in the original orientation.
void Portfolio::finish_winner(SolutionSet& result) {
    winner_->compilation.finish(result);
    const Orientation& orientation = winner_->orientation;
    std::vector<std::uint8_t> base(result.base.size());
    for (std::uint32_t cell = 0; cell < base.size(); ++cell)
        base[orientation.original_cell(puzzle_, cell)] = result.base[cell];
    result.base.swap(base);
    for (SolutionSet::Part& part : result.parts)
        for (std::uint32_t& cell : part.cells) cell = orientation.original_cell(puzzle_, cell);
}

std::vector<Stats> Portfolio::stats() const {
    std::vector<Stats> result{search_->stats, stats_, frontier_stats_so_far_};
    for (Stats& stats : result) stats.peak_memory = std::max(budget_.peak_memory(), search_->budget.peak_memory());
    return result;
}

bool Portfolio::is_over() const {
    return winner_ || is_counted_ || search_->is_exhausted() || search_->ends_all() || shared_.has_ended;
}
std::uint64_t Portfolio::work() const {
    return search_->budget.work() + budget_.work() + frontier_work_ + (upper_bound_ ? upper_bound_->work() : 0);
}

/// False if a step of a frontier takes longer than a turn.
bool Portfolio::run_turn() {
    if (is_bounding_turn()) {
        improve_bounds(bounding_turn);
        is_counted_ = only_count_ && bound_ == upper_;
        return true;
    }
    const std::uint64_t searched = search_->budget.work();
    if (search_->is_active() && (searched < first_search_turn || searched <= budget_.work() + frontier_work_)) {
        search_->budget.limit_nodes(nodes_ - std::min(nodes_, shared_.nodes.load()));
        search_->run(puzzle_, givens_, searched ? search_turn : first_search_turn);
        return true;
    }
    budget_.limit_nodes(nodes_ - std::min(nodes_, search_->stats.nodes));
    // A search that has left holds no memory.
    budget_.set_aside(frontier_bytes_ + (search_->is_active() ? search_->budget.peak_memory() : 0) +
                      (upper_bound_ ? upper_bound_->bytes() : 0) + (restricted_ ? restricted_->bytes() : 0));
    if (is_frontier_turn()) return run_frontier_compiler();
    run_search_compiler();
    return true;
}

// Search compilers.

void Portfolio::run_search_compiler() {
    SearchMember& member = next_search_compiler();
    const std::uint64_t nodes = std::min(compiler_turn, mark_ - member.nodes);
    member.nodes += nodes;
    if (member.compiler.run(nodes) && !budget_.ended()) winner_ = &member;
}

/// The first that has not reached the mark.
Portfolio::SearchMember& Portfolio::next_search_compiler() {
    while (true) {
        for (const auto& member : search_compilers_)
            if (member->nodes < mark_) return *member;
        begin_round();
    }
}

void Portfolio::begin_round() {
    // Parts that have not begun count as one here, for all alike.
    const auto compare = [](SearchMember& member) { member.counted = member.compiler.lower_bound(true); };
    switch (round_++) {
        case 0:
            enter({});
            mark_ = first_mark;
            break;
        case 1:
            compare(*search_compilers_[0]);
            mark_ = second_mark;
            break;
        case 2:
            for (const Orientation& orientation : Orientation::all(puzzle_))
                if (!orientation.is_original()) enter(orientation);
            mark_ = first_mark;
            break;
        case 3:
            for (std::size_t i = 1; i < search_compilers_.size(); ++i) compare(*search_compilers_[i]);
            keep_best(2);
            mark_ = second_mark;
            break;
        default:
            for (const auto& member : search_compilers_) compare(*member);
            keep_best(1);
            mark_ = no_mark;
    }
}

void Portfolio::enter(const Orientation& orientation) {
    search_compilers_.push_back(std::make_unique<SearchMember>(*this, orientation));
}

void Portfolio::keep_best(std::size_t number) {
    lower_bound();  // of those that leave, too
    std::stable_sort(search_compilers_.begin(), search_compilers_.end(),
                     [](const auto& a, const auto& b) { return a->counted > b->counted; });
    search_compilers_.resize(std::min(number, search_compilers_.size()));
}

// Frontier compilers.

/// Whether the search compilers have earned the next step of a frontier.
bool Portfolio::is_frontier_turn() {
    const bool alone = options_.compilation == Compilation::frontier;
    if (options_.compilation == Compilation::search) return false;
    if (!alone && (search_compilers_.empty() || search_compilers_[0]->nodes < frontiers_enter)) return false;
    if (!has_frontiers_) return true;
    const std::uint64_t share = only_count_ ? counting_share : frontier_share;
    return next_ && (alone || frontier_work_ + next_cost_ <= share * budget_.work());
}

/// Let the one with the cheapest next step take it.  False if that is not done yet.
bool Portfolio::run_frontier_compiler() {
    if (!has_frontiers_) enter_frontier_compilers();
    else if (!step_is_done()) return false;
    finish_step();
    choose_step();
    return true;
}

void Portfolio::enter_frontier_compilers() {
    has_frontiers_ = true;
    for (const bool by_columns : {false, true}) {
        if (winner_ || frontier_budget_.ended()) break;
        auto member = std::make_unique<FrontierMember>(*this, Orientation::along(puzzle_, by_columns));
        // Half of the memory is for search.
        const std::uint64_t memory = frontier_budget_.limits().memory / 2;
        if (!member->compiler.start(memory - std::min(memory, frontier_bytes()))) continue;
        frontier_compilers_.push_back(std::move(member));
        if (frontier_compilers_.back()->compiler.is_done()) winner_ = frontier_compilers_.back().get();
    }
}

/// Choose the cheapest step, and let another thread begin it if it is long.
void Portfolio::choose_step() {
    next_ = nullptr;
    if (frontier_compilers_.empty() || is_over()) return;
    next_ = std::min_element(frontier_compilers_.begin(), frontier_compilers_.end(), [](const auto& a, const auto& b) {
                return a->compiler.states_to_come() < b->compiler.states_to_come();
            })->get();
    next_cost_ = next_->compiler.cost();
    limit_nodes_of_step();
    if (next_cost_ < long_step || !crew_.start([this] { take_step(); })) return;
    frontier_stats_so_far_.threads = static_cast<std::uint64_t>(crew_.threads());
}

void Portfolio::limit_nodes_of_step() {
    frontier_budget_.limit_nodes(nodes_ - std::min(nodes_, search_->stats.nodes));
}

void Portfolio::take_step() {
    // Half of the memory is for search.
    const std::uint64_t memory = frontier_budget_.limits().memory / 2, others = frontier_bytes(next_);
    is_step_possible_ = others <= memory && next_->compiler.step(memory - others);
}

/// Take the step, or help with it for a turn.
bool Portfolio::step_is_done() {
    if (!crew_.has_task()) {
        limit_nodes_of_step();
        take_step();
        return true;
    }
    // Where the budget ends, the step ends soon.
    return crew_.help(help_seconds) || (budget_.look() && crew_.help(help_seconds));
}

/// Stop the step that another thread takes; what it found does not matter.
void Portfolio::end_step() {
    shared_.end(Outcome::stopped);
    while (crew_.has_task()) {
        try {
            crew_.help(help_seconds);
        } catch (...) {
        }
    }
}

/// The step has been taken, or was not possible.
void Portfolio::finish_step() {
    if (next_ && !is_step_possible_)
        std::erase_if(frontier_compilers_, [&](const auto& member) { return member.get() == next_; });
    else if (next_ && next_->compiler.is_done()) winner_ = next_;
    frontier_work_ = frontier_budget_.work();
    frontier_bytes_ = frontier_bytes();
    frontier_stats_.threads = frontier_stats_so_far_.threads;
    frontier_stats_so_far_ = frontier_stats_;
}

std::uint64_t Portfolio::frontier_bytes(const FrontierMember* except) const {
    std::uint64_t bytes = 0;
    for (const auto& member : frontier_compilers_)
        if (member.get() != except) bytes += member->compiler.bytes();
    return bytes;
}

}  // namespace nonocsp
