#include "people/photos/clue_colours.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace nonocsp {

namespace {

/// Colours further apart than the first are two, colours nearer than the second are one.  Between them a colour is as
/// wide as the third times the usual distance from its mean: hardly any on a screenshot, more in a photograph.
constexpr float furthest = 60, nearest_colours = 20;
constexpr float spread_of_inks = 5, spread_of_papers = 8;
/// On a screenshot, colours are as near to their mean as this.
constexpr float evenly = 1;
/// A smaller share of all numbers has a colour of its own only where it is furthest apart.
constexpr float rare = 0.03f;
/// A colour of a smaller share of all numbers is an accident of light.
constexpr float least_share = 0.02f;
/// Colours of numbers are as far from the mean as this many times the usual distance, and as this at least.
constexpr double widths = 1.5, least_width = 8;
/// Of all numbers, those whose colour tells nothing.
constexpr double mistaken = 0.02;
/// So is one of fewer numbers; games also give the squares of a chosen line another colour.
constexpr int fewest_inks = 2, fewest_papers = 3;

/// Light changes how far a colour of paper is from black, the width of strokes how far ink is from its paper.  Either
/// moves a colour along a ray from there, so distances count less along rays than across.
struct Metric {
    float operator()(const Rgb& a, const Rgb& b) const {
        float square = 0, along = 0, length = 1e-6f;
        for (int c = 0; c < 3; ++c) {
            const auto difference = static_cast<float>(a[c] - b[c]), ray = static_cast<float>(a[c] + b[c] - 2 * origin);
            square += difference * difference, along += difference * ray, length += ray * ray;
        }
        along *= along / length;
        return scale * std::sqrt(2 * (square - along) + light * along);
    }

    int origin;   ///< of all channels: 0 for black, 255 for white
    float light;  ///< what differences along rays count
    float scale;  ///< of all
};

struct Cluster {
    Rgb mean() const {
        Rgb colour;
        for (int i = 0; i < 3; ++i) colour[i] = static_cast<std::uint8_t>(sum[i] / count);
        return colour;
    }
    void add(const Rgb& colour) {
        for (int i = 0; i < 3; ++i) sum[i] += colour[i];
        ++count;
    }

    std::array<double, 3> sum{};
    int count = 0;
};

std::size_t nearest(const std::vector<Cluster>& clusters, const Rgb& colour, Metric distance) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < clusters.size(); ++i)
        if (distance(clusters[i].mean(), colour) < distance(clusters[best].mean(), colour)) best = i;
    return best;
}

/// Whether one of two colours may be the other in less light, as on a page that is darker towards a side, or as ink of
/// thinner strokes.
bool are_on_one_ray(const Rgb& a, const Rgb& b, Metric distance) {
    const auto reach = [&](const Rgb& colour) {
        int most = 1;
        for (const int part : colour) most = std::max(most, std::abs(part - distance.origin));
        return most;
    };
    const auto& [near, far] = reach(a) < reach(b) ? std::tie(a, b) : std::tie(b, a);
    if (5 * reach(near) < 2 * reach(far)) return false;
    Rgb moved;
    for (int c = 0; c < 3; ++c)
        moved[c] = static_cast<std::uint8_t>(distance.origin + (near[c] - distance.origin) * reach(far) / reach(near));
    return distance(moved, far) <= nearest_colours;
}

/// The median distance of colours from the means of their clusters.
float usual_distance(const std::vector<Cluster>& clusters, const std::vector<Rgb>& colours, Metric distance) {
    std::vector<float> distances;
    for (const Rgb& colour : colours)
        distances.push_back(distance(clusters[nearest(clusters, colour, distance)].mean(), colour));
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle;
}

