"""One heart as many people would write it: it is read, or refused with a sentence that helps."""

from __future__ import annotations

from contextlib import suppress

import pytest
from samples import check_fault, check_refused

from nonocsp import Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import guess, parse
from nonocsp.files.loose.words import heading

ORDER = "5 rows first, by order alone; 'rows:' and 'columns:' before the lists say it"
ROWS, COLUMNS = ["1 1", "5", "5", "3", "1"], ["2", "4", "4", "4", "2"]
HEART = Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])


def headed(rows, columns, end=":"):
    return "\n".join([rows + end, *ROWS, columns + end, *COLUMNS])


def grouped(line="{clue}", between="\n", first=1):
    sides = (
        "\n".join(line.format(clue=clue, n=n) for n, clue in enumerate(side, start=first))
        for side in (ROWS, COLUMNS)
    )
    return between.join((*sides, "")).replace("\n\n\n", "\n\n")


def each(row, column, first=1):
    return "\n".join(
        word.format(n=n, clue=clue)
        for word, side in ((row, ROWS), (column, COLUMNS))
        for n, clue in enumerate(side, start=first)
    )


def table(left, right, sign=" ", edge=""):
    lines = [(left, right), *zip(ROWS, COLUMNS, strict=True)]
    return "\n".join(f"{edge}{a}{sign}{b}{edge}" for a, b in lines)


def coloured(word):
    lines = [" ".join(word.format(n) for n in clue.split()) for clue in (*ROWS, *COLUMNS)]
    return "\n".join(["rows", *lines[:5], "columns", *lines[5:]])


def markdown(row, column):
    return "\n".join(
        f"| {head} | clue |\n|---|:-:|\n"
        + "".join(f"| {n} | {clue} |\n" for n, clue in enumerate(side, start=1))
        for head, side in ((row, ROWS), (column, COLUMNS))
    )


ONE_COLOUR = {
    "headings with hyphens": "Row clues - 1 1 / 5 / 5 / 3 / 1\nColumn clues - 2 / 4 / 4 / 4 / 2",
    "words between numbers": headed("Rows", "Columns").replace("1 1", "1 and 1"),
    "headings alone": headed("rows", "cols", ""),
    "headings in English": headed("Rows (top to bottom)", "Columns (left to right)"),
    "headings in German": headed("Zeilen", "Spalten"),
    "headings in German, otherwise": headed("REIHEN", "SPALTEN", ""),
    "headings in French": headed("Lignes", "Colonnes", " :"),
    "headings in Spanish": headed("Filas", "Columnas"),
    "headings in Italian": headed("Righe", "Colonne", ""),
    "headings in Portuguese": headed("Linhas", "Colunas"),
    "headings in Dutch": headed("rijen", "kolommen"),
    "headings in Polish": headed("Wiersze", "Kolumny"),
    "headings in Czech": headed("Řádky", "Sloupce", ""),
    "headings in Swedish": headed("Rader", "Kolumner"),
    "headings in Danish": headed("Rækker", "Søjler"),
    "headings in Hungarian": headed("Sorok", "Oszlopok"),
    "headings in Turkish": headed("Satırlar", "Sütunlar"),
    "headings in Russian": headed("Строки", "Столбцы"),
    "headings in Russian, otherwise": headed("По горизонтали", "По вертикали"),
    "headings in Greek": headed("ΓΡΑΜΜΕΣ", "Στήλες"),
    "directions": headed("ACROSS", "DOWN", ""),
    "headings in Markdown": headed("## Rows", "## Columns", "\n"),
    "headings in brackets": headed("[rows]", "[columns]", ""),
    "headings in YAML": "rows:\n  - 1 1\n  - 5\n  - 5\n  - 3\n  - 1\ncols:\n" + "  - {}\n" * 5,
    "a line below each heading": "Rows\n1 1, 5, 5, 3, 1\nColumns\n2, 4, 4, 4, 2\n",
    "one line": "Zeilen: 1 1, 5, 5, 3, 1; Spalten: 2, 4, 4, 4, 2",
    "a heading a line": each("Row {n}: {clue}", "Column {n}: {clue}"),
    "a heading a line, counted from 0": each("row {n} = {clue}", "col {n} = {clue}", 0),
    "a letter a line": each("R{n}: {clue}", "C{n}: {clue}"),
    "a letter a line in German": each("Z{n}: {clue}", "S{n}: {clue}"),
    "ordinals": each("{n}. Zeile: {clue}", "{n}. Spalte: {clue}"),
    "a table with tabs": table("rows", "columns", "\t"),
    "a table with commas": table("Row clues", "Column clues", ","),
    "a table in Markdown": table(" rows ", " columns ", "|", "|").replace("\n", "\n|--|--|\n", 1),
    "two tables in Markdown": markdown("Row", "Column"),
    "two tables below headings": "Rows\n\n" + markdown("#", "#").replace("\n| #", "\nColumns\n| #"),
    "Python": "rows = [(1, 1), (5,), (5,), (3,), (1,)]\ncols = [(2,), (4,), (4,), (4,), (2,)]",
}
#: Only their order says which group is the rows.
BY_ORDER = {
    "two groups": grouped(between="\n\n"),
    "a rule": grouped(between="\n---\n"),
    "an ampersand": "* a remark\n" + grouped(between="\n&\n"),
    "zeros at the end": grouped("{clue} 0", "\n\n"),
    "numbers with colons": grouped("{n}: {clue}", "\n\n"),
    "numbers with brackets": grouped("{n}) {clue}", "\n\n"),
    "numbers with points": grouped("{n}. {clue}", "\n\n"),
    "double spacing": "\n\n".join(ROWS) + "\n\n\n" + "\n\n".join(COLUMNS),
    "a title and a size": "My heart\nSize: 5x5\n\n" + grouped(between="\n\n"),
    "hyphens": grouped(between="\n\n").replace("1 1", "1-1"),
    "points": grouped(between="\n\n").replace("1 1", "1.1"),
    "tabs": grouped(between="\n\n").replace("1 1", "1\t1").replace("5", "5\t"),
    "two lines": "1 1, 5, 5, 3, 1\n2, 4, 4, 4, 2\n",
    "two lines of brackets": "(1,1)(5)(5)(3)(1)\n(2)(4)(4)(4)(2)\n",
    "two lines of quotes": "'1 1' '5' '5' '3' '1'\n'2' '4' '4' '4' '2'\n",
    "two lists": "[[1,1],[5],[5],[3],[1]]\n[[2],[4],[4],[4],[2]]\n",
    "two lists of texts": '["1 1","5","5","3","1"]\n\n["2","4","4","4","2"]',
}
ONE_COLOUR["headings in YAML"] = ONE_COLOUR["headings in YAML"].format(*COLUMNS)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(pytest.param(text, "loose", id=kind) for kind, text in ONE_COLOUR.items()),
        (" X X \nXXXXX\nXXXXX\n XXX \n  X  \n", "loose"),
        (" x x\nxxxxx\nxxxxx\n xxx\n  x\n", "loose"),
        ("5 x 5\n\n" + grouped(between="\n\n"), "nin"),
        ('5\n5\n"2","4","4","4","2"\n"1,1","5","5","3","1"\n', "dailyprogrammer"),
        ('5\n5\n0\n"2","4","4","4","2"\n"1,1","5","5","3","1"\n', "dailyprogrammer"),
    ],
)
def test_hearts_are_read(text, name):
    parsed = parse(text, name="heart.txt")
    assert (parsed.format, parsed.puzzles, parsed.warnings) == (name, [HEART], [])


