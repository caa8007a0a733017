"""Drawings: frozen descriptions of what to draw, the input of every output.

A `Drawing` is made of a puzzle, a grid, a picture, the answer of a solver or a solution space, or
by a constructor for a certain kind of map. It computes nothing: sizes are in `layout`, colours in
`theme`, the painting order in `scene`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from ...core import (
    BLANK,
    Board,
    Clue,
    Colour,
    Displayable,
    Grid,
    Limits,
    Line,
    OptionError,
    Picture,
    Puzzle,
    PuzzleError,
    check_choice,
    check_fit,
    checked,
    counted,
    enough_colours,
    has_several,
    rectangle,
)

#: A row and a column, counted from 0.
Cell: TypeAlias = tuple[int, int]
Theme: TypeAlias = Literal["light", "dark", "auto"]

SMALLEST_CELL = 4


@runtime_checkable
class HasPicture(Protocol):
    """An answer with a picture or None, such as `nonocsp.core.solver.Result`."""

    @property
    def picture(self) -> Picture | None: ...


@runtime_checkable
class HasBackbone(Protocol):
    """A set of solutions, such as `nonocsp.core.space.SolutionSpace`."""

    @property
    def puzzle(self) -> Puzzle: ...

    def backbone(self, *, limits: Limits | None = None) -> Grid: ...


@checked
@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing(Displayable):
    """A puzzle or a grid, or both, with marks and a style.

    Args:
        puzzle: the puzzle whose clues are drawn; None draws no clues.
        cells: the candidates of the cells; None: nothing is known.
        colours: the palette, blank first; None is that of the puzzle, or standard colours.
        other: a second grid: where both are decided and differ, the cell shows both colours.
        concluded: cells with a bold frame: conclusions.
        because: cells with marked corners: reasons.
        ambiguous: tinted cells, in which solutions differ.
        lines: framed lines with tinted clues.
        heat: rows x columns of numbers from 0 to 1 in place of candidates, drawn as shades between
            blank and ``heat_colour``.
        heat_colour: the number of that colour.
        clues: draw the clues of the puzzle.
        chars: write the character of its colour into each cell, and into coloured clues.
        safe_colours: replace the colours by ones that colour-blind people can distinguish, and
            write their characters. Black and white is not changed.
        blanks: a dot in blank cells; None draws dots while some cell is undecided.
        cell: side of a cell in pixels, 4 to 200; None is by the size of the grid.
        theme: ``"light"``, ``"dark"``, or ``"auto"``: the preference of the reader's screen in SVG
            and HTML, light in other outputs.

    Raises:
        PuzzleError: grid, palette and puzzle do not fit each other; a cell outside the grid.
        OptionError: an invalid value of a field; neither a puzzle nor cells nor heat.
    """

    puzzle: Puzzle | None = None
    cells: Grid | None = None
    colours: tuple[Colour, ...] | None = None
    other: Grid | None = None
    concluded: frozenset[Cell] = frozenset()
    because: frozenset[Cell] = frozenset()
    ambiguous: frozenset[Cell] = frozenset()
    lines: frozenset[Line] = frozenset()
    heat: tuple[tuple[float, ...], ...] | None = None
    heat_colour: int = 1
    clues: bool = True
    chars: bool = False
    safe_colours: bool = False
    blanks: bool | None = None
    cell: int | None = None
    theme: Theme = "light"

    def __post_init__(self) -> None:
        _check(self)

    @classmethod
    @checked
    def of(cls, what: Drawable, **look: Any) -> Drawing:
        """A drawing of anything that can be drawn.

        A puzzle gives an empty grid, a solution space the map of its ambiguous cells, a `Result`
        its picture, a drawing itself.

        Args:
            what: a `Drawing`, `Puzzle`, `Grid`, `Picture`, `Result` or `SolutionSpace`.
            look: fields of the drawing; ``puzzle`` if ``what`` has none.

        Raises:
            OptionError: another type, an answer without a picture, an unknown field.
            LimitReached: the backbone of the solution space is not known.

        >>> Drawing.of(Puzzle([[2], [1]], [[1], [2]]), chars=True).shape
        (2, 2)
        """
        unknown = [name for name in look if name not in _FIELDS]
        if unknown:
            raise OptionError(f"unknown field {unknown[0]!r}; a drawing has {', '.join(_FIELDS)}")
        if isinstance(what, Drawing):
            return replace(what, **look) if look else what
        if isinstance(what, Puzzle):
            return cls(**{"puzzle": what, **look})
        if isinstance(what, Grid):
            return cls(**{"cells": what, **look})
        if isinstance(what, Picture):
            return cls(**_of_picture(what, look))
        if isinstance(what, HasBackbone):
            return cls.of_backbone(what.backbone(), **{"puzzle": what.puzzle, **look})
        if isinstance(what.picture, Picture):
            return cls(**_of_picture(what.picture, look))
        raise OptionError("the answer has no picture to draw")

    @classmethod
    @checked
    def of_backbone(cls, backbone: Grid, **look: Any) -> Drawing:
        """The map of the ambiguous cells of a puzzle.

        Args:
            backbone: for every cell the colours that it has in some solution, as from
                `SolutionSpace.backbone`. Cells with several are tinted.

        >>> sorted(Drawing.of_backbone(Grid([3, 3, 1, 2], 2)).ambiguous)
        [(0, 0), (0, 1)]
        """
        several = [cell for cell, mask in enumerate(backbone.masks) if has_several(mask)]
        cells = frozenset(map(backbone.board.place, several))
        return cls.of(backbone, **{"ambiguous": cells, "blanks": False, **look})

    @classmethod
    @checked
    def of_differences(cls, first: Picture, second: Picture, **look: Any) -> Drawing:
        """Two pictures in one; where they differ, the first is above the diagonal of the cell.

        Raises:
            PuzzleError: the shapes differ.
        """
        differ = frozenset(first.differences(second))
        if "puzzle" not in look and "colours" not in look:
            most = max(first.cells + second.cells)
            look["colours"] = (first.colours[0], *enough_colours(first.colours[1:], most))
        other = _of_picture(second, look)["cells"]
        return cls.of(first, **{"ambiguous": differ, "other": other, **look})

    @classmethod
    @checked
    def of_shares(
        cls, shares: Sequence[Sequence[Sequence[float]]], colour: int = 1, **look: Any
    ) -> Drawing:
        """A heat map of the frequency of a colour.

        Args:
            shares: rows x columns x colours, such as ``space.marginals().floats``.
            colour: the number of the colour.
        """
        try:
            heat = tuple(tuple(float(cell[colour]) for cell in row) for row in shares)
        except IndexError:
            raise OptionError(f"colour {colour} has no shares") from None
        if "puzzle" not in look and "colours" not in look:
            look["colours"] = (BLANK, *enough_colours((), len(shares[0][0]) - 1))
        return cls(**{"heat": heat, "heat_colour": colour, **look})

    @property
    def board(self) -> Board:
        """The cells and lines."""
        if self.puzzle is not None:
            return self.puzzle.board
        if self.cells is not None:
            return self.cells.board
        assert self.heat is not None
        return rectangle(len(self.heat), len(self.heat[0]) if self.heat else 0)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and number of columns; `PuzzleError` if the board has none."""
        return self.board.shape

    @property
    def palette(self) -> tuple[Colour, ...]:
        """The colours by their number, blank first."""
        if self.colours is not None:
            return self.colours
        if self.puzzle is not None:
            return self.puzzle.colours
        number = self.cells.block_colours if self.cells else self.heat_colour
        return (BLANK, *enough_colours((), number))

    @property
    def has_clues(self) -> bool:
        """Clues are drawn."""
        return self.clues and self.puzzle is not None

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line, if there is a puzzle."""
        return self.puzzle.clue(line) if self.puzzle is not None else None

    @property
    def shows_chars(self) -> bool:
        """Characters are written in the cells."""
        return self.chars or (self.safe_colours and len(self.palette) > 2)

    @property
    def shows_blanks(self) -> bool:
        """Blank cells have a dot."""
        if self.blanks is not None:
            return self.blanks
        return self.cells is not None and not self.cells.is_decided

    def replace(self, **changes: Any) -> Drawing:
        """A copy with some fields changed."""
        return Drawing.of(self, **changes)


_FIELDS = tuple(field.name for field in fields(Drawing))


def _check(drawing: Drawing) -> None:
    """Validate the fields of a drawing. Raises `PuzzleError` or `OptionError`."""
    if drawing.puzzle is None and drawing.cells is None and drawing.heat is None:
        raise OptionError("a drawing needs a puzzle, cells or heat")
    for grid in (drawing.cells, drawing.other):
        if drawing.puzzle is not None:
            check_fit(drawing.puzzle, grid)
        if grid is not None and grid.board != drawing.board:
            raise PuzzleError(f"a grid on a {grid.board} in a drawing of a {drawing.board}")
        if grid is not None and grid.block_colours >= len(drawing.palette):
            raise PuzzleError(
                f"a grid of {grid.block_colours} block colours with a palette of "
                f"{len(drawing.palette) - 1}"
            )
    if drawing.other is not None and drawing.cells is None:
        raise OptionError("a second grid needs cells to be compared with")
    _check_marks(drawing)
    _check_heat(drawing)


def _check_marks(drawing: Drawing) -> None:
    for name in ("concluded", "because", "ambiguous"):
        for cell in getattr(drawing, name):
            try:
                drawing.board.number(*cell)
            except (IndexError, TypeError) as error:
                raise PuzzleError(f"{name}: {error}") from None
    for line in drawing.lines:
        if not isinstance(line, Line):
            raise OptionError(f"lines must be a set of Line, not of {type(line).__name__}")
        drawing.board.index(line)


def _check_heat(drawing: Drawing) -> None:
    if drawing.heat is None:
        return
    board = drawing.board
    if [*map(len, drawing.heat)] != [*board.lengths(board.axes[0])]:
        raise PuzzleError(f"heat must have one number for each cell of {board}")
    if drawing.heat_colour >= len(drawing.palette):
        raise OptionError(f"heat_colour: the palette has no colour {drawing.heat_colour}")


def credits_of(drawing: Drawing) -> str:
    """Author, copyright and licence of a drawing's puzzle, as far as they are known."""
    puzzle = drawing.puzzle
    about = (puzzle.author, puzzle.copyright, puzzle.licence) if puzzle else ()
    return " · ".join(word for word in about if word)


