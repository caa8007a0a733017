// Bindings of photographed puzzles: pixels in, plain lists and bytes out.
#include "bindings/convert.hpp"
#include "people/photos/doubtful_numbers.hpp"
#include "people/photos/sheet.hpp"

namespace nonocsp {

namespace {

constexpr int most_lines = 200, most_cell_pixels = 64, most_margin = 100;

RgbImage image_of(const nb::bytes& pixels, int width, int height) {
    return RgbImage(numbers<std::uint8_t>(pixels), width, height);
}

std::vector<PixelPoint> points_of(const nb::bytes& coordinates, std::size_t count) {
    const auto values = numbers<float>(coordinates);
    if (values.size() != 2 * count) throw std::invalid_argument("two coordinates a point are expected");
    std::vector<PixelPoint> result;
    for (std::size_t i = 0; i < count; ++i) {
        result.push_back({values[2 * i], values[2 * i + 1]});
        if (!(std::abs(result.back().x) < 1e6f && std::abs(result.back().y) < 1e6f))
            throw std::invalid_argument("points near the picture are expected");
    }
    return result;
}

void check_size(int rows, int columns) {
    if (rows < 1 || columns < 1 || rows > most_lines || columns > most_lines)
        throw std::invalid_argument("from 1 to " + std::to_string(most_lines) + " rows and columns are expected");
}

nb::object colour(const Rgb& rgb) { return nb::make_tuple(int{rgb[0]}, int{rgb[1]}, int{rgb[2]}); }

/// A line: groups, and numbers as (from, to, cost, box, ink, paper), whose crops are appended.
nb::object line_of(const ClueLine& line, std::vector<std::uint8_t>& crops) {
    nb::list numbers;
    for (const ClueNumber& number : line.numbers) {
        const auto at = [](float value) { return static_cast<double>(value); };
        numbers.append(nb::make_tuple(number.from, number.to, at(number.cost),
                                      nb::make_tuple(at(number.top_left.x), at(number.top_left.y),
                                                     at(number.bottom_right.x), at(number.bottom_right.y)),
                                      colour(number.crop.ink), colour(number.crop.paper)));
        crops.insert(crops.end(), number.crop.pixels.begin(), number.crop.pixels.end());
    }
    return nb::make_tuple(line.groups, numbers);
}

/// Clues as `readings` takes them: nodes of each, arcs of each, all arcs.
nb::object listed_clues(const std::vector<DoubtfulClue>& clues) {
    std::vector<std::int32_t> nodes, counts, arcs;
    for (const DoubtfulClue& clue : clues) {
        nodes.push_back(clue.nodes);
        counts.push_back(static_cast<std::int32_t>(clue.arcs.size()));
        for (const Arc& arc : clue.arcs)
            for (const std::int32_t value :
                 {arc.from, arc.to, arc.length, std::int32_t{arc.colour}, std::int32_t{arc.cost}})
                arcs.push_back(value);
    }
    const auto packed = [](const auto& values) {
        return nb::bytes(values.data(), values.size() * sizeof(std::int32_t));
    };
    return nb::make_tuple(packed(nodes), packed(counts), packed(arcs));
}

/// (whether the grid was found again, lines around numbers of rows, of columns; rows, columns, points of the lattice,
/// darkness of the cells, crosses in them, other grids, whether the grid is cut off, lines of rows, of columns, crops,
/// colours of blocks, clues in doubt).
nb::object listed(const PhotoSheet& sheet, const DoubtfulNumbers& read) {
    std::vector<std::uint8_t> crops;
    nb::list rows, columns;
    for (const ClueLine& line : sheet.rows) rows.append(line_of(line, crops));
    for (const ClueLine& line : sheet.columns) columns.append(line_of(line, crops));
    nb::list colours;
    for (const Rgb& rgb : read.colours) colours.append(colour(rgb));
    std::vector<float> points;
    for (const PixelPoint point : sheet.lattice.points) points.push_back(point.x), points.push_back(point.y);
    const SheetLayout& layout = sheet.layout;
    return nb::make_tuple(nb::make_tuple(layout.is_straightened, layout.lined_left, layout.lined_above),
                          sheet.lattice.rows, sheet.lattice.columns,
                          nb::bytes(points.data(), points.size() * sizeof(float)),
                          nb::bytes(sheet.darkness.data(), sheet.darkness.size()),
                          nb::bytes(sheet.crossed.data(), sheet.crossed.size()), sheet.others, sheet.is_cut_off, rows,
                          columns, nb::bytes(crops.data(), crops.size()), colours, listed_clues(read.clues));
}

/// Every sheet that is found, in the colours that its inks may have.
template <class Find>
nb::list found_sheets(Find find) {
    std::vector<PhotoSheet> sheets;
    std::vector<std::vector<DoubtfulNumbers>> read;
    without_lock([&] {
        sheets = find();
        for (const PhotoSheet& sheet : sheets) read.push_back(in_possible_colours(sheet));
    });
    nb::list result;
    for (std::size_t i = 0; i < sheets.size(); ++i)
        for (const DoubtfulNumbers& numbers : read[i]) result.append(listed(sheets[i], numbers));
    return result;
}

nb::list photo_sheets(const nb::bytes& weights, const nb::bytes& pixels, int width, int height) {
    const DigitNetwork network(numbers<std::uint8_t>(weights));
    const RgbImage image = image_of(pixels, width, height);
    return found_sheets([&] { return find_sheets(image, network); });
}

/// Corners are those of the solution: top left, top right, bottom left, bottom right, as floats.
nb::list photo_sheets_with_corners(const nb::bytes& weights, const nb::bytes& pixels, int width, int height,
                                   const nb::bytes& corners, int rows, int columns) {
    const DigitNetwork network(numbers<std::uint8_t>(weights));
    const RgbImage image = image_of(pixels, width, height);
    check_size(rows, columns);
    const std::vector<PixelPoint> given = points_of(corners, 4);
    return found_sheets([&] {
        return std::vector{sheet_with_corners(image, network, {given[0], given[1], given[2], given[3]}, rows, columns)};
    });
}

/// Red, green and blue of the cells of a lattice, and of some above and left of it.
nb::bytes straightened_photo(const nb::bytes& pixels, int width, int height, const nb::bytes& points, int rows,
                             int columns, int above, int left, int cell) {
    const RgbImage image = image_of(pixels, width, height);
    check_size(rows, columns);
    if (above < 0 || left < 0 || above > most_margin || left > most_margin)
        throw std::invalid_argument("from 0 to " + std::to_string(most_margin) + " cells around are expected");
    if (cell < 1 || cell > most_cell_pixels)
        throw std::invalid_argument("from 1 to " + std::to_string(most_cell_pixels) + " pixels a cell are expected");
    const std::size_t cells = static_cast<std::size_t>(rows + above) * (columns + left);
    if (cells * cell * cell > most_pixels) throw std::invalid_argument("fewer pixels a cell are expected");
    Lattice lattice(rows, columns);
    lattice.points = points_of(points, lattice.points.size());
    RgbImage result;
    without_lock([&] { result = straightened(image, lattice, {-above, -left, rows, columns}, cell); });
    return nb::bytes(result.values.data(), result.values.size());
}

}  // namespace

void bind_photo_sheet(nb::module_& m) {
    m.def("photo_sheets", &photo_sheets, nb::arg("weights"), nb::arg("pixels"), nb::arg("width"), nb::arg("height"));
    m.def("photo_sheets_with_corners", &photo_sheets_with_corners, nb::arg("weights"), nb::arg("pixels"),
          nb::arg("width"), nb::arg("height"), nb::arg("corners"), nb::arg("rows"), nb::arg("columns"));
    m.def("straightened_photo", &straightened_photo, nb::arg("pixels"), nb::arg("width"), nb::arg("height"),
          nb::arg("points"), nb::arg("rows"), nb::arg("columns"), nb::arg("above"), nb::arg("left"), nb::arg("cell"));
}

}  // namespace nonocsp
