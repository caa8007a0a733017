// The component cache: the node of every residual problem met so far.
//
// A residual problem is identified by 96 bits of its fingerprint: two different ones among ten million collide with
// probability below 10^-14.  Sixteen bytes an entry, in a table with linear probing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "counting/diagram/diagram.hpp"
#include "search/base/fingerprint.hpp"

namespace nonocsp {

class ComponentCache {
public:
    struct Key {
        std::uint64_t high = 0;
        std::uint32_t low = 0;

        Key() = default;
        Key(const Fingerprint& print) : high(print.a), low(static_cast<std::uint32_t>(print.b)) {}
        friend bool operator==(const Key&, const Key&) = default;
    };

    ComponentCache() : table_(1 << 10) {}

    /// The node of a problem; nullptr if it has not been met.
    const Node* find(const Key& key) const {
        for (std::size_t i = home(key);; i = (i + 1) & mask()) {
            if (table_[i].node == nothing) return nullptr;
            if (table_[i].key() == key) return &table_[i].node;
        }
    }
    void insert(const Key& key, Node node) {
        if (10 * ++size_ > 8 * table_.size()) grow();
        place({key.high, key.low, node});
    }
    void erase(const Key& key) {
        std::size_t i = home(key);
        for (; !(table_[i].key() == key); i = (i + 1) & mask())
            if (table_[i].node == nothing) return;
        if (table_[i].node == nothing) return;
        // Entries behind it move up, so that every one stays reachable from its home.
        for (std::size_t j = (i + 1) & mask(); table_[j].node != nothing; j = (j + 1) & mask())
            if (((j - home(table_[j].key())) & mask()) >= ((j - i) & mask())) {
                table_[i] = table_[j];
                i = j;
            }
        table_[i] = {};
        --size_;
    }
    std::size_t bytes() const { return table_.size() * sizeof(Entry); }
    /// Whether the next entry may need a table of twice the size, beside the old one.
    bool is_about_to_grow() const { return 10 * (size_ + 1) > 8 * table_.size(); }

private:
    static constexpr Node nothing = ~Node{0};
    struct Entry {
        std::uint64_t high = 0;
        std::uint32_t low = 0;
        Node node = nothing;
        Key key() const {
            Key key;
            key.high = high;
            key.low = low;
            return key;
        }
    };

    std::size_t mask() const { return table_.size() - 1; }
    std::size_t home(const Key& key) const { return key.high & mask(); }
    void place(const Entry& entry) {
        std::size_t i = home(entry.key());
        while (table_[i].node != nothing) i = (i + 1) & mask();
        table_[i] = entry;
    }
    void grow() {
        std::vector<Entry> old(2 * table_.size());
        old.swap(table_);
        for (const Entry& entry : old)
            if (entry.node != nothing) place(entry);
    }

    std::vector<Entry> table_;
    std::size_t size_ = 0;
};

}  // namespace nonocsp