/// Agglomerative clustering: the nearest two clusters become one until none are nearer than colours are wide.  Those of
/// few numbers become part of others first.
std::vector<Cluster> find_clusters(const std::vector<Rgb>& colours, Metric distance, float spread) {
    std::vector<Cluster> clusters;
    for (const Rgb& colour : colours) {
        const std::size_t at = nearest(clusters, colour, distance);
        if (clusters.empty() || distance(clusters[at].mean(), colour) > nearest_colours)
            clusters.emplace_back().add(colour);
        else clusters[at].add(colour);
    }
    float wide = 0;
    const auto is_rare = [&](const Cluster& one) {
        return one.count <= fewest_inks || static_cast<float>(one.count) < rare * static_cast<float>(colours.size());
    };
    while (clusters.size() > 1) {
        float least = furthest;
        std::size_t one = 0, other = 0;
        for (std::size_t i = 0; i < clusters.size(); ++i)
            for (std::size_t j = i + 1; j < clusters.size(); ++j)
                if (float found = distance(clusters[i].mean(), clusters[j].mean()); found < furthest) {
                    if (is_rare(clusters[i]) || is_rare(clusters[j])) found *= nearest_colours / furthest;
                    if (found < least) least = found, one = i, other = j;
                }
        if (least > wide)
            wide = std::clamp(spread * usual_distance(clusters, colours, distance), nearest_colours, furthest);
        if (one == other || least > wide) break;
        for (int c = 0; c < 3; ++c) clusters[one].sum[c] += clusters[other].sum[c];
        clusters[one].count += clusters[other].count;
        clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(other));
    }
    return clusters;
}

/// The colours as if the page were lit evenly.  Light is what numbers side by side have in common: how much brighter
/// each is than others of its hue (backfitting: light and the mean brightness of each hue in turn).
std::vector<Rgb> evenly_lit(const std::vector<Rgb>& colours, const std::vector<PixelPoint>& places, Metric distance) {
    constexpr int rounds = 5, reach = 100, neighbours = 6;
    constexpr float darkest = 4.6f;  // black tells nothing of light
    const std::vector<Cluster> clusters = find_clusters(colours, distance, spread_of_papers);
    if (usual_distance(clusters, colours, distance) < evenly) return colours;
    std::vector<std::size_t> hues;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        std::size_t like = 0;
        while (like < i && !are_on_one_ray(clusters[like].mean(), clusters[i].mean(), distance)) ++like;
        hues.push_back(like < i ? hues[like] : i);
    }
    const int count = static_cast<int>(colours.size());
    std::vector<std::size_t> of;
    std::vector<float> seen, light(colours.size());
    for (const Rgb& colour : colours) {
        of.push_back(hues[nearest(clusters, colour, distance)]);
        seen.push_back(std::log(1.0f + colour[0] + colour[1] + colour[2]));
    }
    for (int round = 0; round < rounds; ++round) {
        std::vector<float> sums(clusters.size()), numbers(clusters.size()), residues;
        for (int i = 0; i < count; ++i) sums[of[i]] += seen[i] - light[i], ++numbers[of[i]];
        for (int i = 0; i < count; ++i) residues.push_back(seen[i] - sums[of[i]] / numbers[of[i]]);
        for (int i = 0; i < count; ++i) {
            std::vector<std::pair<float, float>> near;
            for (int j = std::max(0, i - reach); j < std::min(count, i + reach + 1); ++j)
                if (seen[j] > darkest) near.push_back({length(places[i] - places[j]), residues[j]});
            if (near.empty()) continue;
            const auto end = near.begin() + std::min<std::ptrdiff_t>(neighbours, near.end() - near.begin());
            std::partial_sort(near.begin(), end, near.end());
            std::sort(near.begin(), end, [](const auto& a, const auto& b) { return a.second < b.second; });
            light[i] = near[(end - near.begin()) / 2].second;
        }
    }
    std::vector<Rgb> result = colours;
    for (int i = 0; i < count; ++i)
        for (std::uint8_t& part : result[i])
            part = static_cast<std::uint8_t>(std::min(255.0f, static_cast<float>(part) / std::exp(light[i])));
    return result;
}

void drop_rare(std::vector<Cluster>& clusters, std::size_t colours, int fewest) {
    const float least = std::max(static_cast<float>(fewest), least_share * static_cast<float>(colours));
    const auto is_rare = [&](const Cluster& one) { return static_cast<float>(one.count) < least; };
    if (!std::all_of(clusters.begin(), clusters.end(), is_rare)) std::erase_if(clusters, is_rare);
}

