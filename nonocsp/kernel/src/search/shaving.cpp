// Assuming the bounds of blocks and the colours of cells.
#include "search/shaving.hpp"

namespace nonocsp {

bool Shaving::is_due(bool has_solution) const {
    const std::uint64_t conflicts = cdcl_.stats.conflicts;
    if (!cdcl_.options.shaving || positions_.blocks() == 0 || conflicts < next_pass_) return false;
    return has_solution || conflicts >= wait;
}

bool Shaving::run() {
    const std::uint64_t begun = cdcl_.budget.work();
    const double most = cdcl_.options.shaving_effort * static_cast<double>(begun);
    const auto is_over = [&] { return static_cast<double>(work_ + cdcl_.budget.work() - begun) > most; };
    if (is_over()) return true;
    next_pass_ = cdcl_.stats.conflicts + gap * ++passes_;
    if (!cdcl_.propagate()) return false;
    const std::size_t blocks = positions_.blocks();
    const std::size_t all = blocks + static_cast<std::size_t>(cdcl_.variables.of_cells());
    for (std::size_t tried = 0; tried < all && !is_over(); ++tried, next_ = (next_ + 1) % all)
        if (!(next_ < blocks ? shave_block(next_) : probe_cell(static_cast<Variable>(next_ - blocks)))) return false;
    work_ += cdcl_.budget.work() - begun;
    return true;
}

/// Raise the least start of a block while it fails, then lower the greatest one.
bool Shaving::shave_block(std::size_t block) {
    const auto [first, end] = positions_.variables_of(block);
    bool has_failed = true;
    for (Variable v = first; v < end && has_failed; ++v)
        if (!assume(positive(v), has_failed)) return false;
    has_failed = true;
    for (Variable v = end; v-- > first && has_failed;)
        if (!assume(negative(v), has_failed)) return false;
    return true;
}

bool Shaving::probe_cell(Variable v) {
    bool has_failed;
    return assume(positive(v), has_failed) && assume(negative(v), has_failed);
}

/// Assume an open literal and propagate; if that fails, its negation is a fact.  A literal that is not open changes
/// nothing.  False if there is no solution, or the budget has ended.
bool Shaving::assume(Literal l, bool& has_failed) {
    Assignment& assignment = cdcl_.assignment;
    if (!assignment.is_open(l)) return true;
    ++cdcl_.stats.probes;
    assignment.decide(l);
    has_failed = !cdcl_.propagate();
    if (cdcl_.budget.ended()) return false;
    if (has_failed && cdcl_.proof) cdcl_.proof->clause({negated(l)}, cdcl_.conflict());
    // The heuristic keeps its order and phases.
    assignment.back_to(0, [](Literal) {});
    if (!has_failed) return true;
    ++cdcl_.stats.probe_facts;
    return cdcl_.add_unit(negated(l));
}

}  // namespace nonocsp
