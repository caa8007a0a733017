// Depth-first search whose trace is the diagram.
#include "counting/components/compiler.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Rough work of learning from a conflict, beside propagation, for each open cell; in nanoseconds.
constexpr std::uint64_t learning_work = 60;

}  // namespace

Compiler::Compiler(PuzzleCompilation& compilation)
    : compilation_(compilation),
      cdcl_(compilation.cdcl),
      cells_(compilation.cells),
      components_(compilation.components),
      nodes_(compilation.diagram),
      late_(cdcl_),
      edge_(cdcl_) {}

/// Everything before the first decision.  False if there is nothing more to do.
bool Compiler::start() {
    is_started_ = true;
    if (!compilation_.start()) return false;
    next_reduction_ = cdcl_.stats.conflicts + static_cast<std::uint64_t>(cdcl_.options.reduce_first);
    frames_.push_back({.level = -1, .from = 0, .to = cells_.size(), .key = {}, .written = 0});
    frames_[0].has_group = true;
    frames_[0].trail = cdcl_.assignment.trail().size();
    return true;
}

bool Compiler::run(std::uint64_t nodes) {
    if (!is_started_ && !start()) return true;
    const double begun = now();
    const std::uint64_t until = nodes < ~cdcl_.stats.nodes ? cdcl_.stats.nodes + nodes : ~std::uint64_t{0};
    bool done = false;
    while (!done && cdcl_.stats.nodes < until) {
        Frame& frame = frames_.back();
        if (!frame.has_group) next_candidate();
        else if (frame.next < components_.size()) next_component();
        else if (frame.level < 0) done = true;
        else finish_edge();
        done |= compilation_.is_infeasible || cdcl_.budget.ended();
    }
    cdcl_.stats.seconds_search += now() - begun;
    return done;
}

/// Decide the first cell of the frame on top for its next candidate; after the last, its node is finished.
void Compiler::next_candidate() {
    Frame& frame = frames_.back();
    const OpenCell& cell = cdcl_.variables.cells()[cells_[frame.from]];
    const int candidates = cell.variables == 1 ? 2 : cell.variables;
    if (++frame.candidate >= candidates) return finish_frame();
    const Literal l = cell.variables > 1     ? positive(cell.first + frame.candidate)
                      : frame.candidate == 0 ? negative(cell.first)
                                             : positive(cell.first);
    if (cdcl_.assignment.is_false(l)) return;
    if (cdcl_.budget.node(cdcl_.stats.nodes + 1) || cdcl_.budget.spend(50) || over_memory()) return;
    ++cdcl_.stats.nodes;
    if (cdcl_.stats.conflicts >= next_reduction_) {
        late_.clear();
        cdcl_.reduce();
        next_reduction_ = cdcl_.stats.conflicts + static_cast<std::uint64_t>(cdcl_.options.reduce_first);
    }
    if (cdcl_.assignment.is_true(l)) {
        // It follows already, but every frame has its level.
        cdcl_.assignment.open_level();
    } else {
        cdcl_.assignment.decide(l);
    }
    if (cdcl_.propagate()) open_group();
    else if (!cdcl_.budget.ended()) recover();
}

/// Decompose the open cells of the frame on top.
void Compiler::open_group() {
    Frame& frame = frames_.back();
    frame.has_group = true;
    frame.components = frame.next = components_.size();
    frame.cells = cells_.size();
    frame.checkpoint = nodes_.checkpoint();
    frame.trail = cdcl_.assignment.trail().size();
    compilation_.decompose(frame.from, frame.to);
    frame.is_guarded = components_.size() > frame.components + 1;
    if (frame.is_guarded) nodes_.guard();
}

/// Solve the next component of the group on top, or open a frame for it.
void Compiler::next_component() {
    Frame& frame = frames_.back();
    if (frame.trail != cdcl_.assignment.trail().size()) {
        // Literals have been set since: decompose the pending components again.
        const std::size_t from = cells_.size();
        for (std::size_t p = frame.next; p < components_.size(); ++p)
            for (std::size_t i = components_[p].from; i < components_[p].to; ++i) cells_.push_back(cells_[i]);
        std::sort(cells_.begin() + static_cast<std::ptrdiff_t>(from), cells_.end());
        components_.resize(frame.next);
        frame.trail = cdcl_.assignment.trail().size();
        compilation_.decompose(from, cells_.size());
        return;
    }
    Component& component = components_[frame.next];
    if (const Node* known = nodes_.find(component.key)) {
        ++cdcl_.stats.residuals_met_again;
        if (*known == impossible) {
            ++cdcl_.stats.backtracks;
            drop_group(frame);
            if (frame.level < 0) compilation_.is_infeasible = true;
            else back_to(frame.level);
            return;
        }
        component.node = *known;
        ++frame.next;
        cdcl_.budget.spend(100);
        return;
    }
    frames_.push_back({.level = cdcl_.assignment.level(),
                       .from = component.from,
                       .to = component.to,
                       .key = component.key,
                       .written = written_.size()});
}

