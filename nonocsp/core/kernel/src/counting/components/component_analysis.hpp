// Component analysis: which undecided cells depend on each other, and which residual problem each component is.
//
// Two cells of one segment of a line do (segments.hpp); components are found by uniting segments that share an
// undecided cell.  A component is identified by its cells in row-major order, each by the numbers of its segments, and
// by the fingerprints of the segments.  Segments are numbered in the order of their first cells, so a problem that lies
// elsewhere, with other lines between its own, looks the same.  That tells which cell of a segment is which where all
// lines of a direction pass their cells in row-major order, or all in the opposite one; where they do not, as on boards
// of any lines, the cells' places in their lines are added.
// Bayardo and Pehoushek, "Counting models using connected
// components" (2000); Sang et al. (2004) for caching them.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/components/component_cache.hpp"
#include "counting/components/segments.hpp"
#include "search/base/fingerprint.hpp"
#include "search/cdcl_engine.hpp"

namespace nonocsp {

/// A component of a group of cells: cells[from .. to) of the compiler's list, ascending.
struct Component {
    std::size_t from, to;
    ComponentCache::Key key;
    Node node = impossible;  ///< when solved
};

class ComponentAnalysis {
public:
    explicit ComponentAnalysis(CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// Called once the cells have been numbered.
    void start();
    /// Append the components of the undecided among cells[from .. to), the smallest first, and their cells.
    void decompose(std::vector<std::uint32_t>& cells, std::size_t from, std::size_t to,
                   std::vector<Component>& components);
    bool is_decided(std::uint32_t cell) const;
    std::size_t bytes() const;

private:
    static constexpr std::uint32_t none = ~0u;
    struct SegmentState {
        std::uint32_t round = 0, parent, component, number;
    };
    /// An undecided cell and its segments in the three directions; none in a third that a board does not have.
    struct Link {
        std::uint32_t cell, across, down, third;
    };
    struct Growing {
        std::size_t cells = 0;
        std::uint32_t numbers = 0, row = none;  ///< of the segments that are not in rows; the last in a row
        ShortNumbers form;                      ///< which segments each cell lies in
        Fingerprint prints;                     ///< those of the segments
    };

    void find_scrambled();
    const Segments& segments(int line);
    bool touch(std::uint32_t segment);
    std::uint32_t root_of(std::uint32_t segment);
    std::size_t unite(const std::vector<std::uint32_t>& cells, std::size_t from, std::size_t to);
    void measure(std::size_t components);
    void distribute(std::vector<std::uint32_t>& cells, std::vector<Component>& components, std::size_t first);

    CdclEngine& cdcl_;
    std::vector<LineSegments> line_segments_;
    std::vector<char> is_scrambled_;            ///< direction -> lines pass their cells in several orders
    std::vector<const Segments*> segments_;     ///< line -> its segments, if looked up in this round
    std::vector<std::uint32_t> looked_up_;      ///< line -> round
    std::vector<std::uint32_t> first_segment_;  ///< line -> its first segment, among those of all lines
    std::vector<SegmentState> states_;          ///< segment -> its place in the union-find forest
    std::vector<Link> links_;
    std::vector<Growing> growing_;
    std::uint32_t round_ = 0;
};

}  // namespace nonocsp
