// A proof as a foreign checker reads it that does not search: LRAT, where each clause names those from which it
// follows.
//
// The clauses of a puzzle fall into zones, one for its cells and one for each of its lines.  A step of our proof says
// which lines to tighten and which earlier steps to apply.  So the clauses of these zones are propagated from the
// negation of the new clause until one is violated; those that this needed are its hints.
// Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification" (CADE 2017).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace nonocsp {

class LratWriter {
public:
    using Step = std::int32_t;

    /// The clauses in order, each with a 0 at its end; `ends` has for each zone, that of the cells first, how many
    /// clauses there are up to its end.  Those that follow belong to no zone.
    LratWriter(int variables, std::span<const std::int32_t> literals, const std::vector<std::uint32_t>& ends);

    /// The clause of this number, from 0, is a step.
    void name(Step step, std::uint32_t clause);
    /// A clause follows by hints: a zone as ~zone, or a step; or without hints from all clauses and steps.  False if it
    /// does not follow.  A step that there is, and all steps after the empty clause, change nothing.
    bool add(Step step, const std::vector<std::int32_t>& clause, const std::vector<Step>& hints);
    /// A step is not used any more.
    void remove(Step step);
    /// The empty clause is written: nothing else is needed.
    bool is_over() const { return is_over_; }
    /// What was written since the last call.
    std::string text();

private:
    using Literal = std::uint32_t;  ///< 2 * variable, and 1 more for its negation
    using Clause = std::uint32_t;
    static constexpr Clause none = ~Clause{0};

    std::span<const Literal> literals(Clause c) const {
        return {arena_.data() + starts_[c], starts_[c + 1] - starts_[c]};
    }
    bool is_true(Literal l) const { return is_true_[l]; }
    bool is_false(Literal l) const { return is_true_[l ^ 1]; }
    std::vector<Clause>& watching(Literal l, int zone);

    void check(std::int32_t l) const;
    void store(std::span<const std::int32_t> clause);
    void watch(Clause c, int zone);
    void assign(Literal l, Clause reason);
    bool visit(Literal l, int zone);
    bool drain(int zone);
    bool propagate(int zone);
    bool propagate_all();
    bool apply(Clause c);
    void undo();
    void settle();
    void trace(std::span<const std::int32_t> clause);
    void need(Clause c);
    void write_unit(std::uint32_t variable);
    void write(std::span<const std::int32_t> clause);
    void number(std::int64_t number);

    Clause given_ = 0;  ///< the first clauses, which were given
    std::vector<Literal> arena_;
    std::vector<std::size_t> starts_{0};
    std::vector<std::int64_t> ids_;  ///< of clauses, as they are numbered in the file
    std::map<Step, Clause> steps_;
    std::vector<std::vector<std::int32_t>> zones_;  ///< of each variable
    std::vector<std::size_t> first_watch_;          ///< of each variable, twice for each of its zones
    std::vector<std::vector<Clause>> watches_;
    std::vector<std::vector<Literal>> queues_;  ///< by zone, the literals that became true
    std::vector<char> is_true_;
    std::vector<Clause> reasons_;
    std::vector<Literal> trail_;
    std::vector<std::size_t> positions_;  ///< of variables on the trail
    std::size_t root_ = 0;                ///< what is known for good
    Clause conflict_ = none;
    bool is_over_ = false;

    std::vector<std::int64_t> units_;  ///< the number of the clause that says what is known of a variable
    enum Mark : char { unmarked, marked, given };
    std::vector<Mark> marks_;
    std::vector<std::uint32_t> known_;  ///< marked variables that are known for good
    std::vector<std::int64_t> hints_;   ///< the latest first
    std::string text_;
    std::int64_t last_ = 0;
};

}  // namespace nonocsp
