#include "people/photos/lattice_growth.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace nonocsp {

void LineEvidence::at_line(float cover) {
    ++count_;
    seen_ += cover >= seen_share;
}

void LineEvidence::between(float cover) { seen_between_ += cover >= seen_share; }

bool LineEvidence::is_line() const {
    return (2 * seen_ >= count_ && seen_ >= seen_between_) || (5 * seen_ >= 2 * count_ && seen_ >= 3 * seen_between_);
}

float coverage(const Plane& mask, PixelPoint from, PixelPoint to) {
    const PixelPoint way = to - from;
    const int count = std::clamp(static_cast<int>(length(way) / 1.5f), 5, 40);
    int seen = 0;
    for (int k = 0; k < count; ++k) {
        const float share = 0.08f + 0.84f * (static_cast<float>(k) + 0.5f) / static_cast<float>(count);
        const PixelPoint at = from + way * share;
        seen += mask.at(static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y)));
    }
    return static_cast<float>(seen) / static_cast<float>(count);
}

namespace {

constexpr int most_cells = 130;  // a side of the lattice

using Points = std::vector<PixelPoint>;

/// The share of the way between two points with light on one side of it and dark on the other, at a distance.
float edge_coverage(const Plane& grey, PixelPoint from, PixelPoint to, PixelPoint dark_side) {
    constexpr int count = 12, least_step = 25;
    int seen = 0;
    for (int k = 0; k < count; ++k) {
        const PixelPoint at = from + (to - from) * ((static_cast<float>(k) + 0.5f) / count);
        const PixelPoint light = at - dark_side, dark = at + dark_side;
        const int lx = static_cast<int>(std::lround(light.x)), ly = static_cast<int>(std::lround(light.y));
        const int dx = static_cast<int>(std::lround(dark.x)), dy = static_cast<int>(std::lround(dark.y));
        seen += grey.has(lx, ly) && grey.has(dx, dy) && grey.at(lx, ly) >= grey.at(dx, dy) + least_step;
    }
    return static_cast<float>(seen) / count;
}

constexpr float edge_distance = 0.15f, reach = 0.27f;  // of a step

/// Moves of the points of a line, each along its own direction, that bring the line onto ones of a mask.
class LineTrace {
public:
    /// `steps`: from the line beside it; `reach`: the largest move as a share of them.
    LineTrace(const Plane& mask, const Points& points, const Points& steps, float reach)
        : mask_(mask), points_(points), steps_(steps), reach_(reach) {
        float size = 0;
        for (const PixelPoint step : steps) size += length(step) / static_cast<float>(steps.size());
        half_ = std::clamp(static_cast<int>(size * reach), 1, 24);
    }

    Points traced() const {
        const std::vector<int> moves = cheapest();
        Points result;
        for (std::size_t i = 0; i < points_.size(); ++i) result.push_back(moved(i, centred(i, moves[i])));
        return result;
    }

private:
    PixelPoint moved(std::size_t i, float move) const {
        return points_[i] + steps_[i] * (move * reach_ / static_cast<float>(half_));
    }

    float cover(std::size_t i, float move) const {
        float sum = 0;
        int count = 0;
        for (const std::size_t k : {i - 1, i + 1})
            if (k < points_.size()) {
                const PixelPoint from = moved(i, move);
                sum += coverage(mask_, from, (from + moved(k, move)) * 0.5f);
                ++count;
            }
        return count ? sum / static_cast<float>(count) : 0;
    }

    std::vector<int> cheapest() const {
        const int states = 2 * half_ + 1;
        std::vector<std::vector<float>> costs(points_.size(), std::vector<float>(states));
        std::vector<std::vector<int>> from(points_.size(), std::vector<int>(states));
        const float unit = reach_ / static_cast<float>(half_);
        for (std::size_t i = 0; i < points_.size(); ++i)
            for (int s = 0; s < states; ++s) {
                const float move = static_cast<float>(s - half_);
                float& cost = costs[i][s];
                cost = -cover(i, move) + 2.0f * move * move * unit * unit;
                if (!i) continue;
                int best = s;
                for (int t = std::max(0, s - 3); t <= std::min(states - 1, s + 3); ++t)
                    if (costs[i - 1][t] + bend(s - t, unit) < costs[i - 1][best] + bend(s - best, unit)) best = t;
                from[i][s] = best;
                cost += costs[i - 1][best] + bend(s - best, unit);
            }
        std::vector<int> result(points_.size());
        const auto& last = costs.back();
        int state = static_cast<int>(std::min_element(last.begin(), last.end()) - last.begin());
        for (std::size_t i = points_.size(); i-- > 0; state = from[i][state]) result[i] = state - half_;
        return result;
    }
    static float bend(int by, float unit) { return 4.0f * static_cast<float>(std::abs(by)) * unit; }

