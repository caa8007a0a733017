"""XML: webpbn, FreeNono, and the reader below them, which nothing from outside gets through."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from samples import check_fault, check_refused
from strategies import examples, grids, puzzles

from nonocsp import Colour, Grid, Picture, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, guess, losses, parse
from nonocsp.files.formats.xml import elements
from nonocsp.files.formats.xml.elements import root_of

NOTE = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<source>a book</source>
<author>somebody</author>
<puzzle type="grid" backgroundcolor="white" defaultcolor="black">
  <id>#1 (v.1)</id>
  <title>Note</title>
  <description>words</description>
  <note>definitely unique</note>
  <color name="white" char=".">fff</color>
  <color name="black" char="X">000000</color>
  <color name="red" char="r">F00</color>
  <clues type="columns">
    <line><count>1</count><count color="red">1</count></line>
    <line><count>0</count></line>
  </clues>
  <clues type="rows"><line><count>2</count></line><line><count color="red">1</count></line></clues>
  <solution type="goal"><image>
|XX|
|r.|
  </image></solution>
  <solution type="solution"><image>|XX||.r|</image></solution>
  <solution type="saved" id="x"><note>half</note><image>|? [.X]|
    |r .|</image></solution>
</puzzle>
<puzzle><solution><image>|X.X|</image></solution></puzzle>
</puzzleset>
"""


def document(inside, attributes=""):
    return f"<puzzleset>\n<puzzle{attributes}>\n{inside}\n</puzzle></puzzleset>"


LINES = (
    '<clues type="rows"><line><count>{row}</count></line></clues>\n'
    '<clues type="columns"><line><count>{column}</count></line></clues>'
)
DOT = LINES.format(row=1, column=1)


def test_a_set_with_everything_is_read():
    parsed = parse(NOTE)
    assert parsed.format == "webpbn"
    assert parsed.warnings == []
    first, second = parsed.puzzles
    assert first == Puzzle([[2], [(1, "red")]], [[1, (1, "red")], ["?"]], ["black", "red"])
    assert [(c.name, c.rgb, c.char) for c in first.colours] == [
        ("blank", "#ffffff", "_"),
        ("black", "#000000", "X"),
        ("red", "#ff0000", "r"),
    ]
    assert (first.title, first.author, first.source) == ("Note", "somebody", "a book #1 (v.1)")
    assert first.description == "words\ndefinitely unique"
    assert [goal.rows for goal in first.goals] == [((1, 1), (2, 0)), ((1, 1), (0, 2))]
    assert first.saved == (Grid([7, 3, 4, 1], 2, 2),)
    assert second.goals == (Picture(["#_#"]),)  # its clues are those of the goal
    assert [len(clue) for clue in (*second.rows, *second.columns)] == [2, 1, 0, 1]
    assert second.author == "somebody"


def test_colours_of_the_background_and_of_counts_are_two_things():
    text = document(
        '<color name="night" char=" ">000020</color><color name="white" char="w">ffffff</color>'
        '<clues type="rows"><line><count>1</count></line></clues>'
        "<solution><image>|w |</image></solution>",
        ' backgroundcolor="night" defaultcolor="white"',
    )
    puzzle = parse(text).puzzles[0]
    assert [(c.name, c.rgb) for c in puzzle.colours] == [("night", "#000020"), ("white", "#ffffff")]
    assert puzzle.goals[0].cells == b"\1\0"  # a space is a character here
    assert parse(dumps(puzzle, "webpbn")).puzzles[0].colours == puzzle.colours


def test_a_default_colour_that_is_the_background_is_black():
    assert parse(document(DOT, ' defaultcolor="white"')).puzzles == [Puzzle([[1]], [[1]])]


def test_names_of_elements_are_read_in_any_case():
    assert parse(document(DOT).upper().replace('"ROWS"', '"rows"')).puzzles == [
        Puzzle([[1]], [[1]])
    ]


