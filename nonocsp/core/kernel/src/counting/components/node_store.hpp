// The diagram and the component cache, rolled back together.
//
// While the siblings of a component may still turn out impossible, what is found about it is provisional: a guard
// records the keys cached since, and takes them back with their nodes.
#pragma once

#include <vector>

#include "counting/components/component_cache.hpp"
#include "counting/diagram/diagram.hpp"

namespace nonocsp {

class NodeStore {
public:
    struct Checkpoint {
        std::size_t keys = 0, size = 0;
    };

    explicit NodeStore(Diagram& diagram) : diagram_(diagram) {}

    Diagram& diagram() { return diagram_; }
    const Diagram& diagram() const { return diagram_; }
    /// The node of a component; nullptr if it is not in the cache.
    const Node* find(const ComponentCache::Key& key) const { return cache_.find(key); }
    void insert(const ComponentCache::Key& key, Node node) {
        cache_.insert(key, node);
        if (guards_) keys_.push_back(key);
    }

    Checkpoint checkpoint() const { return {keys_.size(), diagram_.size()}; }
    /// Record keys from now on.  Guards are nested.
    void guard() { ++guards_; }
    void release() {
        if (!--guards_) keys_.clear();
    }
    /// Remove all nodes since a checkpoint within a guard.
    void roll_back(const Checkpoint& to) {
        for (; keys_.size() > to.keys; keys_.pop_back()) cache_.erase(keys_.back());
        diagram_.cut(to.size);
    }

    /// The memory of the store, with that of a table about to grow.
    std::size_t bytes() const {
        const std::size_t tables = cache_.is_about_to_grow() ? 3 : 1;
        return tables * cache_.bytes() + diagram_.bytes() + keys_.capacity() * sizeof(keys_[0]);
    }

private:
    Diagram& diagram_;
    ComponentCache cache_;
    std::vector<ComponentCache::Key> keys_;  ///< cached within guards, oldest first
    int guards_ = 0;
};

}  // namespace nonocsp
