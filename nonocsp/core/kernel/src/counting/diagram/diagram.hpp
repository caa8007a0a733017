// A solution set as a deterministic decomposable decision diagram (d-DNNF).
//
// A node stands for a residual problem over `cells` undecided cells, numbered 0, 1, ... in the order of the compiler,
// and for all its solutions.  Its edges are the colours that the first cell can have, in rising order.  An edge decides
// the first cell and what follows from it (facts), and leaves the rest to children over disjoint cells: any combination
// of the children's solutions is a solution of the edge.  So the number of solutions of an edge is a product, that of a
// node a sum, and every query is a traversal from the top.
//
// Darwiche, "Decomposable negation normal form" (2001), with nodes shared by all places of the puzzle where the same
// residual problem lies.  Nodes are stored one after another in one array of bytes, children before parents:
//
//     cells, edges, bytes of the count, the count;  for each edge:
//         facts, for each: (cells since the previous fact) * colours + colour
//         children, for each: its node; for each but the last: a bit for every cell left, set if it is the child's
//
// Numbers are written in groups of seven bits, the last one below 128 (LEB128).
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "search/base/big_unsigned.hpp"

namespace nonocsp {

/// The place of a node in the array, in units of four bytes.
using Node = std::uint32_t;
/// No node: a residual problem without solution.
inline constexpr Node impossible = 0;

/// Cells are numbers within the cells of the node that the edge belongs to.
struct Fact {
    std::uint32_t cell;
    std::uint8_t colour;
};
struct Child {
    Node node;
    std::uint32_t from, to;  ///< its cells: members[from .. to)
};
struct Edge {
    std::vector<Fact> facts;      ///< by rising cell; the first is of cell 0
    std::vector<Child> children;  ///< by rising first cell
    std::vector<std::uint32_t> members;

    void clear() {
        facts.clear();
        children.clear();
        members.clear();
    }
    std::span<const std::uint32_t> cells(const Child& child) const {
        return {members.data() + child.from, members.data() + child.to};
    }
};

class Diagram {
public:
    /// Colours, blank included.
    explicit Diagram(int colours) : colours_(static_cast<std::uint32_t>(colours)), bytes_(4) {}

    int colours() const { return static_cast<int>(colours_); }

    /// Append the encoding of an edge of a node with this many cells.
    void write(const Edge& edge, std::uint32_t cells, std::vector<std::uint8_t>& to) const;
    /// Append a node with encoded edges and the limbs of its count.
    Node add(std::uint32_t cells, std::uint32_t edges, std::span<const std::uint64_t> count,
             std::span<const std::uint8_t> written);

    /// The size of the array, and its truncation to an earlier size.
    std::size_t size() const { return bytes_.size(); }
    void cut(std::size_t size) { bytes_.resize(size); }
    std::size_t bytes() const { return bytes_.capacity(); }
    static Node at(std::size_t size) { return static_cast<Node>(size / 4); }
    /// Whether there is no number left for another node.
    bool is_full() const { return std::uint64_t{bytes_.size()} > std::uint64_t{1} << 33; }

    std::uint32_t cells(Node node) const;
    BigUnsigned count(Node node) const;
    BigUnsigned count(const Edge& edge) const;

    /// The edges of a node, one by one.
    class Edges {
    public:
        Edges() = default;
        Edges(const Diagram& diagram, Node node) { open(diagram, node); }
        void open(const Diagram& diagram, Node node);
        std::uint32_t cells() const { return cells_; }
        /// False after the last.
        bool next(Edge& edge);
        /// The place behind the last edge, when all have been read.
        const std::uint8_t* end() const { return at_; }

    private:
        const std::uint8_t* at_ = nullptr;
        std::uint32_t colours_ = 0, cells_ = 0, left_ = 0;
        std::vector<std::uint32_t> rest_;
    };

    /// The array from its first node on, for saving; and back, with every count recomputed.  Throws
    /// std::invalid_argument if the bytes are not a diagram.
    std::span<const std::uint8_t> array() const { return {bytes_.data() + 4, bytes_.size() - 4}; }
    void load(std::span<const std::uint8_t> array);

    /// All nodes, children before parents.
    std::vector<Node> nodes() const;

private:
    class Reader;
    BigUnsigned children_count(Reader& reader, std::uint64_t left, const std::vector<Node>& made) const;

    friend class Edges;
    std::uint32_t colours_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace nonocsp