    /// The middle of the thick line at a move.
    float centred(std::size_t i, int move) const {
        const float here = cover(i, static_cast<float>(move));
        if (here < 0.4f) return static_cast<float>(move);
        int low = move, high = move;
        while (low > -2 * half_ && cover(i, static_cast<float>(low - 1)) > 0.7f * here) --low;
        while (high < 2 * half_ && cover(i, static_cast<float>(high + 1)) > 0.7f * here) ++high;
        if (static_cast<float>(high - low) * reach_ > 0.5f * static_cast<float>(half_)) return static_cast<float>(move);
        return static_cast<float>(low + high) / 2;
    }

    const Plane& mask_;
    const Points& points_;
    const Points& steps_;
    float reach_;
    int half_;
};

/// The quadratic curve through values in a row, by least squares; a line or the mean where they are few.
std::vector<float> fitted(const std::vector<float>& values) {
    const int count = static_cast<int>(values.size()), degree = count < 5 ? 0 : count < 9 ? 1 : 2;
    // Legendre polynomials are nearly orthogonal on evenly spaced points: three rounds of projection are exact enough.
    const auto basis = [&](int power, int i) {
        const float x = 2 * static_cast<float>(i) / static_cast<float>(std::max(1, count - 1)) - 1;
        return power == 0 ? 1.0f : power == 1 ? x : 1.5f * x * x - 0.5f;
    };
    std::vector<float> left = values;
    for (int power = 0, round = 0; round < 3; power = (power + 1) % (degree + 1), round += power == 0) {
        float product = 0, norm = 0;
        for (int i = 0; i < count; ++i) product += basis(power, i) * left[i], norm += basis(power, i) * basis(power, i);
        for (int i = 0; i < count; ++i) left[i] -= product / norm * basis(power, i);
    }
    std::vector<float> result;
    for (int i = 0; i < count; ++i) result.push_back(values[i] - left[i]);
    return result;
}

Points smoothed(const Points& vectors) {
    std::vector<float> xs, ys;
    for (const PixelPoint vector : vectors) xs.push_back(vector.x), ys.push_back(vector.y);
    xs = fitted(xs), ys = fitted(ys);
    Points result;
    for (std::size_t i = 0; i < xs.size(); ++i) result.push_back({xs[i], ys[i]});
    return result;
}

/// The points of a line moved along their steps onto the lines through their neighbours, by least squares: a point that
/// left its line for a stroke of a digit or the edge of a square would stay there.
Points evened(const Points& line, const Points& steps) {
    constexpr int beside = 3;
    const int count = static_cast<int>(line.size());
    Points result;
    for (int i = 0; i < count; ++i) {
        const int from = std::max(0, i - beside), to = std::min(count - 1, i + beside);
        const float middle = static_cast<float>(from + to) / 2;
        PixelPoint mean, slope;
        float spread = 0;
        for (int k = from; k <= to; ++k) {
            const float x = static_cast<float>(k) - middle;
            mean = mean + line[k] * (1 / static_cast<float>(to - from + 1)), slope = slope + line[k] * x,
            spread += x * x;
        }
        const PixelPoint off = mean + slope * ((static_cast<float>(i) - middle) / spread) - line[i], step = steps[i];
        const float share = (off.x * step.x + off.y * step.y) / std::max(1.0f, step.x * step.x + step.y * step.y);
        result.push_back(line[i] + step * share);
    }
    return result;
}

enum class Side { top, bottom, left, right };

class LatticeGrowth {
public:
    LatticeGrowth(const GridLines& lines, const GridSeed& seed)
        : lines_(lines), lattice_(static_cast<int>(seed.ys.size()) - 1, static_cast<int>(seed.xs.size()) - 1) {
        for (int i = 0; i <= lattice_.rows; ++i)
            for (int j = 0; j <= lattice_.columns; ++j) lattice_.point(i, j) = {seed.xs[j], seed.ys[i]};
        keep_best();
    }