/// All components of the candidate are solved: write the edge and take the decision back.
void Compiler::finish_edge() {
    Frame& frame = frames_.back();
    std::sort(components_.begin() + static_cast<std::ptrdiff_t>(frame.components), components_.end(),
              [&](const Component& a, const Component& b) { return cells_[a.from] < cells_[b.from]; });
    edge_.start({&cells_[frame.from], frame.to - frame.from});
    std::vector<BigUnsigned> counts;
    for (std::size_t c = frame.components; c < components_.size(); ++c) {
        const Component& component = components_[c];
        edge_.add_child(component.node, {&cells_[component.from], component.to - component.from});
        counts.push_back(nodes_.diagram().count(component.node));
    }
    nodes_.diagram().write(edge_.finish(), static_cast<std::uint32_t>(frame.to - frame.from), written_);
    ++frame.edges;
    frame.count += product_of(std::move(counts));
    close_group(frame);
    back_to(frame.level);
}

/// The frame on top is finished: make its node, and give it to the group below.
void Compiler::finish_frame() {
    Frame& frame = frames_.back();
    Node node = impossible;
    if (frame.edges)
        node = nodes_.diagram().add(static_cast<std::uint32_t>(frame.to - frame.from), frame.edges, frame.count.limbs,
                                    {written_.data() + frame.written, written_.size() - frame.written});
    ++cdcl_.stats.residuals;
    nodes_.insert(frame.key, node);
    written_.resize(frame.written);
    frames_.pop_back();
    Frame& below = frames_.back();
    if (node != impossible) {
        components_[below.next++].node = node;
        return;
    }
    ++cdcl_.stats.backtracks;
    drop_group(below);
    if (below.level < 0) compilation_.is_infeasible = true;
    else back_to(below.level);
}

void Compiler::close_group(Frame& frame) {
    if (!frame.has_group) return;
    components_.resize(frame.components);
    cells_.resize(frame.cells);
    if (frame.is_guarded) nodes_.release();
    frame.has_group = frame.is_guarded = false;
}

/// The candidate of the frame is impossible.
void Compiler::drop_group(Frame& frame) {
    if (frame.is_guarded) nodes_.roll_back(frame.checkpoint);
    close_group(frame);
}

/// After a conflict: learn, and leave every frame that it makes impossible.
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
            compilation_.is_infeasible = true;
            return;
        }
        const int level = cdcl_.assignment.level();
        while (frames_.back().level >= level) {
            Frame& frame = frames_.back();
            drop_group(frame);
            ++cdcl_.stats.residuals;
            nodes_.insert(frame.key, impossible);
            written_.resize(frame.written);
            frames_.pop_back();
        }
        drop_group(frames_.back());
        ++cdcl_.stats.backtracks;
        late_.add(learned);
        cdcl_.back_to(level - 1);
        late_.reassert();
        if (cdcl_.propagate() || cdcl_.budget.ended()) return;
    }
}

/// Go back to a level, where clauses learned at deeper levels may assert.
void Compiler::back_to(int level) {
    cdcl_.back_to(level);
    late_.reassert();
    if (!cdcl_.assignment.has_pending()) return;
    if (!cdcl_.propagate() && !cdcl_.budget.ended()) recover();
}

bool Compiler::over_memory() {
    if (cdcl_.stats.nodes < next_memory_look_) return false;
    next_memory_look_ = cdcl_.stats.nodes + 256;
    const std::size_t allocated = cdcl_.bytes() + nodes_.bytes() + compilation_.analysis.bytes() + written_.capacity() +
                                  cells_.capacity() * sizeof(cells_[0]) + components_.capacity() * sizeof(Component) +
                                  frames_.capacity() * sizeof(Frame) + cdcl_.variables.cells().size() * 16;
    return cdcl_.budget.memory(allocated) || (nodes_.diagram().is_full() && cdcl_.budget.memory(~std::uint64_t{0}));
}

/// Solutions proven when a limit ended the work: those of finished edges, times the counts of their siblings.
BigUnsigned Compiler::lower_bound(bool is_satisfiable) const {
    BigUnsigned bound;  // of the component that the frame above is working on
    std::size_t end = components_.size();
    for (std::size_t f = frames_.size(); f-- > 0;) {
        const Frame& frame = frames_[f];
        const bool has_solution = frame.level < 0 && is_satisfiable;
        if (has_solution && bound.is_zero()) bound = 1;
        if (!frame.has_group || (frame.next + 1 < end && !has_solution)) bound = 0;
        else if (frame.next == end) bound = 1;
        if (frame.has_group) {
            std::vector<BigUnsigned> counts;
            for (std::size_t p = frame.components; p < frame.next; ++p)
                counts.push_back(nodes_.diagram().count(components_[p].node));
            bound *= product_of(std::move(counts));
            end = frame.components;
        }
        if (frame.level >= 0) bound += frame.count;
    }
    return bound;
}

}  // namespace nonocsp
