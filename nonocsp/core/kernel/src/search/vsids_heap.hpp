// A binary heap of variables ordered by activity (VSIDS).
//
// Variables that took part in recent conflicts rank first (VSIDS with exponentially growing bumps, as in
// MiniSat); equal ones in the order of their numbers, so that the search is reproducible.
#pragma once

#include <vector>

#include "search/literal.hpp"

namespace nonocsp {

class VsidsHeap {
public:
    /// More variables, without activity.
    void grow(int variables) {
        for (Variable v = static_cast<Variable>(activity.size()); v < variables; ++v) {
            activity.push_back(0.0);
            place_.push_back(-1);
            insert(v);
        }
    }

    bool empty() const { return heap_.empty(); }

    void insert(Variable v) {
        if (place_[v] >= 0) return;
        place_[v] = static_cast<int>(heap_.size());
        heap_.push_back(v);
        rise(place_[v]);
    }

    Variable pop() {
        const Variable top = heap_[0], last = heap_.back();
        heap_.pop_back();
        place_[top] = -1;
        if (!heap_.empty()) {
            heap_[0] = last;
            place_[last] = 0;
            sink(0);
        }
        return top;
    }

    void bump(Variable v) {
        if ((activity[v] += bump_) > 1e100) {
            for (double& a : activity) a *= 1e-100;
            bump_ *= 1e-100;
        }
        if (place_[v] >= 0) rise(place_[v]);
    }

    void decay(double factor) { bump_ /= factor; }
    /// What one bump adds now.
    double unit() const { return bump_; }

    /// Restore the order after activities were changed from outside.
    void reorder() {
        for (int i = static_cast<int>(heap_.size()) / 2 - 1; i >= 0; --i) sink(i);
    }

    std::vector<double> activity;

private:
    bool before(Variable a, Variable b) const {
        return activity[a] > activity[b] || (activity[a] == activity[b] && a < b);
    }

    void rise(int i) {
        const Variable v = heap_[i];
        while (i > 0 && before(v, heap_[(i - 1) / 2])) {
            heap_[i] = heap_[(i - 1) / 2];
            place_[heap_[i]] = i;
            i = (i - 1) / 2;
        }
        heap_[i] = v;
        place_[v] = i;
    }

    void sink(int i) {
        const Variable v = heap_[i];
        const int n = static_cast<int>(heap_.size());
        while (2 * i + 1 < n) {
            int child = 2 * i + 1;
            if (child + 1 < n && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], v)) break;
            heap_[i] = heap_[child];
            place_[heap_[i]] = i;
            i = child;
        }
        heap_[i] = v;
        place_[v] = i;
    }

    std::vector<Variable> heap_;
    std::vector<int> place_;
    double bump_ = 1.0;
};

}  // namespace nonocsp