    Lattice grown() {
        for (int round = 0; round < 2; ++round) settle(reach);
        trim();
        while (extend_all()) settle(reach);
        settle(reach);
        for (const Side side : {Side::bottom, Side::right}) shorten(side);
        mend();
        return lattice_;
    }

private:
    /// Only the largest part of the seed that lies on lines: those of a large one may bend away from it.
    void keep_best() {
        std::vector<std::vector<int>> seen(lattice_.rows + 1, std::vector<int>(lattice_.columns + 1));
        for (int i = 0; i < lattice_.rows; ++i)
            for (int j = 0; j < lattice_.columns; ++j) {
                const int sides = is_on(lines_.vertical, i, j, i + 1, j) + is_on(lines_.horizontal, i, j, i, j + 1);
                seen[i + 1][j + 1] = sides + seen[i][j + 1] + seen[i + 1][j] - seen[i][j];
            }
        for (int rows = lattice_.rows, columns = lattice_.columns;;) {
            int most = -1, top = 0, left = 0;
            for (int i = 0; i + rows <= lattice_.rows; ++i)
                for (int j = 0; j + columns <= lattice_.columns; ++j) {
                    const int found =
                        seen[i + rows][j + columns] - seen[i][j + columns] - seen[i + rows][j] + seen[i][j];
                    if (found > most) most = found, top = i, left = j;
                }
            const bool is_least = rows <= 6 && columns <= 6;
            if (is_least || 10 * most >= 9 * 2 * rows * columns) {
                lattice_ = lattice_.part(top, left, top + rows, left + columns);
                return;
            }
            rows = std::max(std::min(rows, 6), rows * 3 / 4), columns = std::max(std::min(columns, 6), columns * 3 / 4);
        }
    }

    /// Without the outer lines of the seed that are none, such as columns of digits.
    void trim() {
        bool again = true;
        while (again) {
            again = false;
            for (const Side side : {Side::top, Side::bottom, Side::left, Side::right}) {
                if ((is_across(side) ? lattice_.rows : lattice_.columns) <= 3) continue;
                if (is_seen(side, line(side, 1), line(side, 0))) continue;
                lattice_ = lattice_.part(side == Side::top, side == Side::left, lattice_.rows - (side == Side::bottom),
                                         lattice_.columns - (side == Side::right));
                again = true;
            }
        }
    }

    /// As far as lines are seen on any side.
    bool extend_all() {
        constexpr int often = 3;
        bool has_grown = false;
        for (int round = 1;; ++round) {
            bool again = false;
            for (const Side side : {Side::top, Side::bottom, Side::left, Side::right})
                if (extend(side)) again = true;
            has_grown = has_grown || again;
            if (!again) return has_grown;
            if (round % often == 0) settle(reach);
        }
    }

    static bool is_across(Side side) { return side == Side::top || side == Side::bottom; }
    const Plane& mask(bool across) const { return across ? lines_.horizontal : lines_.vertical; }

    /// The line at a depth from a side; depth 0 is the outermost.
    Points line(Side side, int depth) const {
        Points result;
        const int count = is_across(side) ? lattice_.columns : lattice_.rows;
        for (int i = 0; i <= count; ++i) switch (side) {
                case Side::top: result.push_back(lattice_.point(depth, i)); break;
                case Side::bottom: result.push_back(lattice_.point(lattice_.rows - depth, i)); break;
                case Side::left: result.push_back(lattice_.point(i, depth)); break;
                case Side::right: result.push_back(lattice_.point(i, lattice_.columns - depth)); break;
            }
        return result;
    }

    /// All lines are traced again from where they are.
    void settle(float reach) {
        Lattice moved = lattice_;
        for (const Side side : {Side::top, Side::left}) {
            const bool across = is_across(side);
            const int count = across ? lattice_.rows : lattice_.columns;
            for (int depth = 0; depth <= count; ++depth) {
                const Points here = line(side, depth), beside = line(side, depth ? depth - 1 : 1);
                Points steps;
                for (std::size_t k = 0; k < here.size(); ++k)
                    steps.push_back((here[k] - beside[k]) * (depth ? 1.0f : -1.0f));
                const Points traced = LineTrace(mask(across), evened(here, steps), steps, reach).traced();
                for (int k = 0; k < static_cast<int>(here.size()); ++k) {
                    PixelPoint& point = across ? moved.point(depth, k) : moved.point(k, depth);
                    point = point + (traced[k] - here[k]);
                }
            }
        }
        lattice_ = moved;
    }

