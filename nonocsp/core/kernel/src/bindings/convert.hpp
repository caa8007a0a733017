// Conversions that the bindings share.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "bindings/calls.hpp"
#include "search/base/big_unsigned.hpp"
#include "search/base/limits.hpp"
#include "search/base/options.hpp"
#include "search/base/puzzle.hpp"
#include "search/base/threads.hpp"

namespace nonocsp {

/// An array of numbers that the host sent as bytes.
template <class T>
std::vector<T> numbers(const nb::bytes& data) {
    if (data.size() % sizeof(T) != 0) throw std::invalid_argument("an array whose size does not fit its items");
    std::vector<T> result(data.size() / sizeof(T));
    if (data.size()) std::memcpy(result.data(), data.c_str(), data.size());
    return result;
}

/// The clues, from `blocks` of every line (-1: the clue is absent), then the lengths (0: unknown), colours and joints
/// of all blocks; no joints at all where every one follows from the colours.
std::vector<Clue> make_clues(const nb::bytes& blocks, const nb::bytes& lengths, const nb::bytes& colours,
                             const nb::bytes& joints);

/// What the host holds of a puzzle.
struct PuzzleHandle {
    /// The board is a rectangle if `cells` is empty; else they are what `Board::of_lines` reads.
    PuzzleHandle(int rows, int columns, int colours, const nb::bytes& blocks, const nb::bytes& lengths,
                 const nb::bytes& block_colours, const nb::bytes& joints, const nb::bytes& cells);

    std::shared_ptr<const Puzzle> puzzle;
};

/// Options by name; those that are not given have their defaults.
struct OptionsHandle {
    explicit OptionsHandle(const nb::dict& given);

    Options options;
};

inline std::unique_ptr<Givens> make_givens(const nb::object& given) {
    if (given.is_none()) return nullptr;
    auto result = std::make_unique<Givens>();
    result->candidates = numbers<std::uint64_t>(nb::cast<nb::bytes>(given));
    return result;
}

/// Handles signals of the host, which only its main thread does, gives it the counted work of the call that runs, see
/// `Watched`, and asks whether the work is to end; asked by the search.  True if it is, or if something was raised,
/// which ends the search too; see `without_lock`.
bool signal_arrived();

/// Whether the host may want the work of this thread to end, asked at the beginning of a call.
bool may_be_stopped();

/// A call: its counted work, if there is any, is readable by `signal_arrived` while the call runs in this thread.
class Watched {
public:
    using Counted = std::function<nb::list()>;  ///< called by the searching thread, with the interpreter's lock

    explicit Watched(Counted counted = nullptr) : counted_(std::move(counted)), outer_(current_), outer_asks_(asks_) {
        current_ = counted_ ? &counted_ : nullptr;
        asks_ = may_be_stopped();
    }
    ~Watched() {
        current_ = outer_;
        asks_ = outer_asks_;
    }
    Watched(const Watched&) = delete;
    static const Counted* current() { return current_; }
    /// Asking costs the interpreter's lock: only where there is something to ask.
    static bool asks() { return asks_; }

private:
    const Counted counted_;
    const Counted* const outer_;
    const bool outer_asks_;
    static inline thread_local const Counted* current_ = nullptr;
    static inline thread_local bool asks_ = false;
};

inline Limits make_limits(double seconds, std::uint64_t nodes, std::uint64_t memory, int threads = 1) {
    if (!(seconds >= 0)) throw std::invalid_argument("a limit on seconds is at least 0");
    if (threads < 1 || threads > 256) throw std::invalid_argument("a limit on threads is from 1 to 256");
    Limits limits;
    limits.seconds = seconds;
    limits.nodes = nodes;
    limits.memory = memory;
    limits.threads = has_threads ? threads : 1;
    limits.interrupted = signal_arrived;
    return limits;
}

/// The counted work by name; zeros are left out.
inline nb::dict as_dict(const Stats& stats) {
    nb::dict result;
#define COUNTER(name, help) \
    if (stats.name) result[#name] = stats.name;
#define SECONDS(name, help) COUNTER(name, help)
#include "params.def"
    return result;
}

/// A list of one, as `Watched` takes it.
inline nb::list list_of(const Stats& stats) {
    nb::list result;
    result.append(as_dict(stats));
    return result;
}

/// The name of the limit that ended a search; None if it is exhausted.
inline nb::object name_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::exhausted: return nb::none();
        case Outcome::limit_seconds: return nb::str("seconds");
        case Outcome::limit_nodes: return nb::str("nodes");
        case Outcome::limit_memory: return nb::str("memory");
        default: return nb::str("stop");
    }
}

/// A natural number as little-endian bytes, and back.
inline nb::bytes as_bytes(const BigUnsigned& number) {
    return nb::bytes(number.limbs.data(), number.limbs.size() * sizeof(std::uint64_t));
}
inline BigUnsigned as_big_unsigned(const nb::bytes& bytes) {
    BigUnsigned number;
    number.limbs.resize((bytes.size() + 7) / 8);
    if (bytes.size()) std::memcpy(number.limbs.data(), bytes.c_str(), bytes.size());
    while (!number.limbs.empty() && !number.limbs.back()) number.limbs.pop_back();
    return number;
}

// One for each of the sources in bindings/.
void bind_options(nb::module_& m);
void bind_line(nb::module_& m);
void bind_space(nb::module_& m);
void bind_estimate(nb::module_& m);
void bind_failed_literals(nb::module_& m);
void bind_hint(nb::module_& m);
void bind_heuristic(nb::module_& m);
void bind_proofs(nb::module_& m);
void bind_readings(nb::module_& m);
void bind_photo_numbers(nb::module_& m);
void bind_photo_sheet(nb::module_& m);

}  // namespace nonocsp
