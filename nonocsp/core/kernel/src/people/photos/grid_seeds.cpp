#include "people/photos/grid_seeds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nonocsp {

namespace {

constexpr float narrowest_cell = 6;

/// The sums of all values above and including each pixel, in its column.
class ColumnSums {
public:
    explicit ColumnSums(const Plane& mask) : width_(mask.width), sums_(mask.width) {
        sums_.reserve(static_cast<std::size_t>(mask.width) * (mask.height + 1));
        for (int y = 0; y < mask.height; ++y)
            for (int x = 0; x < width_; ++x) sums_.push_back(sums_[sums_.size() - width_] + mask.row(y)[x]);
    }
    int sum(int x, int top, int bottom) const {
        return static_cast<int>(sums_[static_cast<std::size_t>(bottom) * width_ + x] -
                                sums_[static_cast<std::size_t>(top) * width_ + x]);
    }

private:
    int width_;
    std::vector<std::uint16_t> sums_;  ///< differences are right even where they overflow
};

struct Stretch {
    std::vector<float> at;
    float cover = 0;
};

struct Peak {
    float at, width, cover;
};

/// Where at least `least` of the window's height is covered.
std::vector<Peak> peaks_of(const std::vector<float>& covers, float least) {
    std::vector<Peak> result;
    for (std::size_t x = 0; x < covers.size(); ++x) {
        if (covers[x] < least) continue;
        float weight = 0, moment = 0, most = 0;
        std::size_t end = x;
        for (; end < covers.size() && covers[end] >= least; ++end) {
            weight += covers[end], moment += covers[end] * static_cast<float>(end);
            most = std::max(most, covers[end]);
        }
        result.push_back({moment / weight, static_cast<float>(end - x), most});
        x = end;
    }
    return result;
}

/// The longest row of neighbours at the same distance.
Stretch longest_run(const std::vector<Peak>& peaks) {
    Stretch best;
    for (std::size_t first = 0; first + 3 < peaks.size(); ++first) {
        float pitch = peaks[first + 1].at - peaks[first].at;
        std::size_t last = first + 1;
        while (last + 1 < peaks.size()) {
            const float distance = peaks[last + 1].at - peaks[last].at;
            if (std::abs(distance - pitch) > 0.15f * pitch + 1.5f) break;
            pitch += (distance - pitch) / static_cast<float>(std::min<std::size_t>(++last - first, 4));
        }
        const std::size_t count = last - first + 1;
        if (pitch < narrowest_cell || count < 4 || count <= best.at.size()) continue;
        Stretch run;
        float width = 0;
        for (std::size_t k = first; k <= last; ++k) {
            run.at.push_back(peaks[k].at);
            run.cover += peaks[k].cover / static_cast<float>(count);
            width += peaks[k].width / static_cast<float>(count);
        }
        if (width < 0.55f * pitch) best = run;
    }
    return best;
}

Stretch run_in(const ColumnSums& sums, int left, int right, int top, int bottom, float least) {
    std::vector<float> covers;
    for (int x = left; x < right; ++x)
        covers.push_back(static_cast<float>(sums.sum(x, top, bottom)) / static_cast<float>(bottom - top));
    Stretch run = longest_run(peaks_of(covers, least));
    for (float& at : run.at) at += static_cast<float>(left);
    return run;
}

Plane turned(const Plane& plane) {
    Plane result(plane.height, plane.width);
    for (int y = 0; y < plane.height; ++y)
        for (int x = 0; x < plane.width; ++x) result.row(x)[y] = plane.row(y)[x];
    return result;
}

}  // namespace

float GridSeed::pitch() const {
    const auto distance = [](const std::vector<float>& at) {
        return (at.back() - at.front()) / static_cast<float>(at.size() - 1);
    };
    return std::min(distance(xs), distance(ys));
}

std::vector<GridSeed> find_seeds(const GridLines& lines) {
    const int width = lines.grey.width, height = lines.grey.height;
    const ColumnSums vertical(lines.vertical), horizontal(turned(lines.horizontal));
    std::vector<GridSeed> result;
    for (const int parts : {1, 2, 3, 5, 8, 13}) {
        const int w = width / parts, h = height / parts;
        if (w < 4 * narrowest_cell || h < 4 * narrowest_cell) break;
        for (int top = 0; top + h <= height; top += std::max(1, h / 3))
            for (int left = 0; left + w <= width; left += std::max(1, w / 3))
                for (const float least : {0.7f, 0.45f}) {
                    const Stretch across = run_in(vertical, left, left + w, top, top + h, least);
                    if (across.at.size() < 4) continue;
                    const Stretch down = run_in(horizontal, top, top + h, left, left + w, least);
                    if (down.at.size() < 4) continue;
                    const float px = (across.at.back() - across.at.front()) / static_cast<float>(across.at.size() - 1);
                    const float py = (down.at.back() - down.at.front()) / static_cast<float>(down.at.size() - 1);
                    if (px > 2 * py || py > 2 * px) continue;
                    const float cells = static_cast<float>((across.at.size() - 1) * (down.at.size() - 1));
                    result.push_back({across.at, down.at, cells * across.cover * down.cover});
                }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const GridSeed& a, const GridSeed& b) { return a.score > b.score; });
    return result;
}

}  // namespace nonocsp