    bool is_on(const Plane& mask, int i, int j, int k, int l) const {
        return k >= 0 && l >= 0 && k <= lattice_.rows && l <= lattice_.columns &&
               coverage(mask, lattice_.point(i, j), lattice_.point(k, l)) >= seen_share;
    }

    /// Points where no line is seen are put between their neighbours, or in a row with them at an end.
    void mend() {
        constexpr int rounds = 40;
        struct Unseen {
            int row, column;
            bool x, y;
        };
        std::vector<Unseen> unseen;
        for (int i = 0; i <= lattice_.rows; ++i)
            for (int j = 0; j <= lattice_.columns; ++j) {
                const bool x = !is_on(lines_.vertical, i, j, i - 1, j) && !is_on(lines_.vertical, i, j, i + 1, j);
                const bool y = !is_on(lines_.horizontal, i, j, i, j - 1) && !is_on(lines_.horizontal, i, j, i, j + 1);
                if (x || y) unseen.push_back({i, j, x, y});
            }
        for (int round = 0; round < rounds; ++round)
            for (const Unseen& at : unseen) {
                const PixelPoint place = (between(at.row, at.column, true) + between(at.row, at.column, false)) * 0.5f;
                if (at.x) lattice_.point(at.row, at.column).x = place.x;
                if (at.y) lattice_.point(at.row, at.column).y = place.y;
            }
    }
    /// Where the neighbours in a row or column of points have a point.
    PixelPoint between(int i, int j, bool in_row) const {
        const int at = in_row ? j : i, last = in_row ? lattice_.columns : lattice_.rows;
        const auto point = [&](int k) { return in_row ? lattice_.point(i, k) : lattice_.point(k, j); };
        if (at > 0 && at < last) return (point(at - 1) + point(at + 1)) * 0.5f;
        return at ? point(at - 1) * 2 - point(at - 2) : point(1) * 2 - point(2);
    }

    bool extend(Side side) {
        const int depth = is_across(side) ? lattice_.rows : lattice_.columns;
        if (depth >= most_cells) return false;
        const Points last = line(side, 0), before = line(side, std::min(3, depth));
        Points steps, predicted;
        for (std::size_t i = 0; i < last.size(); ++i)
            steps.push_back((last[i] - before[i]) * (1 / static_cast<float>(std::min(3, depth))));
        steps = smoothed(steps);
        for (std::size_t i = 0; i < last.size(); ++i) predicted.push_back(last[i] + steps[i]);
        Points made = LineTrace(mask(is_across(side)), predicted, steps, reach).traced();
        slide(side, last, made);
        if (!is_seen(side, last, made)) return false;
        return add(side, made), true;
    }

    /// Move the points of a new line along it, to where the lines that cross it come from the last one.
    void slide(Side side, const Points& last, Points& made) const {
        constexpr int most = 8;
        constexpr float reach = 0.28f;
        const int count = static_cast<int>(made.size());
        std::vector<std::optional<float>> moves(count);
        for (int i = 0; i < count; ++i) {
            const PixelPoint along = along_line(made, i);
            float best = seen_share, sum = 0, weight = 0;
            for (int move = -most; move <= most; ++move) {
                const float by = static_cast<float>(move) * reach / most;
                const PixelPoint to = made[i] + along * by, from = to + (last[i] - made[i]) * 0.6f;
                const float cover = coverage(mask(!is_across(side)), from, to);
                if (cover > best) best = cover, sum = weight = 0;
                if (cover == best) sum += by, weight += 1;
            }
            if (weight > 0) moves[i] = sum / weight;
        }
        Points slid = made;
        for (int i = 0; i < count; ++i) slid[i] = slid[i] + along_line(made, i) * median_near(moves, i);
        made = slid;
    }
    static PixelPoint along_line(const Points& line, int i) {
        const int count = static_cast<int>(line.size()), from = std::max(i - 1, 0), to = std::min(i + 1, count - 1);
        return (line[to] - line[from]) * (1 / static_cast<float>(to - from));
    }
    static float median_near(const std::vector<std::optional<float>>& values, int at) {
        std::vector<float> near;
        for (int i = std::max(0, at - 2); i <= std::min(at + 2, static_cast<int>(values.size()) - 1); ++i)
            if (values[i]) near.push_back(*values[i]);
        if (near.empty()) return 0;
        std::nth_element(near.begin(), near.begin() + near.size() / 2, near.end());
        return near[near.size() / 2];
    }

