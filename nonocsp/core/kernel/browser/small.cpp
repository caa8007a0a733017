// The small kernel: the learning search and the hints of lines, for WebAssembly without embind.
//
// JavaScript writes a puzzle into `room`, asks, and reads pictures and texts from the memory: everything is a number.
// No other solver, no thread and no proof is linked, and nothing is caught: what C++ throws ends the question by an
// error of JavaScript, which then needs a new instance.  Lines have at most 127 cells.
#include <concepts>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "people/hints/hint.hpp"
#include "search/base/solution_checker.hpp"
#include "search/cdcl_search.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace nonocsp {

namespace {

/// Reads what JavaScript has written, number by number.
class Reader {
public:
    explicit Reader(const char* at) : at_(at) {}
    template <class T>
    std::vector<T> numbers(std::size_t count) {
        std::vector<T> result(count);
        std::memcpy(result.data(), at_, count * sizeof(T));
        at_ += count * sizeof(T);
        return result;
    }

private:
    const char* at_;
};

/// Writes JSON: numbers, words without escapes, lists and tuples.
class Writer {
public:
    void write(int number) { text += std::to_string(number); }
    void write(std::string_view word) { ((text += '"') += word) += '"'; }
    void write(const std::vector<int>& numbers) {
        list(numbers, [&](int number) { write(number); });
    }
    template <std::invocable Write>
    void write(const Write& write) {
        write();
    }
    template <class... T>
    void tuple(const T&... values) {
        char before = '[';
        ((text += before, write(values), before = ','), ...);
        text += ']';
    }
    template <class T, class Write>
    void list(const T& values, const Write& write) {
        text += '[';
        const char* before = "";
        for (const auto& value : values) {
            text += before;
            write(value);
            before = ",";
        }
        text += ']';
    }

    std::string text;
};

const char* name_of(Outcome outcome) {
    return outcome == Outcome::exhausted ? "" : outcome == Outcome::limit_memory ? "memory" : "seconds";
}

}  // namespace

/// A puzzle, what is known of it, and what is asked.
class Question {
public:
    /// See `ask`.
    Question(int rows, int columns, int colours, int blocks, bool has_known, const char* given, const Limits& limits)
        : budget_(limits) {
        puzzle_.rows = rows;
        puzzle_.columns = columns;
        puzzle_.colours = colours;
        Reader reader(given);
        const auto counts = reader.numbers<std::int32_t>(puzzle_.lines()),
                   lengths = reader.numbers<std::int32_t>(blocks);
        const auto paints = reader.numbers<std::uint8_t>(blocks), joints = reader.numbers<std::uint8_t>(blocks);
        std::size_t at = 0;
        for (const int count : counts) {
            Clue& clue = puzzle_.clues.emplace_back();
            clue.absent = count < 0;
            for (int i = 0; i < count; ++i, ++at)
                clue.blocks.push_back({lengths[at], paints[at], static_cast<Joint>(joints[at])});
        }
        if (has_known)
            known_ = Givens{reader.numbers<std::uint64_t>(puzzle_.cells() * Givens::words_per_cell(colours))};
        validate(puzzle_, known());
        budget_.pause();
    }

    /// The next picture, in `cells`: null; or why there is none.
    const char* next() {
        budget_.resume();
        if (!search_) {
            cells_.resize(puzzle_.cells());
            search_.emplace(puzzle_, known(), options_, budget_, stats_);
        }
        const Outcome outcome = search_->next(cells_.data());
        budget_.pause();
        if (outcome != Outcome::solution) return name_of(outcome);
        if (!is_solution(puzzle_, known(), cells_.data()))
            throw std::logic_error("nonocsp kernel: a picture failed its check");
        return nullptr;
    }
    const std::uint8_t* cells() const { return cells_.data(); }

    /// The next step as hints.js takes it; empty where there is none; the name of a limit.
    const char* hint() {
        budget_.resume();
        const auto found = nonocsp::hint(puzzle_, known(), budget_);
        budget_.pause();
        if (budget_.ended()) return name_of(budget_.why());
        if (!found) return "";
        write(*found);
        return writer_.text.c_str();
    }

private:
    const Givens* known() const { return known_ ? &*known_ : nullptr; }

    void write(const Hint& hint) {
        Writer& w = writer_;
        const auto excluded = [&](const std::pair<int, Colours>& cell) {
            std::vector<int> colours;
            for (int c = 0; c <= puzzle_.colours; ++c)
                if (cell.second[c]) colours.push_back(c);
            w.tuple(cell.first, colours);
        };
        const auto phrase = [&](const Phrase& part) {
            w.tuple(part.key, part.block, part.cells, part.others, part.count, part.most);
        };
        w.text.clear();
        w.tuple(
            hint.technique, hint.lines, [&] { w.list(hint.cells, excluded); }, hint.because,
            [&] { w.list(hint.words, phrase); }, hint.cost);
    }

    Puzzle puzzle_;
    std::optional<Givens> known_;
    const Options options_;
    Stats stats_;
    Budget budget_;
    std::optional<CdclSearch> search_;
    std::vector<std::uint8_t> cells_;
    Writer writer_;
};

}  // namespace nonocsp

using nonocsp::Question;

/// What JavaScript gives.
static std::vector<char> given;

__attribute__((import_module("host"), import_name("fail"))) extern "C" [[noreturn]] void fail(const char* message);

// What `throw` calls.  The only exceptions are those of the standard library.
extern "C" void* __cxa_allocate_exception(std::size_t size) { return ::operator new(size); }
extern "C" [[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
    fail(static_cast<std::exception*>(thrown)->what());
}

/// Memory of this size for what is given.
EXPORT(room) char* room(int size) {
    given.resize(size);
    return given.data();
}

/// A question, which `end` deletes.  Given are, for each line, the number of its blocks (-1: no clue); for each block
/// its length; its colour; its joint; for each cell, if anything is known, the words of its colours.
EXPORT(ask)
Question* ask(int rows, int columns, int colours, int blocks, int has_known, double seconds, double memory) {
    nonocsp::Limits limits;
    limits.seconds = seconds;
    limits.memory = static_cast<std::uint64_t>(memory);
    return new Question(rows, columns, colours, blocks, has_known, given.data(), limits);
}
EXPORT(end) void end(Question* question) { delete question; }
EXPORT(next) const char* next(Question* question) { return question->next(); }
EXPORT(cells) const std::uint8_t* cells(Question* question) { return question->cells(); }
EXPORT(hint) const char* hint(Question* question) { return question->hint(); }
EXPORT(longest_line) int longest_line() { return nonocsp::longest_line; }
