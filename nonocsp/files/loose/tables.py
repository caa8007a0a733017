"""Tables in text, as the lists of lines that they are: Markdown, HTML, and cells between signs."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import groupby

from ..formats.text_lines import Lines, filled
from .words import Axis, axis_of

_TABLE = re.compile(r"[ \t]*\|.*\|[ \t]*")
#: Tags of which each has a line of its own.
_LINES = {"li", "item", "p", "div", "section", "ul", "ol", "h1", "h2", "h3", "table"}
_SPAN = re.compile(r"\b(rowspan|colspan)=[\"']?([0-9]{1,3})")
_TAG = re.compile(r"<(/?)([A-Za-z][\w:-]*)\b[^<>]*>")
#: A word and the number of a line, then its clue.
NUMBERED = re.compile(r"[ \t]*([^\W\d_]+)[ \t.#]*([0-9]{1,5})(?:[ \t]+(.*))?")


def is_html(text: str) -> bool:
    """Whether a text has tags of HTML; its lines are not those that a reader sees."""
    return "<" in text and bool(re.search(r"</?(?:t[dhr]|li|br|p|div|item)\b", text, re.IGNORECASE))


def without_tags(text: str) -> str:
    """The text of HTML: rows of tables between bars, items of lists in lines; what is called rows
    or columns gets a heading."""
    left = [0, 0]
    many = text.count("<ul") + text.count("<ol") > 2  # then each of them is a clue

    def replaced(tag: re.Match[str]) -> str:
        is_end, name = bool(tag[1]), tag[2].lower()
        if name in ("td", "th"):
            spans = {kind: min(int(n), 99) for kind, n in _SPAN.findall(tag[0])}
            if spans.get("rowspan", 1) > 1:  # a corner: it is left of the next rows, too
                left[:] = [spans["rowspan"] - 1, spans.get("colspan", 1)]
            return "" if is_end else "\0|" * spans.get("colspan", 1)
        if name == "tr" and not is_end:
            is_left = left[0] and "\0|" * left[1]
            left[0] -= bool(is_left)
            return f"\n\1{is_left or ''}"
        if name == "tr":
            return "|\n"
        known = re.search(r"\b(?:class|id|name)=[\"']?([\w -]+)", tag[0])
        is_list = name in ("div", "ul", "ol", "section") or "-" in name
        axis = axis_of(known[1]) if known and not is_end and is_list else None
        if axis:
            return f"\n{axis}s:\n"
        if name == "br" or (name == "li" and many):
            return " "
        return "\n" if name in _LINES else " "

    import html  # loaded only here: few texts are pages

    # Up to the next that opens: a search for what closes it, from each, would be quadratic.
    text = re.sub(r"<(style|script|head)\b(?:(?!</?\1\b)[\s\S])*+</\1>", "", text)
    text = re.sub(r"<(ul|ol|li|item)\b[^<>]*>\s*</\1>", r"<\1>0</\1>", text)
    flat = html.unescape(_TAG.sub(replaced, text)).replace("\xa0", " ")
    # Lines inside of a row of a table belong together.
    head, *cells = flat.split("\0|")
    flat = "|".join([head.rstrip(), *map(str.strip, cells)]) if cells else flat
    flat = flat.replace("\1", "")
    return re.sub(r"\|[ \t]*\n\s*(?=\|)", "|\n", flat)


def without_tables(lines: Lines) -> Lines:
    """The lines with those of tables as the lists that they are."""
    present = filled(lines)
    # A first line of headings makes a table of lines with something between the cells.
    for sign in "\t;," if present else "":
        first = present[0][1].split(sign)
        begins = [line.split(sign, 1)[0].strip(" \"'") for _, line in present[1:]]
        labels = [axis_of(label, is_marked=label[-1:].isdigit()) for label in begins]
        is_labelled = len(first) > 1 and len(labels) > 1 and all(labels)
        is_headed = len({*_axes(first)} - {None}) == 2 and not any(map(str.isdigit, present[0][1]))
        if is_headed or is_labelled:
            import csv

            every = csv.reader((line for _, line in present), delimiter=sign, skipinitialspace=True)
            with suppress(csv.Error):  # a cell that is too long
                rows = [[cell.strip(" \"'") for cell in row] for row in every]
                return _listed([*zip((n for n, _ in present), rows, strict=False)])
    lines = _without_labels(lines)
    flat: Lines = []
    for is_table, part in groupby(lines, lambda pair: _TABLE.fullmatch(pair[1]) is not None):
        if is_table:
            cells = [(n, [c.strip() for c in line.strip()[1:-1].split("|")]) for n, line in part]
            flat += _listed([row for row in cells if re.search(r"[^-:\s]", "".join(row[1]))])
        else:
            flat += part
    return flat


def _without_labels(lines: Lines) -> Lines:
    """Lines below ``Row<tab>Clue``, which begin with their numbers, without these."""
    flat: Lines = []
    for _, part in groupby(lines, lambda pair: bool(pair[1].strip())):
        cells = [(n, [cell.strip() for cell in line.split("\t")]) for n, line in part]
        (first, head), body = cells[0], cells[1:]
        numbers = [row[0] for _, row in body]
        if len(head) > 1 and axis_of(head[0]) and numbers == [*map(str, range(1, len(body) + 1))]:
            flat += [(first, head[0]), *((n, " ".join(row[1:]).strip() or "0") for n, row in body)]
        else:
            flat += [(n, "\t".join(row)) for n, row in cells]
    return flat


def _listed(table: list[tuple[int, list[str]]]) -> Lines:
    """The lists in a table: in each column one, or the whole table is one."""
    if not table:
        return []
    (first, head), body = table[0], table[1:]
    axes = _axes(head)
    listed: Lines = []
    if len({*axes} - {None}) == 2:
        for place, axis in enumerate(axes):
            if axis:
                listed.append((first, f"{axis}s"))
                below = ((number, row[place : place + 1]) for number, row in body)
                listed += [(number, cell) for number, found in below for cell in found if cell]
        return listed
    labels = [NUMBERED.fullmatch(row[0]) for _, row in body]
    if body and all(each and axis_of(each[1], is_marked=True) and not each[3] for each in labels):
        return [(number, f"{row[0]}: {' '.join(row[1:])}") for number, row in body]
    if body and all(axis_of(row[0]) and len(row) > 2 and row[1].isdigit() for _, row in body):
        return [(number, f"{row[0]} {row[1]}: {' '.join(row[2:])}") for number, row in body]
    if any(axes):
        listed.append((first, f"{next(filter(None, axes))}s"))
    elif not re.search(r"[^\W\d_]{2}", " ".join(head)):
        body = table
    start = int([row[0] for _, row in body] == [str(n) for n in range(1, len(body) + 1)])
    return listed + [(number, " ".join(row[start:])) for number, row in body]


def _axes(cells: list[str]) -> list[Axis | None]:
    return [axis_of(cell) for cell in cells]