    bool is_seen(Side side, const Points& last, const Points& made) const {
        const Plane &own = mask(is_across(side)), &other = mask(!is_across(side));
        LineEvidence along, crossing;
        for (std::size_t i = 0; i < made.size(); ++i) {
            const std::size_t before = i ? i - 1 : 1;
            const PixelPoint out = made[i] - last[i], beside = made[i] - made[before];
            crossing.at_line(line_or_edge(other, last[i], made[i], beside));
            if (!i) continue;
            along.at_line(line_or_edge(own, made[before], made[i], out));
            along.between(line_or_edge(own, (last[before] + made[before]) * 0.5f, (last[i] + made[i]) * 0.5f, out));
            crossing.between(
                line_or_edge(other, (last[before] + last[i]) * 0.5f, (made[before] + made[i]) * 0.5f, beside));
        }
        return along.is_line() && crossing.is_line();
    }

    /// Between a dark square and a light one no line is thin, but there is an edge.
    float line_or_edge(const Plane& mask, PixelPoint from, PixelPoint to, PixelPoint step) const {
        const float cover = coverage(mask, from, to);
        if (cover >= seen_share) return cover;
        return std::max({cover, edge_coverage(lines_.grey, from, to, step * edge_distance),
                         edge_coverage(lines_.grey, from, to, step * -edge_distance)});
    }

    /// Where a border and a shadow are one dark band, its middle is too far out; cells beside each other are alike.
    void shorten(Side side) {
        constexpr int beside = 4;
        constexpr float longest = 1.12f;
        if ((is_across(side) ? lattice_.rows : lattice_.columns) <= beside) return;
        const Points outermost = line(side, 0), last = line(side, 1), before = line(side, beside);
        Points steps, made;
        for (std::size_t i = 0; i < last.size(); ++i) steps.push_back((last[i] - before[i]) * (1.0f / (beside - 1)));
        steps = smoothed(steps);
        float found = 0, usual = 0;
        for (std::size_t i = 0; i < last.size(); ++i) {
            found += length(outermost[i] - last[i]), usual += length(steps[i]);
            made.push_back(last[i] + steps[i]);
        }
        if (found > longest * usual) place(side, made);
    }

    void add(Side side, const Points& made) {
        const bool first = side == Side::top || side == Side::left, across = is_across(side);
        Lattice larger(lattice_.rows + across, lattice_.columns + !across);
        for (int i = 0; i <= lattice_.rows; ++i)
            for (int j = 0; j <= lattice_.columns; ++j)
                larger.point(i + (first && across), j + (first && !across)) = lattice_.point(i, j);
        lattice_ = larger;
        place(side, made);
    }

    /// The outermost line.
    void place(Side side, const Points& made) {
        const bool first = side == Side::top || side == Side::left;
        for (int k = 0; k < static_cast<int>(made.size()); ++k) {
            if (is_across(side)) lattice_.point(first ? 0 : lattice_.rows, k) = made[k];
            else lattice_.point(k, first ? 0 : lattice_.columns) = made[k];
        }
    }

    const GridLines& lines_;
    Lattice lattice_;
};

}  // namespace

Lattice grow_lattice(const GridLines& lines, const GridSeed& seed) { return LatticeGrowth(lines, seed).grown(); }

float visible_share(const GridLines& lines, const Lattice& lattice) {
    int seen = 0, count = 0;
    for (int i = 0; i <= lattice.rows; ++i)
        for (int j = 0; j <= lattice.columns; ++j) {
            if (j)
                seen += coverage(lines.horizontal, lattice.point(i, j - 1), lattice.point(i, j)) >= seen_share, ++count;
            if (i)
                seen += coverage(lines.vertical, lattice.point(i - 1, j), lattice.point(i, j)) >= seen_share, ++count;
        }
    return count ? static_cast<float>(seen) / static_cast<float>(count) : 0;
}

}  // namespace nonocsp