@pytest.mark.parametrize("text", BY_ORDER.values(), ids=BY_ORDER.keys())
def test_where_order_alone_says_which_are_the_rows_a_warning_says_so(text):
    parsed = parse(text, name="heart.txt")
    assert (parsed.format, parsed.puzzles, parsed.warnings) == ("loose", [HEART], [ORDER])


@pytest.mark.parametrize(
    "word", ["{}r", "r{}", "{} red", "red {}", "{}-r", "{}_red", "{}(r)", "{}R"]
)
def test_coloured_hearts_are_read(word):
    parsed = parse(coloured(word))
    (puzzle,) = parsed.puzzles
    assert parsed.warnings == []
    assert [colour.name for colour in puzzle.colours[1:]] == ["red"]
    assert (puzzle.rows, puzzle.columns) == (HEART.rows, HEART.columns)


def test_colours_and_black_stand_side_by_side():
    (puzzle,) = parse("1 2r 1g\n3 1G\n\n2\n1r 1\n1r 1\n2g\n").puzzles
    assert [colour.name for colour in puzzle.colours[1:]] == ["black", "red", "g"] or [
        colour.name for colour in puzzle.colours[1:]
    ] == ["black", "red", "green"]
    assert [[(b.length, b.colour) for b in clue] for clue in puzzle.rows] == [
        [(1, 1), (2, 2), (1, 3)],
        [(3, 1), (1, 3)],
    ]


def test_letters_that_differ_in_case_are_two_colours_if_that_makes_sense():
    (puzzle,) = parse("1b 1B\n\n1b\n1B\n").puzzles
    assert puzzle.block_colours == 2


@pytest.mark.parametrize("flag", ["1\n", ""])
def test_colours_of_dailyprogrammer_are_digits_and_letters(flag):
    (puzzle,) = parse(f'2\n1\n{flag}"1-0","1-a"\n"1-0,1-a"\n').puzzles
    assert [colour.char for colour in puzzle.colours[1:]] == ["0", "a"]


