"""Headings above clues, in the larger languages of Europe: ``Rows:``, ``Spalten``, ``Ligne 3:``."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, NamedTuple, TypeAlias

Axis: TypeAlias = Literal["row", "column"]


def plain(text: str) -> str:
    """A text in lower case and without accents."""
    text = text.casefold().replace("æ", "ae").replace("ø", "o").replace("ı", "i")
    parts = unicodedata.normalize("NFD", text)
    return "".join(char for char in parts if not unicodedata.combining(char))


#: What rows and columns are called: nouns; then directions, which count only where there is no
#: noun, as there is in "columns, from top to bottom".
_NOUNS: dict[Axis, str] = {
    "row": """
        row rows zeile zeilen reihe reihen ligne lignes rangee rangees rang rangs fila filas renglon
        renglones riga righe linha linhas rij rijen wiersz wiersze wierszy rzad rzed rzedy radek
        radky radku rada rady radok riadok riadky rad rader raden raekke raekker rekke rekker rivi
        rivit vaakarivi vaakarivit sor sorok rand randuri rind rindas eilute eilutes redovi
        retci vrstica vrstice satir satirlar строка строки строк ряд ряды рядок рядки редове γραμμη
        γραμμες""",
    "column": """
        column columns col cols spalte spalten kolonne kolonnen kolonner colonne colonnes columna
        columnas colonna coluna colunas kolom kolommen kolumna kolumny kolumn sloupec sloupce
        sloupcu stlpec stlpce kolumner kolonn kolonner kolonnerne sojle sojler sarake sarakkeet
        pystyrivi pystyrivit oszlop oszlopok coloana coloane stulpelis kolona kolone stupac stupci
        stolpec stolpci sutun sutunlar столбец столбцы столбцов колонка колонки стовпець стовпці
        колони στηλη στηλες""",
}
_DIRECTIONS: dict[Axis, str] = {
    "row": """
        across horizontal horizontals horizontally left waagerecht waagrecht links horizontalement
        gauche horizontales horizontale izquierda orizzontali orizzontale horizontais esquerda
        horizontaal poziomo vodorovne vagrat vandret vaakasuora горизонтали горизонталь""",
    "column": """
        down vertical verticals vertically top senkrecht oben verticalement haut verticales
        verticale arriba verticali verticais verticaal pionowo svisle lodratt lodret pystysuora
        вертикали вертикаль""",
}
#: Letters that count only with a sign behind them, as in "R1:".
_LETTERS: dict[Axis, str] = {"row": "r z f l", "column": "c s"}

_AXES: list[dict[str, Axis]] = [
    {plain(word): axis for axis in ("row", "column") for word in words[axis].split()}
    for words in (_NOUNS, _DIRECTIONS, _LETTERS)
]

_SIGN = re.compile(r"[:=：]|(?<=\w) [-–] ")
_LONGEST, _MOST_WORDS = 60, 5
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]$")
_INDEX = re.compile(r"[0-9]{1,5}")
_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

#: Where a second heading begins in a text of one line.
_INSIDE = re.compile(
    rf"[;,.|]?[ \t]+(?=(?:{'|'.join({*_AXES[0], *_AXES[1]})})[ \t]*[:=])", re.IGNORECASE
)


class Heading(NamedTuple):
    """A line that begins with a heading."""

    axis: Axis
    number: int | None
    """The number of the only line that it is about."""
    rest: str
    """What stands behind it."""


def heading(line: str) -> Heading | None:
    """The heading that a line begins with, if it does.

    >>> heading("Řádky (shora): 1 1, 2")
    Heading(axis='row', number=None, rest='1 1, 2')
    >>> heading("col 3 = 2"), heading("3 2")
    (Heading(axis='column', number=3, rest='2'), None)
    """
    sign = _SIGN.search(line[: _LONGEST + 1])
    head, rest = (line[: sign.start()], line[sign.end() :]) if sign else (line, "")
    if len(head) > _LONGEST or not _WORD.search(head):  # most lines are clues
        return None
    bare = _ASIDE.sub(" ", head) if _ASIDE.sub(" ", head).strip(" #*_") else head
    numbers = _INDEX.findall(bare)
    words = _words(bare)
    axis = axis_of(bare, is_marked=sign is not None)
    # Without a sign, a line of more than a few words is a title or remark.
    if axis is None or len(numbers) > 1 or len(words) > _MOST_WORDS - 2 * (sign is None):
        return None
    if numbers and not sign:
        return None
    return Heading(axis, int(numbers[0]) if numbers else None, rest.strip(" \t*_"))


def _words(text: str) -> list[str]:
    return _WORD.findall(plain(_CAMEL.sub(" ", text)))


def axis_of(text: str, *, is_marked: bool = False) -> Axis | None:
    """What a heading is about; None if this is neither rows nor columns, or both.

    Args:
        text: the heading without its sign.
        is_marked: a sign stands behind it, so that single letters count.
    """
    words = _words(text)
    for known in _AXES if is_marked else _AXES[:-1]:
        found = {known[word] for word in words if word in known}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def parts_of_line(line: str) -> list[str]:
    """A line with the headings of both sides, as the lines that they would be otherwise."""
    return _INSIDE.split(line, maxsplit=1)