@examples(60)
@given(data=st.data())
def test_goals_and_saved_states_come_back(data):
    picture, puzzle = data.draw(puzzles(5, 5, 3))
    if losses(puzzle, "webpbn"):
        return
    saved = [data.draw(grids(picture, puzzle.block_colours)) for _ in range(2)]
    puzzle = puzzle.replace(goals=[picture] * 2, saved=saved, title="<&>\"'", description="a\n\tb")
    again = parse(dumps([puzzle, puzzle], "webpbn")).puzzles
    assert again == [puzzle, puzzle]
    for each in again:
        assert each.colours == puzzle.colours
        assert each.goals == puzzle.goals
        assert each.saved == puzzle.saved
        assert (each.title, each.description) == (puzzle.title, puzzle.description)


def test_characters_with_a_meaning_in_images_are_replaced():
    odd = [
        Colour(name, f"#00000{n}", char)
        for n, (name, char) in enumerate(zip("abcdef", "|?[]/&", strict=True))
    ]
    puzzle = Puzzle.from_picture(Picture([[1, 2, 3, 4, 5, 6, 0]]), odd)
    puzzle = puzzle.replace(blank=Colour("a&b", "#eeeeee", "<"))
    again = parse(dumps(puzzle, "webpbn")).puzzles[0]
    assert again.goals == puzzle.goals
    assert [(c.name, c.rgb) for c in again.colours] == [(c.name, c.rgb) for c in puzzle.colours]


def test_an_end_of_line_in_a_text_is_kept():
    puzzle = Puzzle([[1]], [[1]], author="d\re")
    assert parse(dumps(puzzle, "webpbn")).puzzles[0].author == "d\re"


def test_puzzles_of_other_types_are_left_out_or_refused():
    grid = f"<puzzle>{DOT}</puzzle>"
    sudoku = '<puzzle type="sudoku"><clues type="top"/></puzzle>'
    parsed = parse(f"<puzzleset>{sudoku}\n{grid}</puzzleset>")
    assert parsed.puzzles == [Puzzle([[1]], [[1]])]
    assert parsed.warnings == [
        "line 1: a puzzle of the type 'sudoku' is not read: expected grid or triddler"
    ]
    with pytest.raises(FormatError, match="line 1, column 12: a puzzle of the type 'sudoku'"):
        parse(f"<puzzleset>{sudoku}</puzzleset>")


def test_pictures_that_do_not_fit_are_left_out():
    image = '<solution type="{}"><image>{}</image></solution>\n'
    inside = DOT + image.format("goal", "|XX|") + image.format("saved", "|??|")
    parsed = parse(document(inside + image.format("goal", "|?|")))
    assert parsed.puzzles[0].goals == parsed.puzzles[0].saved == ()
    assert [warning.split(": ", 1)[1] for warning in parsed.warnings] == [
        "a goal was left out: its cells are not all known",
        "a goal was left out: it has another shape",
        "a saved state was left out: it has another shape",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<puzzleset>", "line 1, column 12: XML element"),
        ("<puzzleset>\n<a></b></puzzleset>", "line 2, column 6: XML"),
        ("<puzzleset/>", "line 1, column 1: element puzzle"),
        ("<html/>", "line 1, column 1: html element"),
        (document(""), "line 2, column 1: clues rows goal"),
        (document('<clues type="rows"/>'), "line 3, column 1: clue rows"),
        (document(LINES.format(row="x", column=1)), "line 3, column 26: length block"),
        (document(LINES.format(row=-1, column=1)), "line 3, column 26: length block"),
        (
            document(DOT.replace("<count>", '<count color="red">', 1)),
            "line 3, column 26: red colour",
        ),
        (
            document(DOT.replace("<count>", '<count color="white">', 1)),
            "line 3, column 26: white block colour",
        ),
        (document(DOT, ' backgroundcolor="mauve"'), "line 2, column 1: mauve colour"),
        (document('<color char="x">fff</color>' + DOT), "line 3, column 1: colour"),
        (document("<solution><image>XX</image></solution>"), "line 3, column 11: rows"),
        (document("<solution><image>|X|Y|X|</image></solution>"), "line 3: Y bar row"),
        (document("<solution><image>\n|X|\n|XX|</image></solution>"), "line 5: 1 2 cell"),
        (document("<solution><image>\n||</image></solution>"), "line 4: cell bars"),
        (document("<solution><image>\n|Y|</image></solution>"), "line 4: Y colour character"),
        (document("<solution><image>\n|[X|</image></solution>"), "line 4: ']' colours cell"),
        (document(DOT, ' type="hexagons"'), "line 2, column 1: hexagons puzzle"),
    ],
)
def test_faults_of_webpbn_are_reported_with_their_place(text, expected):
    check_refused(text, "webpbn", expected)


