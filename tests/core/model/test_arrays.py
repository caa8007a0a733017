"""Arrays and tables of other libraries: taken by value, given back as arrays."""

import array

import pytest
from hypothesis import given, strategies as st
from strategies import examples

import nonocsp as nc

np = pytest.importorskip("numpy")

INTEGERS = [f"{order}{kind}{size}" for order in "<>" for kind in "iu" for size in (1, 2, 4, 8)]
TYPES = ["?", *INTEGERS, "O"]


@st.composite
def cells(draw, most=1):
    """Rows of colour numbers."""
    columns = draw(st.integers(1, 6))
    row = st.lists(st.integers(0, most), min_size=columns, max_size=columns)
    return draw(st.lists(row, min_size=1, max_size=6))


def layouts(values):
    """Arrays that are equal to an array, laid out differently in memory."""
    yield values
    yield np.asfortranarray(values)
    yield values.T.copy().T
    yield np.repeat(np.repeat(values, 2, 0), 3, 1)[::2, ::3]
    yield values[::-1, ::-1].copy()[::-1, ::-1]
    yield np.broadcast_to(values, (2, *values.shape))[1]
    frozen = values.copy()
    frozen.flags.writeable = False
    yield frozen


@pytest.mark.parametrize("kind", TYPES)
@examples(10)
@given(rows=cells())
def test_every_integer_type_and_layout_is_the_same_picture(kind, rows):
    picture = nc.Picture(rows)
    puzzle = nc.Puzzle.from_picture(rows)
    for values in layouts(np.array(rows).astype(kind)):
        assert nc.Picture(values) == picture
        assert nc.Puzzle.from_picture(values) == puzzle
        assert nc.Picture(list(values)) == picture  # rows that are arrays
        assert nc.Picture([list(row) for row in values]) == picture  # cells that are scalars


@given(rows=cells(255))
def test_a_picture_becomes_an_array_and_comes_back(rows):
    picture = nc.Picture(rows)
    values = np.array(picture)
    assert (values.dtype, values.shape, values.tolist()) == (np.uint8, picture.shape, rows)
    assert nc.Picture(values) == picture
    values[:] = 0  # a copy
    assert [list(row) for row in picture] == rows
    shared = np.asarray(picture)
    assert not shared.flags.writeable and np.asarray(picture, dtype=float).tolist() == rows
    assert np.array([picture, picture]).shape == (2, *picture.shape)


def test_no_value_is_read_from_the_raw_buffer():
    assert nc.Puzzle.from_picture(np.array([[1, 0, 1], [0, 1, 0]])).shape == (2, 3)
    wide = memoryview(array.array("i", [1, 0, 1, 0, 1, 0])).cast("B").cast("i", [2, 3])
    assert nc.Picture(wide).rows == ((1, 0, 1), (0, 1, 0))
    assert nc.Picture([array.array("q", [1, 0])]).rows == ((1, 0),)
    assert nc.Picture([bytearray(b"\1\0")]) == nc.Picture([b"\1\0"]) == nc.Picture(["#_"])