def title_of(drawings: Sequence[Drawing], title: str | None) -> str:
    """A chosen title, or else that of the first puzzle that has one."""
    if title is not None:
        return title
    return next((each.puzzle.title for each in drawings if each.puzzle and each.puzzle.title), "")


def document_title(drawings: Sequence[Drawing], title: str | None) -> str:
    """A chosen title, or else that of a puzzle that is alone, or how many there are."""
    if title is not None:
        return title
    if len(drawings) > 1:
        return counted(len(drawings), "nonogram")
    puzzle = drawings[0].puzzle
    return (puzzle and puzzle.title) or "Nonogram"


def one_each(what: str, given: Iterable[Any], drawings: Sequence[Drawing]) -> list[Any]:
    """What is given for each drawing, or nothing. Raises `OptionError`: there are more or fewer."""
    found = list(given)
    if found and len(found) != len(drawings):
        raise OptionError(f"{len(found)} {what} for {len(drawings)} puzzles")
    return found


def where_titles_stand(titles: str | None, has_answers: bool) -> str:
    """Where to show titles: ``"puzzles"``, ``"answers"``, ``"none"``; they can betray the picture.

    Raises:
        OptionError: another word.
    """
    if titles is None:
        return "answers" if has_answers else "puzzles"
    check_choice("titles", titles, ("puzzles", "answers", "none"))
    return titles


#: What can be drawn.
Drawable: TypeAlias = Drawing | Puzzle | Grid | Picture | HasBackbone | HasPicture


def drawings_of(what: Any, look: dict[str, Any]) -> list[Drawing]:
    """The drawings of one drawable object or of an iterable of them."""
    several = isinstance(what, Iterable) and not isinstance(
        what, (Drawing, Puzzle, Grid, Picture, HasBackbone)
    )
    found = [Drawing.of(each, **look) for each in (what if several else [what])]
    if not found:
        raise OptionError("there is nothing to draw")
    return found


def _of_picture(picture: Picture, look: dict[str, Any]) -> dict[str, Any]:
    """The fields of a drawing that shows a picture, with a palette for it."""
    most = max(picture.cells)
    puzzle, colours = look.get("puzzle"), look.get("colours")
    if puzzle is not None:
        number = puzzle.block_colours
    else:
        if colours is None:
            colours = picture.colours
            colours = (colours[0], *enough_colours(colours[1:], most))
            look = {**look, "colours": colours}
        number = len(colours) - 1
    if most > number:
        raise PuzzleError(f"a picture has colour {most}, but the palette has {number}")
    return {"cells": Grid.of(picture, number), **look}
