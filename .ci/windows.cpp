// Solves a puzzle, counts another one, lets two threads search, and divides large numbers: what .ci/windows runs.
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "counting/portfolio.hpp"
#include "search/base/big_unsigned.hpp"
#include "search/base/puzzle.hpp"
#include "search/search.hpp"

using namespace nonocsp;

namespace {

Puzzle square(int side, const std::vector<std::vector<int>>& lengths) {
    Puzzle puzzle;
    puzzle.rows = puzzle.columns = side;
    for (const auto& line : lengths) {
        Clue& clue = puzzle.clues.emplace_back();
        for (int length : line) clue.blocks.push_back({length, 1});
    }
    return puzzle;
}

bool is_solved() {
    const Puzzle heart = square(5, {{1, 1}, {5}, {5}, {3}, {1}, {2}, {4}, {4}, {4}, {2}});
    std::vector<std::uint8_t> cells(heart.cells());
    Search search(heart);
    if (search.next(cells.data()) != Outcome::solution) return false;
    for (int cell = 0; cell < 25; ++cell) std::fputs(cells[cell] ? "#" : "_", stdout), cell % 5 == 4 && std::puts("");
    return search.next(cells.data()) == Outcome::exhausted;
}

/// One block in every row and column: a permutation.
Puzzle dots(int side) { return square(side, std::vector<std::vector<int>>(2 * side, {1})); }

bool is_counted() {
    const Puzzle puzzle = dots(20);
    Portfolio portfolio(puzzle, nullptr, {}, {}, true);
    while (!portfolio.run(100'000'000)) {
    }
    SolutionSet set(2);
    portfolio.finish(set);
    return set.count == BigUnsigned(2432902008176640000);
}

bool is_enumerated(int threads) {
    const Puzzle puzzle = dots(6);
    Limits limits;
    limits.threads = threads;
    std::vector<std::uint8_t> cells(puzzle.cells());
    Search search(puzzle, nullptr, {}, limits);
    int found = 0;
    while (search.next(cells.data()) == Outcome::solution) ++found;
    return found == 720;
}

/// With many limbs of zeros and of ones, where estimates of quotients are wrong.
bool is_divided() {
    std::mt19937_64 random(1);
    const auto number = [&](std::size_t limbs) {
        BigUnsigned result;
        while (result.limbs.size() < limbs) {
            const std::uint64_t kind = random() % 4;
            result.limbs.push_back(kind == 0 ? 0 : kind == 1 ? ~std::uint64_t{0} : random() >> random() % 64);
        }
        result.limbs.back() |= 1;
        return result;
    };
    for (int time = 0; time < 100'000; ++time) {
        const BigUnsigned dividend = number(1 + random() % 6), divisor = number(1 + random() % 4);
        BigUnsigned quotient = dividend;
        BigUnsigned rest = quotient.divide(divisor);
        if (!(rest < divisor) || (rest += quotient * divisor) != dividend) return false;
    }
    return true;
}

}  // namespace

int main() {
    const bool works = is_solved() && is_counted() && is_enumerated(1) && is_enumerated(2) && is_divided();
    std::puts(works ? "the kernel works" : "THE KERNEL DOES NOT WORK");
    return !works;
}
