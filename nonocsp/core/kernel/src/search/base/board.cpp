// Reading and checking the lines of a board.
#include "search/base/board.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace nonocsp {

namespace {

constexpr std::size_t most_directions = 3;

[[noreturn]] void refuse_board(const std::string& what) { throw std::invalid_argument("board: " + what); }

[[noreturn]] void refuse_line(int line, const std::string& what) {
    refuse_board("line " + std::to_string(line) + " " + what);
}

}  // namespace

Board Board::of_lines(int rows, int columns, const std::vector<std::int32_t>& lines) {
    if (rows < 1 || columns < 1) refuse_board("at least one row and one other line are expected");
    if (static_cast<std::size_t>(rows) + columns > lines.size()) refuse_board("fewer lines than expected");
    Table table{{}, {0}, {}, {}, {}};
    std::size_t at = 0;
    for (int line = 0; line < rows + columns; ++line) {
        if (at == lines.size()) refuse_board("fewer lines than expected");
        table.has_clue.push_back(lines[at] >= 0);
        const std::int32_t length = lines[at] >= -longest_line ? std::abs(lines[at]) : lines[at];
        ++at;
        if (length < 1 || length > longest_line)
            refuse_line(line,
                        "has " + std::to_string(length) + " cells, expected 1 to " + std::to_string(longest_line));
        if (lines.size() - at < static_cast<std::size_t>(length)) refuse_line(line, "has fewer cells than it says");
        table.cells.insert(table.cells.end(), lines.begin() + at, lines.begin() + at + length);
        table.first.push_back(table.cells.size());
        at += length;
    }
    if (at != lines.size()) refuse_board("more lines than expected");

    const std::size_t cells = table.first[rows];
    std::vector<std::uint8_t> met(cells, 0);
    std::vector<Place> places(cells * most_directions);
    for (int line = 0; line < rows + columns; ++line) {
        const std::size_t from = table.first[line];
        for (std::size_t k = from; k < table.first[line + 1]; ++k) {
            const std::int32_t cell = table.cells[k];
            const auto refuse_cell = [&](const std::string& what) {
                refuse_line(line, "has cell " + std::to_string(cell) + ", " + what);
            };
            if (line < rows && static_cast<std::size_t>(cell) != k)
                refuse_cell("expected " + std::to_string(k) + ": rows have the cells in order");
            if (cell < 0 || static_cast<std::size_t>(cell) >= cells) refuse_cell("which no row has");
            // The direction of the line, as every cell lies on one line of each; its first cell may begin a new one.
            const std::size_t direction = met[cell]++;
            if (direction == most_directions)
                refuse_cell("which lies on " + std::to_string(most_directions) + " lines already");
            if (k == from && direction == table.first_line.size()) table.first_line.push_back(line);
            if (direction + 1 != table.first_line.size())
                refuse_cell("which has another number of lines than expected: one of each direction");
            places[cell * most_directions + direction] = {line, static_cast<std::int32_t>(k - from)};
        }
    }
    const std::size_t directions = table.first_line.size();
    if (directions < 2) refuse_board("lines of a second direction are expected");
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (met[cell] != directions)
            refuse_board("cell " + std::to_string(cell) + " lies on no line of the last direction");
        for (std::size_t k = 0; k < directions; ++k) table.places.push_back(places[cell * most_directions + k]);
    }
    return {rows, columns, std::make_shared<const Table>(std::move(table))};
}

}  // namespace nonocsp