def test_colours_without_a_look_get_one_of_ours():
    parsed = parse(document('<color name="black">nonsense</color>' + DOT))
    assert parsed.warnings == ["line 3: a colour of our own choice for 'black'"]


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(20))


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (f"<!DOCTYPE a [{LAUGHS}]>", "&a19;", "line 1: a0 entities"),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "&x;", "line 1: x entities"),
        ('<!DOCTYPE a [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>', "", "line 1: x entities"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd">', "&x;", "line 2: x entity"),
        ("", "&x;", "line 2, column 12: XML entity"),
    ],
    ids=["laughs", "external", "parameter", "undeclared", "plain"],
)
def test_entities_are_refused(head, body, expected):
    with pytest.raises(FormatError) as caught:
        parse(f"{head}\n<puzzleset>{body}</puzzleset>", "webpbn")
    check_fault(caught.value, expected)
    assert caught.value.line is not None


def test_a_document_type_elsewhere_is_never_fetched(monkeypatch):
    def opened(*arguments, **keywords):
        raise AssertionError(f"opened {arguments}")

    monkeypatch.setattr("builtins.open", opened)
    monkeypatch.setattr("socket.socket.connect", opened)
    assert parse(NOTE).puzzles
    head = '<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">'
    entity = document(f"<title>caf&eacute;</title>{DOT}")
    assert parse(head + entity).puzzles[0].title == "café"


def test_depth_and_number_of_elements_are_bounded(monkeypatch):
    with pytest.raises(FormatError, match="expected at most 64 elements inside each other"):
        root_of("<a>" * 100_000)
    monkeypatch.setattr(elements, "MAX_ELEMENTS", 1000)
    with pytest.raises(FormatError, match="line 1001, column 1: expected at most 1000 elements"):
        root_of("<a>" + "\n<b/>" * 2000 + "</a>")


def test_huge_texts_and_attributes_are_read_at_once():
    huge = "x" * 5_000_000
    root = root_of(f'<a b="{huge}">{huge}</a>')
    assert root.attributes["b"] == root.text == huge
    with pytest.raises(FormatError) as caught:
        parse(document(DOT, f' type="{huge}"'))
    assert len(str(caught.value)) < 200


FREENONO = """<?xml version="1.0" ?>
<FreeNono>
  <Nonograms>
    <Nonogram name="seal" author="me" height="2" width="3">
      <line> x _ x </line>
      <line> _x_ </line>
    </Nonogram>
    <Nonogram name="dot"><line>x</line></Nonogram>
  </Nonograms>
</FreeNono>
"""


def test_freenono_is_read():
    parsed = parse(FREENONO)
    assert parsed.format == guess(FREENONO).format.name == "freenono"
    seal, dot = parsed.puzzles
    assert (seal.title, seal.author, dot.title) == ("seal", "me", "dot")
    assert seal.goals == (Picture(["#_#", "_#_"]),)
    assert seal.is_solved_by(seal.goals[0])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("_x_", "_x", "line 6, column 7: 3 2 cells"),
        ("_x_", "_y_", "line 6: y x _"),
        ('width="3"', 'width="4"', "line 4, column 5: 4 3 columns"),
        ("<line>x</line>", "", "line 8, column 5: picture line"),
        ("Nonogram", "Picture", "line 2, column 1: freenono element"),
    ],
)
def test_faults_of_freenono_are_reported_with_their_place(old, new, expected):
    check_refused(FREENONO.replace(old, new), "freenono", expected)
