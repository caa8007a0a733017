// The board of a puzzle: the cells of every line, in order, and where lines cross.
//
// Lines come direction by direction, and every cell lies on one line of each.  The lines of the first direction are
// called rows: they have the cells 0, 1, 2 .. in order, row after row.  In a rectangle the other direction is the
// columns, and everything is arithmetic.  Any other board has a table; there `columns` is the number of all lines that
// are not rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace nonocsp {

/// The longest line the kernel takes, in cells.
#ifndef NONOCSP_SHORT_LINES
inline constexpr int longest_line = 10'239;
#else
inline constexpr int longest_line = 127;
#endif

struct Board {
    /// A cell of a line.
    struct Place {
        std::int32_t line;
        std::int32_t i;
    };
    struct Table {
        std::vector<int> first_line;      ///< of each direction; two or three
        std::vector<std::size_t> first;   ///< line -> where its cells begin; at the end, one more
        std::vector<std::int32_t> cells;  ///< of all lines
        std::vector<Place> places;        ///< of all cells, each in the order of directions
        std::vector<char> has_clue;       ///< line -> whether it takes a clue
    };

    int rows = 0;
    int columns = 0;
    std::shared_ptr<const Table> table = nullptr;  ///< null: a rectangle

    /// A board with a table.  `lines` holds for each line its number of cells, negative if it takes no clue, then the
    /// cells.  Throws std::invalid_argument with the fault.
    static Board of_lines(int rows, int columns, const std::vector<std::int32_t>& lines);

    bool is_rectangle() const { return !table; }
    int lines() const { return rows + columns; }
    int directions() const { return table ? static_cast<int>(table->first_line.size()) : 2; }
    /// The first line of a direction; of the number of directions, the number of lines.
    int first_line(int direction) const {
        if (direction == directions()) return lines();
        return table ? table->first_line[direction] : direction ? rows : 0;
    }
    int direction(int line) const { return (line >= rows) + (directions() > 2 && line >= table->first_line[2]); }
    /// The number of a line in its direction.
    int number(int line) const { return line - first_line(direction(line)); }
    /// The letter of a direction.
    char axis(int direction) const { return (table ? "ABC" : "RC")[direction]; }
    int length(int line) const {
        if (table) return static_cast<int>(table->first[line + 1] - table->first[line]);
        return line < rows ? columns : rows;
    }
    /// Whether a line takes a clue.  The cells on no line of a direction are a last line of it, which takes none.
    bool has_clue(int line) const { return !table || table->has_clue[line]; }
    std::size_t cells() const { return table ? table->first[rows] : static_cast<std::size_t>(rows) * columns; }
    /// The number of the i-th cell of a line.
    int cell(int line, int i) const {
        if (table) return table->cells[table->first[line] + i];
        return line < rows ? line * columns + i : i * columns + line - rows;
    }
    /// Call `met(cell)` for the cells of a line, in order.
    template <class Met>
    void each_cell(int line, Met&& met) const {
        const int n = length(line), step = line < rows ? 1 : columns;
        if (table)
            for (std::size_t k = table->first[line]; k < table->first[line + 1]; ++k) met(table->cells[k]);
        else
            for (int i = 0, cell = this->cell(line, 0); i < n; ++i, cell += step) met(cell);
    }
    /// The place of a cell in its row.
    Place in_row(int cell) const { return table ? *places(cell) : Place{cell / columns, cell % columns}; }
    /// Call `crossed(other, place)` for every other line of the i-th cell of a line; two lines may share several cells.
    template <class Crossed>
    void each_crossing(int line, int i, Crossed&& crossed) const {
        if (!table) return line < rows ? crossed(rows + i, line) : crossed(i, line - rows);
        const Place* place = places(table->cells[table->first[line] + i]);
        for (const Place* end = place + table->first_line.size(); place != end; ++place)
            if (place->line != line) crossed(place->line, place->i);
    }

private:
    const Place* places(int cell) const { return &table->places[cell * table->first_line.size()]; }
};

}  // namespace nonocsp