/// Bands of pale colours behind clues, lines by hand through numbers, and what light and shadow make of one colour are
/// no colours of blocks.
bool are_one_colour(const std::vector<Cluster>& clusters, Metric distance) {
    const Rgb first = clusters.front().mean();
    const auto all = [&](auto is_like_first) {
        return std::all_of(clusters.begin(), clusters.end(),
                           [&](const Cluster& one) { return is_like_first(one.mean()); });
    };
    return all([&](const Rgb& one) { return are_on_one_ray(one, first, distance); }) ||
           all([&](const Rgb& one) { return distance(one, first) <= furthest; });
}

std::vector<Cluster> clusters_of_inks(const std::vector<Rgb>& inks, Metric distance) {
    std::vector<Cluster> clusters = find_clusters(inks, distance, spread_of_inks);
    drop_rare(clusters, inks.size(), fewest_inks);
    if (are_one_colour(clusters, distance)) clusters.resize(1);
    return clusters;
}

std::vector<Cluster> clusters_of_papers(const std::vector<Rgb>& papers, Metric distance) {
    std::vector<Cluster> clusters = find_clusters(papers, distance, spread_of_papers);
    if (are_one_colour(clusters, distance)) clusters.resize(1);
    std::vector<Cluster> frequent = clusters;
    drop_rare(frequent, papers.size(), fewest_papers);
    if (frequent.size() > 1) drop_rare(clusters, papers.size(), fewest_papers - 1);
    return frequent.size() > 1 ? clusters : frequent;
}

/// By a normal distribution around each colour, of this width; any number may have any colour now and then.  One that
/// is far from all may have a colour of which nothing is known.
std::vector<double> costs_of(const Rgb& colour, const std::vector<Cluster>& clusters, Metric distance, double width) {
    constexpr double usual = 2;  // in squares of the width
    const auto away = [&](const Cluster& cluster) {
        const double ratio = distance(cluster.mean(), colour) / width;
        return ratio * ratio / 2;
    };
    std::vector<double> likely;
    double sum = 0;
    const double least = away(clusters[nearest(clusters, colour, distance)]);
    for (const Cluster& cluster : clusters) sum += likely.emplace_back(std::exp(least - away(cluster)));
    sum *= std::exp(std::max(0.0, least - usual));
    std::vector<double> result;
    for (const double each : likely)
        result.push_back(-std::log((1 - mistaken) * each / sum + mistaken / static_cast<double>(clusters.size())));
    return result;
}

}  // namespace

ClueColours find_clue_colours(const std::vector<Rgb>& inks, const std::vector<Rgb>& seen_papers,
                              const std::vector<PixelPoint>& places, Inks assumed) {
    const ClueColours one{{Rgb{}}, std::vector(inks.size(), std::vector<double>{0})};
    if (inks.empty() || assumed == Inks::one) return one;
    const auto brightness = [](const std::vector<Rgb>& colours) {
        std::size_t sum = 0;
        for (const Rgb& colour : colours) sum += colour[0] + colour[1] + colour[2];
        return sum;
    };
    const float scale = assumed == Inks::near ? 2 : 1;
    const Metric of_strokes{brightness(inks) < brightness(seen_papers) ? 255 : 0, 1 / 6.0f, scale};
    const Metric of_light{0, 0.5f, scale};
    const std::vector<Rgb> papers = evenly_lit(seen_papers, places, of_light);
    const std::vector<Cluster> of_inks = clusters_of_inks(inks, of_strokes),
                               of_papers = clusters_of_papers(papers, of_light);
    // Digits on squares of several colours are black or white, as can be read best.
    const bool by_paper = of_papers.size() > 1;
    const std::vector<Cluster>& clusters = by_paper ? of_papers : of_inks;
    const std::vector<Rgb>& seen = by_paper ? papers : inks;
    const Metric metric = by_paper ? of_light : of_strokes;
    if (clusters.size() == 1) return one;
    const double width = std::max(least_width, widths * usual_distance(clusters, seen, metric));
    ClueColours result;
    for (const Rgb& colour : seen) result.costs.push_back(costs_of(colour, clusters, metric, width));
    for (const Cluster& cluster : clusters) result.colours.push_back(cluster.mean());
    return result;
}

}  // namespace nonocsp