@pytest.mark.parametrize(
    "values, message",
    [
        (np.ones((2, 3)), "rows must be whole numbers, not float64; convert them first"),
        (np.ones((2, 3), "f2"), "not float16"),
        (np.ones((2, 3), complex), "not complex128"),
        (np.array([[1, 2]], "M8[ns]"), r"not datetime64\[ns\]"),
        (np.array([[1, 2]], "m8[s]"), r"not timedelta64\[s\]"),
        (np.array([[b"#", b"_"]]), "not |S1"),
        (np.zeros((1, 2), [("a", "i4")]), "not "),
        ([np.ones(3)], "row 1: cells must be whole numbers, not float64"),
        (np.array([["#", "_"]]), "row 1: cells are colour numbers 0 to 255, not '#'"),
        (np.array([[1, 0.5]], object), "row 1: cells are colour numbers 0 to 255, not 0.5"),
        (np.array([[1], [256]]), "row 2: cells are colour numbers 0 to 255, not 256"),
        (np.array([[-1]]), "not -1"),
        (np.array(5), "a picture has two dimensions, this array has 0"),
        (np.array([1, 0, 1]), "row 1: expected a sequence of cells, not 1"),
        (np.zeros((2, 3, 3), int), "a picture has two dimensions, this array has 3"),
        (np.zeros((0, 3), int), "at least one row and one column"),
        (np.zeros((3, 0), int), "at least one row and one column"),
        (np.zeros((0, 0)), "at least one row and one column"),
        ("#_", "expected a sequence of rows, not '#_'"),
        ({1, 2}, "expected a sequence of rows"),
        ([{0: 1}], "row 1: expected a sequence of cells"),
        (None, "expected a sequence of rows, not None"),
        ([[1, 0], [1]], "row 2: 1 cell where the first row has 2"),
        ([["1", 0]], "row 1: cells are colour numbers 0 to 255, not '1'"),
        ([[1.0, 0]], "not 1.0"),
    ],
)
def test_what_is_no_picture_is_refused_in_a_sentence(values, message):
    for make in (nc.Picture, nc.Puzzle.from_picture):
        with pytest.raises(nc.PuzzleError, match=message) as caught:
            make(values)
        assert "\n" not in str(caught.value) and "0x" not in str(caught.value)


@pytest.mark.parametrize("kind", [*INTEGERS, "O"])
def test_clues_may_be_arrays_of_any_integer_type(kind):
    puzzle = nc.Puzzle([[2], [1]], [[1], [2]])
    rows, columns = np.array([[2], [1]], kind), np.array([[1], [2]], kind)
    for made in (
        nc.Puzzle(rows, columns),
        nc.Puzzle(list(rows), tuple(columns)),
        nc.Puzzle([list(clue) for clue in rows], [[int(clue[0])] for clue in columns]),
    ):
        assert made == puzzle and made.fingerprint() == puzzle.fingerprint()
        assert nc.formats.dumps(made, "json") == nc.formats.dumps(puzzle, "json")
        assert all(type(block.length) is int for clue in made.rows for block in clue)
    coloured = nc.Puzzle([[(np.int64(2), np.uint8(1))]], [[1], [1]])
    assert coloured.rows[0][0] == nc.Block(2) and type(coloured.rows[0][0].colour) is int
    assert nc.Puzzle([np.array([]), np.array([0])], [np.array([], kind)]).rows == ((), ())


@pytest.mark.parametrize(
    "clue, message",
    [
        (np.array([1.0]), "row 1: blocks must be whole numbers, not float64"),
        (np.array([True]), "row 1: a block's length is a whole number, '[?]' or '[*]', not True"),
        (np.array([1, 0]), "row 1: a block's length is at least 1, not 0"),
        (np.array([[1, 1, 1, 1]]), "row 1: a coloured block is"),
        (np.array([[1, 1, 1]]), "row 1: a block's joint is 'attached' or 'loose', not 1"),
        ([np.float64(1)], "row 1: a block's length is a whole number"),
        (np.int64(1), "row 1: expected a sequence of blocks, not"),
        ("12", "row 1: expected a sequence of blocks, not '12'"),
    ],
)
def test_what_is_no_clue_is_refused_in_a_sentence(clue, message):
    with pytest.raises(nc.PuzzleError, match=message):
        nc.Puzzle([clue], [[1]])


def test_pandas_tables_and_series():
    pd = pytest.importorskip("pandas")
    rows = [[1, 0, 1], [0, 1, 0]]
    picture = nc.Picture(rows)
    for kind in (int, bool, "int8", "Int64", "boolean", object):
        frame = pd.DataFrame(rows).astype(kind)
        assert nc.Picture(frame) == nc.Picture([frame.loc[0], frame.loc[1]]) == picture
        assert nc.Puzzle.from_picture(frame) == nc.Puzzle.from_picture(picture)
    assert nc.Picture(pd.Series(["#_#", "_#_"])) == nc.Picture(pd.Series(rows)) == picture
    clues = pd.Series([[2], [1]]), pd.DataFrame([[1], [2]])
    assert nc.Puzzle(*clues) == nc.Puzzle([[2], [1]], [[1], [2]])
    for wrong in (pd.DataFrame(rows, dtype=float), pd.Series([1, 0])):
        with pytest.raises(nc.PuzzleError):
            nc.Picture(wrong)
    with pytest.raises(nc.PuzzleError, match="not <NA>"):
        nc.Picture(pd.DataFrame([[1, None]], dtype="Int64"))