PZL = "3\n#ffffff\n#000000\n#ff0000\n\n2 1\n\n1 1 0 0 0 \n1 1 255 0 0 \n\n2 1 0 0 0 1 255 0 0 \n\n"


def test_pzl_is_read():
    (puzzle,) = parse(PZL).puzzles
    assert puzzle == Puzzle([[1], [(1, "red")]], [[1, (1, "red")]], ["black", "red"])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("#ff0000", "red", "line 4: red #rrggbb"),
        ("1 1 255 0 0", "1 1 254 0 0", "line 9: 254 colour palette"),
        ("1 1 255 0 0", "2 1 255 0 0", "line 9: number blocks"),
        ("1 1 255 0 0", "1 x 255 0 0", "line 9: x length"),
        ("2 1\n", "2\n", "line 6: numbers rows columns"),
        ("2 1\n", "9 1\n", "line 6: 9 2 rows"),
    ],
)
def test_faults_of_pzl_are_reported(old, new, expected):
    check_refused(PZL.replace(old, new), None, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-1\n" * 4 + "\n" + "1-1\n" * 4, "line 1: two readings '1 1' 1-1"),
        ("-1;1\n1;1\n", "line 1: -1 whole number"),
        (b"1;1\n1;1\xff\n", "line 2: length block"),
        ("3\t9\n4\t4\n2\t2\t2\n1\n", "line 1: 'unknown format' rows columns found"),
        ("1\n0\n1\n", "line 1: two readings 1 row and 2 columns"),
        ("Rows\n1\nRows\n1\nColumns\n1\n", "line 3: one heading rows"),
        ("Row 1: 1\nRow 3: 1\nColumn 1: 2", "line 2: row 2"),
    ],
)
def test_what_is_refused_says_why(text, expected):
    with pytest.raises(FormatError) as caught:
        parse(text, name="mine.txt")
    check_fault(caught.value, expected)


def test_a_typo_is_read_with_a_warning():
    parsed = parse("1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n3")
    assert parsed.warnings == [ORDER, "no solution: the rows need 16 black cells, the columns 17"]
    assert parsed.puzzles[0].rows == HEART.rows
    parsed = parse("Rows\n1 1\n9\n5\n3\n1\nColumns\n2\n4\n4\n4\n3")
    assert parsed.warnings == ["no solution: row 2: the clue needs 9 cells, the line has 5"]


def test_lines_without_anything_between_them_are_divided_if_only_one_place_makes_sense():
    parsed = parse("\n".join([*ROWS, *COLUMNS]))
    assert parsed.puzzles == [HEART]
    said = "nothing is between rows and columns: read as 5 rows and 5 columns"
    assert parsed.warnings == [said, ORDER]
    tabs = "\n".join([*ROWS, *COLUMNS]).replace(" ", "\t")
    assert parse(tabs, name="tabs.txt").puzzles == [HEART]


def test_sizes_of_clues_that_do_not_fit_are_believed():
    parsed = parse("3\n2\n3\n1\n2\n1\n2\n")
    assert parsed.puzzles == [Puzzle([[3], [1]], [[2], [1], [2]])]
    assert parsed.warnings[2].startswith("no solution: the rows need 4 black cells")
    parsed = parse("2\n2\n1\n2\n2\n1\n")
    assert "3 rows and 3 columns would fit as well" in parsed.warnings


def test_columns_above_the_rows_are_read_as_on_paper():
    text = f"    {' '.join(COLUMNS)}\n" + "\n".join(f"{clue:>3}" for clue in ROWS)
    parsed = parse(text)
    assert parsed.puzzles == [HEART]
    shape = "5 rows and 5 columns above them"
    assert parsed.warnings == [f"nothing is between rows and columns: read as {shape}"]


def test_sentences_around_the_clues_are_left_out():
    parsed = parse(f"A heart\n\n{headed('Rows', 'Columns')}\n\nGood luck!\n")
    assert (parsed.puzzles, parsed.warnings) == ([HEART], ["line 16 was left out"])
    assert parsed.puzzles[0].title == "A heart"


@pytest.mark.parametrize(
    "line", ["red: 1 2", "5 5", "Columns and rows:", "A long line about the rows of a cinema", ""]
)
def test_what_is_no_heading(line):
    assert heading(line) is None


def test_a_title_may_be_a_heading_by_chance():
    (puzzle,) = parse("A row of houses\n" + headed("Rows", "Columns")).puzzles
    assert puzzle == HEART


@pytest.mark.parametrize("text", ["1" * 5000 + "x", "a" * 5000, "1-" * 5000, "| " * 5000])
def test_long_lines_are_judged_quickly(text):
    with suppress(FormatError):
        guess(f"{text}\n\n{text}")
