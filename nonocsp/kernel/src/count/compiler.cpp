// The search that leaves the diagram behind.
#include "count/compiler.hpp"

#include "search/probing.hpp"

#include <algorithm>
#include <numeric>

namespace nonocsp {

namespace {

/// Learned clauses that are watched for an earlier level, at most.
constexpr std::size_t most_late = 64;

/// Rough work of learning from a conflict, beside propagation, for each open cell; in nanoseconds.
constexpr std::uint64_t learning_work = 60;

/// ClauseDatabase are of use near where they were learned; a larger store costs more than it prunes.
constexpr int most_nogoods = 1000;

/// The order of decisions is fixed here, so what serves to choose it is left out.
Options fitting(Options options) {
    options.reduce_first = std::min(options.reduce_first, most_nogoods);
    return options;
}

}  // namespace

Compiler::Compiler(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats)
    : cdcl_(puzzle, givens, fitting(options), nullptr, budget, stats), components_(cdcl_), diagram_(puzzle.colours + 1) {}

/// Everything before the first decision.  False if there is nothing more to do.
bool Compiler::start() {
    is_started_ = true;
    if (!cdcl_.start() || (cdcl_.options.probing && !Probing(cdcl_).run())) {
        dead_ = !cdcl_.budget.ended();
        return false;
    }
    components_.start();
    place_.resize(cdcl_.variables.cells().size());
    placed_.resize(cdcl_.variables.cells().size());
    next_reduction_ = cdcl_.stats.conflicts + static_cast<std::uint64_t>(cdcl_.options.reduce_first);
    lists_.resize(cdcl_.variables.cells().size());
    std::iota(lists_.begin(), lists_.end(), 0u);
    frames_.push_back({.level = -1, .from = 0, .to = lists_.size(), .key = {}, .written = 0});
    open_group();
    return true;
}

bool Compiler::run(std::uint64_t nodes) {
    if (!is_started_ && !start()) return true;
    const double begun = now();
    const std::uint64_t until = nodes < ~cdcl_.stats.nodes ? cdcl_.stats.nodes + nodes : ~std::uint64_t{0};
    bool done = false;
    while (!done && cdcl_.stats.nodes < until) {
        Frame& frame = frames_.back();
        if (!frame.has_group) next_option();
        else if (frame.next < parts_.size()) next_part();
        else if (frame.level < 0) done = true;
        else finish_edge();
        done |= dead_ || cdcl_.budget.ended();
    }
    cdcl_.stats.seconds_search += now() - begun;
    return done;
}

void Compiler::finish(SolutionSet& result) {
    if (dead_) return;
    const int rows = cdcl_.grid.rows(), columns = cdcl_.grid.columns();
    result.base.resize(static_cast<std::size_t>(rows) * columns);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            result.base[static_cast<std::size_t>(row) * columns + column] =
                static_cast<std::uint8_t>(cdcl_.grid.candidates(row, column) == 1 ? cdcl_.grid.first_candidate(row, column) : 0);
    std::vector<BigUnsigned> counts;
    for (const Component& part : parts_) {
        SolutionSet::Part& made = result.parts.emplace_back();
        made.node = part.node;
        for (std::size_t i = part.from; i < part.to; ++i) {
            const OpenCell& cell = cdcl_.variables.cells()[lists_[i]];
            made.cells.push_back(static_cast<std::uint32_t>(cell.row) * columns + cell.column);
            result.base[made.cells.back()] = 0;
        }
        counts.push_back(diagram_.count(part.node));
    }
    result.count = product_of(std::move(counts));
    std::sort(result.parts.begin(), result.parts.end(),
              [](const auto& a, const auto& b) { return a.cells[0] < b.cells[0]; });
    result.diagram = std::move(diagram_);
}

/// Decide the first cell of the frame on top.  Without further candidates, its node is finished.
void Compiler::next_option() {
    Frame& frame = frames_.back();
    const OpenCell& cell = cdcl_.variables.cells()[lists_[frame.from]];
    const int options = cell.variables == 1 ? 2 : cell.variables;
    if (++frame.option >= options) return leave();
    const Literal l = cell.variables > 1     ? positive(cell.first + frame.option)
                      : frame.option == 0 ? negative(cell.first)
                                          : positive(cell.first);
    if (cdcl_.assignment.is_false(l)) return;
    if (cdcl_.budget.node(cdcl_.stats.nodes + 1) || cdcl_.budget.spend(50) || over_memory()) return;
    ++cdcl_.stats.nodes;
    if (cdcl_.options.reduce && cdcl_.stats.conflicts >= next_reduction_) {
        late_.clear();
        cdcl_.clauses.reduce(cdcl_.assignment);
        next_reduction_ = cdcl_.stats.conflicts + static_cast<std::uint64_t>(cdcl_.options.reduce_first);
    }
    if (cdcl_.assignment.is_true(l)) {
        // It follows already, but the level is counted on.
        cdcl_.assignment.open_level();
    } else {
        cdcl_.assignment.decide(l);
    }
    if (cdcl_.propagate()) open_group();
    else if (!cdcl_.budget.ended()) recover();
}

/// Append the components of these cells to the group on top.
void Compiler::decompose(std::size_t from, std::size_t to) {
    frames_.back().trail = cdcl_.assignment.trail().size();
    components_.decompose(lists_, from, to, parts_);
}

/// Decompose what is left of the frame on top.
void Compiler::open_group() {
    Frame& frame = frames_.back();
    frame.has_group = true;
    frame.parts = frame.next = parts_.size();
    frame.lists = lists_.size();
    frame.known = guarded_.size();
    frame.array = diagram_.size();
    decompose(frame.from, frame.to);
    // Nothing of the whole puzzle needs to be forgotten: if a part of it is impossible, that is all there is to say.
    frame.guarded = frame.level >= 0 && parts_.size() > frame.parts + 1;
    guards_ += frame.guarded;
}

/// Solve the next part of the group on top, or open a frame for it.
void Compiler::next_part() {
    Frame& frame = frames_.back();
    if (frame.trail != cdcl_.assignment.trail().size()) {
        // New facts have come in: decompose again what is pending.
        const std::size_t from = lists_.size();
        for (std::size_t p = frame.next; p < parts_.size(); ++p)
            for (std::size_t i = parts_[p].from; i < parts_[p].to; ++i) lists_.push_back(lists_[i]);
        std::sort(lists_.begin() + static_cast<std::ptrdiff_t>(from), lists_.end());
        parts_.resize(frame.next);
        decompose(from, lists_.size());
        return;
    }
    Component& part = parts_[frame.next];
    if (const Node* known = cache_.find(part.key)) {
        ++cdcl_.stats.residuals_met_again;
        if (*known == impossible) {
            ++cdcl_.stats.backtracks;
            drop_group(frame);
            if (frame.level < 0) dead_ = true;
            else fall_back(frame.level);
            return;
        }
        part.node = *known;
        ++frame.next;
        cdcl_.budget.spend(100);
        return;
    }
    frames_.push_back(
        {.level = cdcl_.assignment.level(), .from = part.from, .to = part.to, .key = part.key, .written = written_.size()});
}

/// All parts of the option are solved: write the edge and take the option back.
void Compiler::finish_edge() {
    Frame& frame = frames_.back();
    edge_.clear();
    ++round_;
    std::sort(parts_.begin() + static_cast<std::ptrdiff_t>(frame.parts), parts_.end(),
              [&](const Component& a, const Component& b) { return lists_[a.from] < lists_[b.from]; });
    for (std::size_t i = frame.from; i < frame.to; ++i) place_[lists_[i]] = static_cast<std::uint32_t>(i - frame.from);
    std::vector<BigUnsigned> counts;
    for (std::size_t p = frame.parts; p < parts_.size(); ++p) {
        const std::uint32_t from = static_cast<std::uint32_t>(edge_.members.size());
        for (std::size_t i = parts_[p].from; i < parts_[p].to; ++i) {
            placed_[lists_[i]] = round_;
            edge_.members.push_back(place_[lists_[i]]);
        }
        edge_.children.push_back({parts_[p].node, from, static_cast<std::uint32_t>(edge_.members.size())});
        counts.push_back(diagram_.count(parts_[p].node));
    }
    for (std::size_t i = frame.from; i < frame.to; ++i)
        if (placed_[lists_[i]] != round_)
            edge_.facts.push_back({static_cast<std::uint32_t>(i - frame.from), colour(lists_[i])});
    diagram_.write(edge_, static_cast<std::uint32_t>(frame.to - frame.from), written_);
    ++frame.edges;
    frame.count += product_of(std::move(counts));
    close_group(frame);
    fall_back(frame.level);
}

/// The frontier of the next part of the whole puzzle; null if its states are too large.
std::unique_ptr<Frontier> Compiler::frontier() {
    const Component& whole = parts_[frames_[0].next];
    line_dfas_.resize(cdcl_.grid.lines());
    const auto line_dfa = [&](int line) -> const MinimalLineDfa& {
        if (!line_dfas_[line]) line_dfas_[line] = std::make_unique<MinimalLineDfa>(cdcl_.grid.clue(line), cdcl_.grid.planes(line));
        return *line_dfas_[line];
    };
    std::vector<Frontier::Cell> cells;
    for (std::size_t i = whole.from; i < whole.to; ++i) {
        const OpenCell& open = cdcl_.variables.cells()[lists_[i]];
        const int column = cdcl_.grid.rows() + open.column;
        cells.push_back({static_cast<std::uint32_t>(open.row), line_dfa(open.row).number(open.column),
                         static_cast<std::uint32_t>(column), line_dfa(column).number(open.row)});
    }
    return Frontier::of(cdcl_.grid, line_dfas_, std::move(cells), cdcl_.budget, cdcl_.stats);
}

/// The node of the next part of the whole puzzle from its frontier, which has met.  False if it could not be written.
bool Compiler::write(Frontier& frontier, std::size_t memory) {
    Component& part = parts_[frames_[0].next];
    const std::size_t size = diagram_.size();
    if (!frontier.write(memory, diagram_, part.node)) {
        diagram_.cut(size);
        return false;
    }
    if (part.node == impossible) dead_ = true;
    else ++frames_[0].next;
    return true;
}

/// The frame on top is done: make its node, and hand it to the group below.
void Compiler::leave() {
    Frame& frame = frames_.back();
    Node node = impossible;
    if (frame.edges)
        node = diagram_.add(static_cast<std::uint32_t>(frame.to - frame.from), frame.edges, frame.count.limbs,
                                    {written_.data() + frame.written, written_.size() - frame.written});
    ++cdcl_.stats.residuals;
    remember(frame.key, node);
    written_.resize(frame.written);
    frames_.pop_back();
    Frame& below = frames_.back();
    if (node != impossible) {
        parts_[below.next++].node = node;
        return;
    }
    ++cdcl_.stats.backtracks;
    drop_group(below);
    if (below.level < 0) dead_ = true;
    else fall_back(below.level);
}

void Compiler::remember(const ComponentCache::Key& key, Node node) {
    cache_.insert(key, node);
    if (guards_) guarded_.push_back(key);
}

void Compiler::close_group(Frame& frame) {
    if (!frame.has_group) return;
    parts_.resize(frame.parts);
    lists_.resize(frame.lists);
    guards_ -= frame.guarded;
    if (!guards_) guarded_.clear();
    frame.has_group = frame.guarded = false;
}

/// The option of the frame is impossible.
void Compiler::drop_group(Frame& frame) {
    if (frame.has_group && frame.guarded) {
        while (guarded_.size() > frame.known) {
            cache_.erase(guarded_.back());
            guarded_.pop_back();
        }
        diagram_.cut(frame.array);
    }
    close_group(frame);
}

/// After a contradiction: learn, and give up every frame that it leaves without hope.
void Compiler::recover() {
    while (true) {
        ++cdcl_.stats.conflicts;
        if (!cdcl_.options.learning && cdcl_.assignment.level() > 0) {
            drop_group(frames_.back());
            ++cdcl_.stats.backtracks;
            cdcl_.back_to(cdcl_.assignment.level() - 1);
            return;
        }
        Learned learned;
        cdcl_.budget.spend(learning_work * cdcl_.variables.cells().size());
        if (cdcl_.assignment.level() == 0 || !cdcl_.analyse(learned)) {
            dead_ = true;
            return;
        }
        const int level = cdcl_.assignment.level();
        while (frames_.back().level >= level) {
            Frame& frame = frames_.back();
            drop_group(frame);
            ++cdcl_.stats.residuals;
            remember(frame.key, impossible);
            written_.resize(frame.written);
            frames_.pop_back();
        }
        drop_group(frames_.back());
        ++cdcl_.stats.backtracks;
        if (late_.size() == most_late) late_.erase(late_.begin());
        if (learned.clause.size() == 1) late_.push_back({learned.clause[0], {}, 0});
        else late_.push_back({learned.clause[0], {Reason::clause, cdcl_.add_learned(learned)}, learned.back});
        cdcl_.back_to(level - 1);
        reassert();
        if (cdcl_.propagate() || cdcl_.budget.ended()) return;
    }
}

/// Go back to a level, where clauses learned deeper down may say something.
void Compiler::fall_back(int level) {
    cdcl_.back_to(level);
    reassert();
    if (!cdcl_.assignment.has_pending()) return;
    if (!cdcl_.propagate() && !cdcl_.budget.ended()) recover();
}

void Compiler::reassert() {
    std::erase_if(late_, [&](const Late& late) { return late.level > cdcl_.assignment.level(); });
    for (const Late& late : late_) {
        if (!cdcl_.assignment.is_open(late.literal)) continue;
        if (late.reason.kind == Reason::clause) {
            // A clause that forces a literal has it in the first place.
            ClauseDatabase::Clause clause = cdcl_.clauses[late.reason.index];
            if (clause[1] == late.literal) std::swap(clause[0], clause[1]);
            if (clause[0] != late.literal) continue;
        }
        cdcl_.assignment.enqueue(late.literal, late.reason);
    }
}

std::uint8_t Compiler::colour(std::uint32_t cell) const {
    const OpenCell& open = cdcl_.variables.cells()[cell];
    if (open.variables == 1) {
        // The positive literal removes the lower colour, the negative one the higher.
        const Literal l = cdcl_.assignment.is_true(positive(open.first)) ? negative(open.first) : positive(open.first);
        return static_cast<std::uint8_t>(cdcl_.variables.exclusion(l).colour);
    }
    Variable v = open.first;
    while (!cdcl_.assignment.is_true(positive(v))) ++v;
    return static_cast<std::uint8_t>(cdcl_.variables.exclusion(negative(v)).colour);
}

bool Compiler::over_memory() {
    if (cdcl_.stats.nodes < next_memory_look_) return false;
    next_memory_look_ = cdcl_.stats.nodes + 256;
    std::size_t held = cdcl_.bytes() + cache_.bytes() + diagram_.bytes() + written_.capacity() +
                       lists_.capacity() * sizeof(lists_[0]) + parts_.capacity() * sizeof(Component) +
                       frames_.capacity() * sizeof(Frame) + guarded_.capacity() * sizeof(guarded_[0]) +
                       components_.bytes() + cdcl_.variables.cells().size() * 16;
    if (cache_.is_about_to_grow()) held += 2 * cache_.bytes();
    return cdcl_.budget.memory(held) || (diagram_.is_full() && cdcl_.budget.memory(~std::uint64_t{0}));
}

/// Solutions proven when a limit ended the work: those of finished edges, times what their siblings have.
BigUnsigned Compiler::lower_bound(bool is_satisfiable) const {
    BigUnsigned bound;  // of the part that the frame above is working on
    std::size_t end = parts_.size();
    for (std::size_t f = frames_.size(); f-- > 0;) {
        const Frame& frame = frames_[f];
        const bool sure = frame.level < 0 && is_satisfiable;
        if (sure && bound.is_zero()) bound = 1;
        if (!frame.has_group || (frame.next + 1 < end && !sure)) bound = 0;
        else if (frame.next == end) bound = 1;
        if (frame.has_group) {
            std::vector<BigUnsigned> counts;
            for (std::size_t p = frame.parts; p < frame.next; ++p) counts.push_back(diagram_.count(parts_[p].node));
            bound *= product_of(std::move(counts));
            end = frame.parts;
        }
        if (frame.level >= 0) bound += frame.count;
    }
    return bound;
}

}  // namespace nonocsp