@examples(20)
@given(masks=cells(3).map(lambda rows: [[mask or 3 for mask in row] for row in rows]))
def test_grids_take_and_give_arrays(masks):
    flat = [mask for row in masks for mask in row]
    grid = nc.Grid(flat, len(masks[0]))
    for kind in INTEGERS:
        values = np.array(masks, kind)
        flat_values = nc.Grid(values.ravel(), np.int64(len(masks[0])))
        for made in (nc.Grid(values), nc.Grid(masks), nc.Grid(list(values)), flat_values):
            assert made == grid and all(type(mask) is int for mask in made.masks)
        assert nc.solve(nc.Puzzle([None] * len(masks), [None] * len(masks[0])), grid=made)
    assert np.array(grid).tolist() == masks and np.asarray(grid, float).dtype == float
    assert grid.given({(np.int64(0), np.int8(0)): np.uint8(1)}).masks[0] == masks[0][0] & 2


def test_what_is_no_grid_is_refused_in_a_sentence():
    for arguments in ([[1.0, 2.0], 2], [np.ones(2), 2], [[1, 2], None], [[1, 2], 2.0], ["12", 2]):
        with pytest.raises(nc.PuzzleError):
            nc.Grid(*arguments)
    with pytest.raises(nc.PuzzleError, match="row 1: 3 cells where the board has 4"):
        nc.Grid(np.ones((2, 3), int), 4)
    with pytest.raises(nc.PuzzleError, match="row 2: 1 cell where the first row has 2"):
        nc.Grid([[1, 2], [3]])


def test_masks_of_many_colours_are_objects():
    grid = nc.Grid([2**200], 1, 250)
    assert np.array(grid).tolist() == [[2**200]]


def test_numbers_of_other_libraries_are_numbers():
    made = nc.generate(np.int64(4), np.uint8(5), seed=np.int32(7))
    assert made.puzzle == nc.generate(4, 5, seed=7).puzzle and type(made.seed) is int
    limits = nc.Limits(seconds=np.float32(50), nodes=np.int64(10))
    assert limits == nc.Limits(seconds=50, nodes=10) and type(limits.nodes) is int
    space = nc.solution_space(nc.Puzzle([[1]] * 4, [[1]] * 4))
    assert space[np.int64(3)] == space[3] and len(space.sample(np.int64(2), seed=1)) == 2
    assert len(list(nc.solutions(made.puzzle, limit=np.int64(1)))) == 1
    assert nc.count(space.puzzle) == np.int64(24) and np.zeros(30)[nc.count(space.puzzle)] == 0
    assert len(space.partition(np.int64(5))) == 5


def test_marginals_are_an_array_of_three_dimensions():
    space = nc.solution_space(nc.Puzzle([[1]] * 4, [[1]] * 4))
    values = np.array(space.marginals())
    assert (values.dtype, values.shape) == (float, (4, 4, 2))
    assert np.array_equal(values[:, :, 1], np.full((4, 4), 0.25))
    assert np.array_equal(np.array(space[2:5]), np.array(space.array())[2:5])


def test_numpy_is_not_imported_by_us(python):
    code = (
        "import sys, nonocsp as nc; nc.solve(nc.Puzzle([[1]], [[1]])); nc.Picture([[1]]);"
        "nc.solution_space(nc.Puzzle([[1]], [[1]])).marginals(); print('numpy' in sys.modules)"
    )
    assert python("-c", code) == (0, "False\n", "")
