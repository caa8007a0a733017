#include "search/grid/propagation.hpp"

namespace nonocsp {

bool propagate(Grid& grid, Worklist& waiting, Budget& budget, Stats& stats) {
    LineScratch scratch;
    std::vector<Word> before;
    while (!waiting.empty()) {
        const int line = waiting.pop();
        if (budget.spend(tighten_work(grid.clue(line)))) return false;
        ++stats.tightenings;
        std::uint64_t changes = 0;
        const bool alive = tighten_line(grid, line, scratch, before, [&](int i, int colour) {
            grid.each_crossing(line, i, [&](int other, int place) {
                grid.remove_in(other, colour, place);
                waiting.push(other);
            });
            ++changes;
        });
        if (!alive) return false;
        stats.propagations += changes;
        if (budget.spend(10 * changes)) return false;
    }
    return true;
}

}  // namespace nonocsp
