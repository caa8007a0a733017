// Exchange of nogoods between the searches of one puzzle, each in a thread of its own.
//
// Every member of a team appends what it learns to a log of its own, and reads those of the others whenever it is at
// level 0.  A log has one writer and only grows, so it needs no lock: a record is written first, and the length that
// makes it visible after it.  Short nogoods of low LBD are shared, and facts (Hamadi, Jabbour and Sais, "ManySAT: a
// parallel SAT solver", 2009).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/literal.hpp"

namespace nonocsp {

/// Clauses, appended by one thread and read by any.
class ClauseLog {
    struct Block {
        std::atomic<std::uint32_t> used{0};
        std::atomic<Block*> next{nullptr};
        std::int32_t data[1 << 14];
    };

public:
    /// Literals of a clause at most.
    static constexpr std::size_t longest = 1000;

    /// How far a thread has read a log.
    struct Place {
        const Block* block = nullptr;
        std::uint32_t at = 0;
    };

    ClauseLog() = default;
    ClauseLog(const ClauseLog&) = delete;
    ~ClauseLog() {
        for (Block* block = first_; block;) block = std::unique_ptr<Block>(block)->next;
    }

    /// Only the writer appends.
    void append(const std::vector<Literal>& clause, int lbd) {
        const auto size = static_cast<std::uint32_t>(clause.size());
        std::uint32_t at = last_ ? last_->used.load(std::memory_order_relaxed) : 0;
        if (!last_ || at + size + 2 > std::size(last_->data)) {
            Block* const block = new Block;
            (last_ ? last_->next : first_).store(block, std::memory_order_release);
            last_ = block;
            bytes_ += sizeof(Block);
            at = 0;
        }
        last_->data[at] = static_cast<std::int32_t>(size);
        last_->data[at + 1] = lbd;
        std::copy(clause.begin(), clause.end(), last_->data + at + 2);
        last_->used.store(at + size + 2, std::memory_order_release);
    }
    std::size_t bytes() const { return bytes_; }

    /// The next clause and its LBD.  False if there is none yet.
    bool read(Place& place, std::vector<Literal>& clause, int& lbd) const {
        if (!place.block && !(place.block = first_.load(std::memory_order_acquire))) return false;
        while (true) {
            // A block with a successor has its final length.
            const Block* const next = place.block->next.load(std::memory_order_acquire);
            if (place.at < place.block->used.load(std::memory_order_acquire)) break;
            if (!next) return false;
            place = {next, 0};
        }
        const std::int32_t* const record = place.block->data + place.at;
        clause.assign(record + 2, record + 2 + record[0]);
        lbd = record[1];
        place.at += static_cast<std::uint32_t>(record[0]) + 2;
        return true;
    }

private:
    std::atomic<Block*> first_{nullptr};
    Block* last_ = nullptr;  ///< the writer's
    std::size_t bytes_ = 0;  ///< the writer's
};

/// A log for each member.
using Exchange = std::vector<ClauseLog>;

}  // namespace nonocsp
