// Encoding and decoding of nodes.
#include "counting/diagram/diagram.hpp"

#include <algorithm>
#include <stdexcept>

namespace nonocsp {

namespace {

void put(std::vector<std::uint8_t>& to, std::uint64_t number) {
    for (; number >= 128; number >>= 7) to.push_back(static_cast<std::uint8_t>(number | 128));
    to.push_back(static_cast<std::uint8_t>(number));
}

std::uint64_t get(const std::uint8_t*& at) {
    std::uint64_t number = *at & 127;
    for (int shift = 7; *at++ & 128; shift += 7) number |= static_cast<std::uint64_t>(*at & 127) << shift;
    return number;
}

std::size_t bytes_of(std::span<const std::uint64_t> limbs) {
    while (!limbs.empty() && !limbs.back()) limbs = limbs.first(limbs.size() - 1);
    return limbs.empty() ? 0 : 8 * limbs.size() - std::countl_zero(limbs.back()) / 8;
}

BigUnsigned read_count(const std::uint8_t*& at) {
    const std::size_t bytes = get(at);
    BigUnsigned count;
    count.limbs.resize((bytes + 7) / 8);
    for (std::size_t i = 0; i < bytes; ++i) count.limbs[i / 8] |= static_cast<std::uint64_t>(*at++) << (i % 8 * 8);
    return count;
}

}  // namespace

void Diagram::write(const Edge& edge, std::uint32_t cells, std::vector<std::uint8_t>& to) const {
    put(to, edge.facts.size());
    std::uint32_t before = 0;
    for (const Fact& fact : edge.facts) {
        put(to, static_cast<std::uint64_t>(fact.cell - before) * colours_ + fact.colour);
        before = fact.cell;
    }
    put(to, edge.children.size());
    if (edge.children.size() <= 1) {
        for (const Child& child : edge.children) put(to, child.node);
        return;
    }
    // owner[cell]: the child it belongs to, or none.
    std::vector<std::uint32_t> owner(cells, ~0u);
    for (std::uint32_t c = 0; c < edge.children.size(); ++c)
        for (std::uint32_t cell : edge.cells(edge.children[c])) owner[cell] = c;
    for (std::uint32_t c = 0; c < edge.children.size(); ++c) {
        put(to, edge.children[c].node);
        if (c + 1 == edge.children.size()) break;
        int bit = 8;
        for (std::uint32_t cell = 0; cell < cells; ++cell) {
            if (owner[cell] == ~0u || owner[cell] < c) continue;
            if (bit == 8) {
                to.push_back(0);
                bit = 0;
            }
            to.back() |= static_cast<std::uint8_t>((owner[cell] == c) << bit++);
        }
    }
}

Node Diagram::add(std::uint32_t cells, std::uint32_t edges, std::span<const std::uint64_t> count,
                  std::span<const std::uint8_t> written) {
    const Node node = at(bytes_.size());
    put(bytes_, cells);
    put(bytes_, edges);
    const std::size_t size = bytes_of(count);
    put(bytes_, size);
    for (std::size_t i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(count[i / 8] >> (i % 8 * 8)));
    bytes_.insert(bytes_.end(), written.begin(), written.end());
    while (bytes_.size() % 4) bytes_.push_back(0);
    return node;
}

std::uint32_t Diagram::cells(Node node) const {
    const std::uint8_t* at = &bytes_[std::size_t{4} * node];
    return static_cast<std::uint32_t>(get(at));
}

BigUnsigned Diagram::count(Node node) const {
    if (node == impossible) return {};
    const std::uint8_t* at = &bytes_[std::size_t{4} * node];
    get(at);
    get(at);
    return read_count(at);
}

BigUnsigned Diagram::count(const Edge& edge) const {
    BigUnsigned product(1);
    for (const Child& child : edge.children) product *= count(child.node);
    return product;
}

void Diagram::Edges::open(const Diagram& diagram, Node node) {
    at_ = &diagram.bytes_[std::size_t{4} * node];
    colours_ = diagram.colours_;
    cells_ = static_cast<std::uint32_t>(get(at_));
    left_ = static_cast<std::uint32_t>(get(at_));
    const std::size_t bytes = get(at_);
    at_ += bytes;
}

bool Diagram::Edges::next(Edge& edge) {
    if (left_ == 0) return false;
    --left_;
    edge.clear();
    std::uint32_t cell = 0;
    for (std::uint64_t facts = get(at_); facts; --facts) {
        const std::uint64_t number = get(at_);
        cell += static_cast<std::uint32_t>(number / colours_);
        edge.facts.push_back({cell, static_cast<std::uint8_t>(number % colours_)});
    }
    const std::uint32_t children = static_cast<std::uint32_t>(get(at_));
    if (!children) return true;
    rest_.clear();
    std::size_t fact = 0;
    for (std::uint32_t c = 0; c < cells_; ++c) {
        if (fact < edge.facts.size() && edge.facts[fact].cell == c) ++fact;
        else rest_.push_back(c);
    }
    for (std::uint32_t c = 0; c < children; ++c) {
        const Node node = static_cast<Node>(get(at_));
        const std::uint32_t from = static_cast<std::uint32_t>(edge.members.size());
        if (c + 1 == children) {
            edge.members.insert(edge.members.end(), rest_.begin(), rest_.end());
        } else {
            std::size_t kept = 0;
            for (std::size_t i = 0; i < rest_.size(); ++i) {
                if (at_[i / 8] >> (i % 8) & 1) edge.members.push_back(rest_[i]);
                else rest_[kept++] = rest_[i];
            }
            at_ += (rest_.size() + 7) / 8;
            rest_.resize(kept);
        }
        edge.children.push_back({node, from, static_cast<std::uint32_t>(edge.members.size())});
    }
    return true;
}

/// Reads the encoding from untrusted bytes.
class Diagram::Reader {
public:
    explicit Reader(std::span<const std::uint8_t> array) : array_(array) {}

