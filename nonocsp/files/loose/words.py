"""What people call rows and columns, and the other things of a puzzle: one table of data.

Names of members of objects, headings of lists and of tables, and labels of single clues are all
looked up here.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

Axis: TypeAlias = Literal["row", "column"]

#: The other side of each.
OTHER: dict[Axis, Axis] = {"row": "column", "column": "row"}


def plain(text: str) -> str:
    """A text in lower case and without accents."""
    text = text.casefold().replace("æ", "ae").replace("ø", "o").replace("ı", "i").replace("ł", "l")
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
        γραμμες 行 横 よこ ヨコ 가로""",
    "column": """
        column columns col cols spalte spalten kolonne kolonnen kolonner colonne colonnes columna
        columnas colonna coluna colunas kolom kolommen kolumna kolumny kolumn sloupec sloupce
        sloupcu stlpec stlpce kolumner kolonn kolonner kolonnerne sojle sojler sarake sarakkeet
        pystyrivi pystyrivit oszlop oszlopok coloana coloane stulpelis kolona kolone stupac stupci
        stolpec stolpci sutun sutunlar столбец столбцы столбцов колонка колонки стовпець стовпці
        колони στηλη στηλες 列 縦 竖 たて タテ 세로""",
}
_DIRECTIONS: dict[Axis, str] = {
    "row": """
        across horizontal horizontals horizontally hor hori left side waagerecht waagrecht links
        horizontalement gauche horizontales horizontale izquierda orizzontali orizzontale sinistra
        horizontais esquerda horizontaal poziomo lewo vodorovne vlevo vagrat vandret vaakasuora
        yatay горизонтали горизонталь слева""",
    "column": """
        down vertical verticals vertically ver vert top upper above senkrecht oben verticalement
        haut verticales verticale arriba verticali alto verticais cima verticaal boven pionowo gora
        svisle nahore lodratt lodret pystysuora dikey вертикали вертикаль сверху""",
}
#: Letters that count only with a sign behind them, as in "R1:", or as the name of a member.
_LETTERS: dict[Axis, str] = {"row": "r z f l", "column": "c s"}

#: What people write for a line without blocks.
_EMPTY = """
    0 - – — [] () {} null nil "" '' • ø none empty blank nothing leer nichts keine vide rien vacia
    vacio vuota vuoto nada vazia vazio leeg geen pusta puste brak prazdny prazdna nic tom tomt ingen
    bos yok ures пусто нет なし 空 无"""
EMPTY = {"", *_EMPTY.split()}

#: Words that some programs use the other way round: the clues of a vertical line stand above it.
UNCLEAR = {"ver", "hor", "vert", "hori", "v", "h", "vertical", "horizontal"}

_AXES: list[dict[str, Axis]] = [
    {plain(word): axis for axis in ("row", "column") for word in words[axis].split()}
    for words in (_NOUNS, _DIRECTIONS, _LETTERS)
]

#: What other members and headings are, by the words in their names; the surest picture first.
_OTHERS: dict[str, str] = {
    "solution": "solution solutions answer goal target losung solucion soluzione resenje",
    "picture": """
        picture grid image bitmap pixels matrix board cells drawing art pattern bild
        imagen dibujo immagine dessin grille gitter raster""",
    "title": "title name titel titre titulo titolo nazev nazwa",
    "author": "author autor auteur autore creator by",
    "copyright": "copyright",
    "source": "source url link quelle",
    "description": "description comment note notes",
    "size": "size sizes dimension dimensions dim grosse taille tamano shape",
    "width": "width w breite largeur ancho larghezza largura ncols numcols numcolumns nc",
    "height": "height h hohe hauteur alto altezza altura nrows numrows nr",
    "palette": "colors colours color colour palette farben couleurs colores colori cores legend",
    "length": "length len count number num n size value val run run_length runlength amount",
    "colour": "color colour c col farbe couleur symbol kind ink paint",
    "text": "text problem task content data definition puzzle nonogram body raw",
    "clue": "clue clues hint hints runs blocks values numbers rule constraint",
}
_ROLES = {word: role for role, words in reversed(_OTHERS.items()) for word in words.split()}

#: What stands behind a word for rows and columns in one word, as in "colclues".
_TAILS = re.compile(
    r"(?:clues?|hints?|constraints?|rules?|numbers?|nums?|inputs?|runs?|defs?|definitions?|data"
    r"|lists?|values?|info|blocks?|labels?|headers?|keys?|specs?|sums?|groups?|hinweise?|vorgaben?|zahlen|s)+"
)

