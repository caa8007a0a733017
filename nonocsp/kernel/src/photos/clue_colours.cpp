#include "photos/clue_colours.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace nonocsp {

namespace {

/// Colours nearer than this are one; photographs change them.
constexpr float near = 60;
/// Squares of a screenshot are all alike: there the limit is the first times their usual distance from their mean, and
/// at least the second.
constexpr float spread = 8, nearest_squares = 20;
/// A colour of a smaller share of all numbers is an accident of light.
constexpr float least_share = 0.02f;
/// So is one of fewer numbers; games also give the squares of a chosen line another colour.
constexpr int fewest_inks = 2, fewest_papers = 3;

/// Light changes brightness more than hue, and thin digits are paler than thick ones.
float distance(const Rgb& a, const Rgb& b) {
    const float red = static_cast<float>(a[0]) - b[0], green = static_cast<float>(a[1]) - b[1],
                blue = static_cast<float>(a[2]) - b[2], light = (red + green + blue) / 3;
    const auto square = [](float value) { return value * value; };
    return std::sqrt(2 * (square(red - light) + square(green - light) + square(blue - light)) + 0.5f * square(light));
}

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

std::size_t nearest(const std::vector<Cluster>& clusters, const Rgb& colour) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < clusters.size(); ++i)
        if (distance(clusters[i].mean(), colour) < distance(clusters[best].mean(), colour)) best = i;
    return best;
}

/// Whether one of two colours may be the other in less light, as on a page that is darker towards a side.
bool differ_by_light(const Rgb& a, const Rgb& b) {
    const auto brightness = [](const Rgb& colour) { return std::max({colour[0], colour[1], colour[2]}); };
    const auto& [dark, bright] = brightness(a) < brightness(b) ? std::tie(a, b) : std::tie(b, a);
    Rgb lit;
    for (int c = 0; c < 3; ++c)
        lit[c] = static_cast<std::uint8_t>(dark[c] * brightness(bright) / std::max<int>(brightness(dark), 1));
    return distance(a, b) <= near && distance(lit, bright) <= nearest_squares;
}

/// Clusters that have come near each other, as those of black digits with and without a line by hand, become one.
template <class AreOne>
void merge(std::vector<Cluster>& clusters, AreOne are_one) {
    for (std::size_t i = 0; i < clusters.size(); ++i)
        for (std::size_t j = i + 1; j < clusters.size();) {
            if (!are_one(clusters[i].mean(), clusters[j].mean())) {
                ++j;
                continue;
            }
            for (int c = 0; c < 3; ++c) clusters[i].sum[c] += clusters[j].sum[c];
            clusters[i].count += clusters[j].count;
            clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(j));
        }
}

std::vector<Cluster> clusters_within(const std::vector<Rgb>& colours, float near) {
    std::vector<Cluster> clusters;
    for (const Rgb& colour : colours) {
        const std::size_t at = nearest(clusters, colour);
        if (clusters.empty() || distance(clusters[at].mean(), colour) > near) clusters.emplace_back().add(colour);
        else clusters[at].add(colour);
    }
    merge(clusters, [&](const Rgb& a, const Rgb& b) { return distance(a, b) <= near; });
    return clusters;
}

/// The median distance of colours from the means of their clusters.
float usual_distance(const std::vector<Cluster>& clusters, const std::vector<Rgb>& colours) {
    std::vector<float> distances;
    for (const Rgb& colour : colours) distances.push_back(distance(clusters[nearest(clusters, colour)].mean(), colour));
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle;
}

void drop_rare(std::vector<Cluster>& clusters, std::size_t colours, int fewest) {
    const float least = std::max(static_cast<float>(fewest), least_share * static_cast<float>(colours));
    const auto is_rare = [&](const Cluster& one) { return static_cast<float>(one.count) < least; };
    if (!std::all_of(clusters.begin(), clusters.end(), is_rare)) std::erase_if(clusters, is_rare);
}

std::vector<Cluster> clusters_of_inks(const std::vector<Rgb>& inks) {
    std::vector<Cluster> clusters = clusters_within(inks, near);
    drop_rare(clusters, inks.size(), fewest_inks);
    return clusters;
}

std::vector<Cluster> clusters_of_papers(const std::vector<Rgb>& papers) {
    std::vector<Cluster> clusters = clusters_within(papers, near);
    const float close = std::clamp(spread * usual_distance(clusters, papers), nearest_squares, near);
    clusters = clusters_within(papers, close);
    merge(clusters, differ_by_light);
    std::vector<Cluster> frequent = clusters;
    drop_rare(frequent, papers.size(), fewest_papers);
    if (frequent.size() > 1) drop_rare(clusters, papers.size(), fewest_papers - 1);
    return frequent.size() > 1 ? clusters : frequent;
}

}  // namespace

ClueColours find_clue_colours(const std::vector<Rgb>& inks, const std::vector<Rgb>& papers) {
    ClueColours result;
    if (inks.empty()) return {{Rgb{0, 0, 0}}, {}};
    const std::vector<Cluster> of_inks = clusters_of_inks(inks), of_papers = clusters_of_papers(papers);
    // Digits on squares of several colours are black or white, as can be read best.
    const bool by_paper = of_papers.size() > 1 && of_papers.size() >= of_inks.size();
    const std::vector<Cluster>& clusters = by_paper ? of_papers : of_inks;
    for (const Rgb& colour : by_paper ? papers : inks) result.of.push_back(static_cast<int>(nearest(clusters, colour)));
    if (clusters.size() == 1) result.colours.push_back(Rgb{0, 0, 0});
    else
        for (const Cluster& cluster : clusters) result.colours.push_back(cluster.mean());
    return result;
}

}  // namespace nonocsp