    bool is_done() const { return at_ == array_.size(); }
    std::size_t at() const { return at_; }
    std::uint8_t byte() {
        if (is_done()) refuse();
        return array_[at_++];
    }
    std::uint64_t number(std::uint64_t most) {
        std::uint64_t number = 0;
        for (int shift = 0;; shift += 7) {
            const std::uint8_t next = byte();
            if (shift > 56) refuse();
            number |= static_cast<std::uint64_t>(next & 127) << shift;
            if (!(next & 128)) break;
        }
        if (number > most) refuse();
        return number;
    }
    /// The number of facts of an edge, which are read.  Its first colour must be greater than that of the edge before.
    std::uint64_t facts(std::uint64_t cells, std::uint32_t colours, std::int64_t& colour) {
        const std::uint64_t facts = number(cells);
        if (!facts) refuse();
        std::uint64_t cell = 0;
        for (std::uint64_t f = 0; f < facts; ++f) {
            const std::uint64_t fact = number(cells * colours + colours), step = fact / colours;
            const std::int64_t its_colour = static_cast<std::int64_t>(fact % colours);
            if (f ? step == 0 : step != 0 || its_colour <= colour) refuse();
            if (!f) colour = its_colour;
            if ((cell += step) >= cells) refuse();
        }
        return facts;
    }
    /// The number of a child's cells among `left`, whose bits are read; the first cell is one of them.
    std::uint64_t members(std::uint64_t left) {
        std::uint64_t cells = 0;
        for (std::uint64_t i = 0; i < (left + 7) / 8; ++i) {
            const std::uint8_t bits = byte();
            cells += static_cast<std::uint64_t>(std::popcount(bits));
            if ((i == 0 && !(bits & 1)) || (8 * i + 8 > left && bits >> (left % 8))) refuse();
        }
        return cells;
    }
    [[noreturn]] static void refuse() { throw std::invalid_argument("these bytes are not a diagram"); }

private:
    std::span<const std::uint8_t> array_;
    std::size_t at_ = 0;
};

void Diagram::load(std::span<const std::uint8_t> array) {
    bytes_.assign(4, 0);
    bytes_.insert(bytes_.end(), array.begin(), array.end());
    std::vector<Node> made;
    Reader reader(array);
    constexpr std::uint64_t most_cells = std::uint64_t{1} << 28;
    while (!reader.is_done()) {
        const Node node = at(reader.at() + 4);
        const std::uint64_t cells = reader.number(most_cells), edges = reader.number(colours_);
        if (!cells || !edges || cells > 8 * array.size()) reader.refuse();
        BigUnsigned stored;
        const std::uint64_t size = reader.number(array.size());
        stored.limbs.resize((size + 7) / 8);
        for (std::uint64_t i = 0; i < size; ++i)
            stored.limbs[i / 8] |= static_cast<std::uint64_t>(reader.byte()) << (i % 8 * 8);
        if (!stored.limbs.empty() && !stored.limbs.back()) reader.refuse();
        BigUnsigned count;
        std::int64_t colour = -1;
        for (std::uint64_t e = 0; e < edges; ++e) {
            const std::uint64_t facts = reader.facts(cells, colours_, colour);
            count += children_count(reader, cells - facts, made);
        }
        if (!(count == stored)) reader.refuse();
        while (reader.at() % 4)
            if (reader.byte()) reader.refuse();
        made.push_back(node);
    }
}

/// Read the children of an edge, which have `left` cells together, and return the number of their solutions.
BigUnsigned Diagram::children_count(Reader& reader, std::uint64_t left, const std::vector<Node>& made) const {
    const std::uint64_t children = reader.number(left);
    if (!children != !left) reader.refuse();
    BigUnsigned product(1);
    for (std::uint64_t c = 0; c < children; ++c) {
        const Node child = static_cast<Node>(reader.number(~Node{0}));
        if (!std::binary_search(made.begin(), made.end(), child)) reader.refuse();
        const std::uint64_t cells = c + 1 < children ? reader.members(left) : left;
        if (this->cells(child) != cells) reader.refuse();
        left -= cells;
        product *= count(child);
    }
    return product;
}

std::vector<Node> Diagram::nodes() const {
    std::vector<Node> nodes;
    Edge edge;
    for (std::size_t place = 4; place < bytes_.size(); place += -place % 4) {
        nodes.push_back(at(place));
        Edges edges(*this, nodes.back());
        while (edges.next(edge)) {
        }
        place = static_cast<std::size_t>(edges.end() - bytes_.data());
    }
    return nodes;
}

}  // namespace nonocsp