_SIGN = re.compile(r"[:=：]|(?<=\w) [-–] |(?<=[^\W\d_])[ \t]*\|(?=.*[0-9])")
_LONGEST, _MOST_WORDS = 60, 5
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]$")
_INDEX = re.compile(r"[0-9]{1,5}")
_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

#: Where a second heading begins in a text of one line.
_INSIDE = re.compile(
    rf"[;,.|]?(?<![ \t])[ \t]+(?=(?:{'|'.join({*_AXES[0], *_AXES[1]})})[^\W\d_]{{0,9}}[ \t]*[:=])",
    re.I,
)


class Heading(NamedTuple):
    """A line that begins with a heading."""

    axis: Axis
    number: int | None
    """The number of the only line that it is about."""
    rest: str
    """What stands behind it."""
    word: str
    """The heading as it stands."""


def heading(line: str) -> Heading | None:
    """The heading that a line begins with, if it does.

    >>> heading("Řádky (shora): 1 1, 2")
    Heading(axis='row', number=None, rest='1 1, 2', word='Řádky (shora)')
    >>> heading("col 3 = 2").number, heading("3 2")
    (3, None)
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
    number = int(numbers[0]) if numbers else None
    rest = re.sub(r"\A[*_]{2}|[*_]{2}\Z", "", rest.strip(" \t_")).strip()
    return Heading(axis, number, rest, head.strip(" \t#*_-\"'"))


def _words(text: str) -> list[str]:
    return _WORD.findall(plain(_CAMEL.sub(" ", text[:_LONGEST])))


@lru_cache(maxsize=1 << 10)
def axis_of(text: str, *, is_marked: bool = False) -> Axis | None:
    """What a name or a heading is about; None if this is neither rows nor columns, or both.

    Args:
        text: the name, or the heading without its sign.
        is_marked: a sign stands behind it, or it is the name of a member: single letters count.

    >>> axis_of("topHints"), axis_of("Spalten"), axis_of("row-clues"), axis_of("R", is_marked=True)
    ('column', 'column', 'row', 'row')
    """
    words = _words(text)
    for known in _AXES if is_marked and len(words) == 1 else _AXES[:-1]:
        found = [axis for word in words for axis, _ in _in(known, word)]
        if found:  # "top, from the left" is about what is first
            return found[0] if len({*found}) == 1 or known is _AXES[1] else None
    return None


def _in(known: dict[str, Axis], word: str) -> list[tuple[Axis, str]]:
    """The axis of a word and what follows in it, as in "colclues"; empty for other words."""
    if word in known:
        return [(known[word], "")]
    ends = range(len(word) - 1, 2, -1)
    if not word.isascii():  # no blanks are between the words of Chinese and Japanese
        ends = range(2, 0, -1) if word[0] > "⺀" else range(0)
    for end in ends:
        if word[:end] in known and (end < 3 or _TAILS.fullmatch(word[end:])):
            return [(known[word[:end]], word[end:])]
    return []


@lru_cache(maxsize=1 << 10)
def rest_of(name: str) -> str:
    """A name without its word for rows or columns: pairs of names have the same rest.

    >>> rest_of("rowClues") == rest_of("colclues"), rest_of("rows")
    (True, '')
    """
    words = _words(name)
    for known in _AXES:
        tails = {word: found[0][1] for word in words if (found := _in(known, word))}
        if tails:
            rest = " ".join(filter(None, (tails.get(word, word) for word in words)))
            return re.sub(r"s\b", "", rest)
    return " ".join(words)


@lru_cache(maxsize=1 << 10)
def role_of(name: str) -> str:
    """What a member of this name is, besides rows and columns: a word of the table; or empty.

    >>> role_of("solutionGrid"), role_of("n_cols"), role_of("wall")
    ('solution', 'width', '')
    """
    words = _words(name)
    joined = "".join(words)
    if joined in _ROLES:
        return _ROLES[joined]
    found = [_ROLES[word] for word in words if word in _ROLES]
    return min(found, key=[*_OTHERS].index) if found else ""


def parts_of_line(line: str) -> list[str]:
    """A line with the headings of both sides, as the lines that they would be otherwise."""
    return _INSIDE.split(line, maxsplit=1)
