"""Checks arguments for verdicts step by step, by definition, over all placements."""

from __future__ import annotations

from true_steps import Claims

from nonocsp import Grid
from nonocsp.core.line import definition
from nonocsp.core.model.bits import mask_of
from nonocsp.people.explanation import Fact, Start


def starts_of(clue, placement):
    """Where the blocks of a clue begin in a placement."""
    starts, cell = [], 0
    for block in clue or ():
        while placement[cell] == 0:
            cell += 1
        starts.append(cell)
        cell += block.length or 1
        while block.length is None and cell < len(placement) and placement[cell] == block.colour:
            cell += 1
    return starts


def holds(puzzle, picture, fact):
    """Whether a fact, a conclusion or a start is true of the cells of a picture."""
    if isinstance(fact, Start):
        cells = [picture[cell] for cell in puzzle.cells(fact.line)]
        return fact.first <= starts_of(puzzle.clue(fact.line), cells)[fact.block] <= fact.last
    colour = picture[puzzle.board.number(fact.row, fact.column)]
    return colour in fact.colours if isinstance(fact, Fact) else colour not in fact.excluded


def check_line(puzzle, link):
    """What follows in a link is true of all placements of which its reasons are."""
    clue, length = puzzle.clue(link.line), puzzle.length(link.line)
    said = [*Claims(puzzle).in_line([link.line], link.sentence)]
    for one in link.cells:
        allowed = [c for c in range(len(puzzle.colours)) if c not in one.excluded]
        assert (puzzle.board.number(*place(one)), mask_of(allowed)) in said, link
    found = 0
    for placement in definition.placements(
        clue, length, puzzle.block_colours, [(2 << puzzle.block_colours) - 1] * length
    ):
        picture = [0] * puzzle.board.size
        for cell, colour in zip(puzzle.cells(link.line), placement, strict=True):
            picture[cell] = colour
        if all(holds(puzzle, picture, fact) for fact in link.because):
            found += 1
            assert all(holds(puzzle, picture, one) for one in (*link.cells, *link.starts)), link
            assert all(mask >> picture[cell] & 1 for cell, mask in said), link
    assert link.cells or link.starts or not found, link


def place(one):
    return (one.line, one.block) if isinstance(one, Start) else (one.row, one.column)


def values(one):
    return {*range(one.first, one.last + 1)} if isinstance(one, Start) else {*one.colours}


def check(puzzle, found, pictures):
    """Every step of an argument is true, and every link follows from what stands before it."""
    grid = found.grid or Grid.unknown(puzzle)
    known = {puzzle.board.place(cell): mask for cell, mask in enumerate(grid.masks)}
    for number, step in enumerate(found.steps, start=1):
        assert step.number == number and step.sentence
        assert all(use < number for use in step.uses)
        if step.assumed and all(one.kind != "solution" for one in found.steps):
            for picture in found.pictures:
                assert not all(holds(puzzle, picture.cells, fact) for fact in step.assumed)
        here = dict(known)

        def learn(one, here=here):
            if not isinstance(one, Start):
                excluded = one.excluded if hasattr(one, "excluded") else ()
                mask = mask_of(one.colours) if isinstance(one, Fact) else ~mask_of(excluded)
                here[place(one)] &= mask

        for fact in step.assumed:
            learn(fact)
        for link in step.links:
            for fact in link.because:
                if isinstance(fact, Fact):
                    assert here[place(fact)] & ~mask_of(fact.colours) == 0, (step, link)
            if link.line is not None:
                check_line(puzzle, link)
            else:
                check_step(puzzle, found.steps[link.step - 1], link)
            for one in link.cells:
                learn(one)
        if step.links:
            assert not (step.links[-1].cells or step.links[-1].starts)
        for one in step.cells:
            known[place(one)] &= ~mask_of(one.excluded)
            assert known[place(one)] or found.grid is not None  # which may contradict the clues
            for picture in found.pictures:
                assert holds(puzzle, picture.cells, one)
    if found.claim == "unique":
        assert {picture.cells for picture in found.pictures} == pictures and len(pictures) == 1
    if found.claim == "none":
        assert not pictures


def check_step(puzzle, earlier, link):
    """An earlier nogood gives the opposite of the one fact that is not among the reasons."""
    if earlier.kind == "weights":
        assert not link.cells and not link.starts
        return
    if earlier.kind == "solution":
        return
    because = {place(fact): values(fact) for fact in link.because}
    missing = [
        fact
        for fact in earlier.assumed
        if place(fact) not in because or not because[place(fact)] <= values(fact)
    ]
    follows = [*link.cells, *link.starts]
    assert len(missing) <= 1 and len(follows) <= 1 and (follows or not missing), link
    if follows:
        assert place(missing[0]) == place(follows[0])
        if isinstance(follows[0], Start):
            assert not values(missing[0]) & values(follows[0])
        else:
            assert values(missing[0]) == {*follows[0].excluded}
