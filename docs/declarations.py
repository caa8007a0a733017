"""What the package for JavaScript exports, from the JSDoc comments of its sources.

TypeScript checks these comments against the code, and makes the declarations of the package from
them (`.ci/npm`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "nonocsp/apps/javascript"

#: What the entries of the package export: names by the files that document them.
EXPORTS = {
    "nonocsp": {
        "library/answers.js": ("check", "solve", "count", "tighten", "hint", "card"),
        "library/index.js": ("solutions", "generate"),
        "library/formats.js": ("read", "write"),
        "library/generate.js": ("puzzleOf",),
    },
    "nonocsp/game": {
        "game/game.js": ("isUnique", "check", "count", "hint", "generate"),
        "library/generate.js": ("puzzleOf",),
    },
    "nonocsp/sync": {"library/sync.js": ("load",)},
    "errors": {
        "library/puzzle.js": ("PuzzleError",),
        "library/checks.js": ("OptionError",),
        "library/answers.js": ("LimitReached",),
    },
}
TYPES = {
    "library/index.js": ("Options",),
    "library/puzzle.js": ("Puzzle", "Clue", "Block", "Length", "Joint", "Colour", "Rows"),
    "library/answers.js": ("Card", "Reason"),
    "library/kernel_questions.js": ("Verdict", "Bounds"),
    "library/hints.js": ("Hint", "Line", "Conclusion", "Fact", "Phrase"),
    "library/generate.js": ("Order", "Made"),
}

#: The names that a comment stands before: exported ones, and methods.
NAMED = re.compile(
    r"/\*\*(?P<comment>(?:(?!\*/).)*)\*/\n"
    r"(?:export (?:default )?(?:async )?(?:function\*?|class|const) |  (?=\*?[a-z]\w*\(.*\{$))"
    r"\*? ?(?P<name>\w+)",
    re.S | re.M,
)
COMMENT = re.compile(r"/\*\*((?:(?!\*/).)*)\*/", re.S)


@dataclass(frozen=True)
class Documented:
    """A name with what its comment says."""

    name: str
    text: str
    parameters: tuple[tuple[str, str], ...]  # name and type; in brackets if it may be left out
    returns: str

    def signature(self, promised: bool = False) -> str:
        """As TypeScript writes it."""
        taken = ", ".join(
            f"{name.strip('[]')}{'?' * name.startswith('[')}: {kind}"
            for name, kind in self.parameters
        )
        is_sync = not promised or re.match("Promise|AsyncGenerator", self.returns)
        given = self.returns if is_sync else f"Promise<{self.returns}>"
        return f"{self.name}({taken})" + f": {given}" * bool(given)


@cache
def documented(file: str) -> dict[str, Documented]:
    """The names of a file."""
    source = (SOURCES / file).read_text(encoding="utf-8")
    return {
        found["name"]: _read(found["name"], found["comment"]) for found in NAMED.finditer(source)
    }


def types(file: str) -> dict[str, str]:
    """The types that a file defines, without those that it takes from others."""
    source = (SOURCES / file).read_text(encoding="utf-8")
    found = {}
    for comment in COMMENT.findall(source):
        for _, kind, name, _ in _tags(_plain(comment)):
            if name and not re.fullmatch(r"import\([^)]*\)\.\w+", kind):
                found[name] = _short(kind)
    return found


def _plain(comment: str) -> str:
    """A comment without its stars, on lines as they are."""
    return re.sub(r"^ *\* ?", "", comment, flags=re.M).strip()


def _tags(text: str, wanted: str = "typedef") -> Iterator[tuple[str, str, str, str]]:
    """Tags of a comment: tag, type, name, rest."""
    for found in re.finditer(r"@(\w+) \{", text):
        if found[1] == wanted:
            depth, at = 1, found.end()
            while depth:
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            rest = re.match(r"\s*(\[?\w*\]?)(.*)", text[at:])
            assert rest is not None
            yield found[1], text[found.end() : at - 1], rest[1], rest[2]


def _short(kind: str) -> str:
    return re.sub(r'import\("[^"]*"\)\.', "", " ".join(kind.split())).replace("{{", "{ ")


def _read(name: str, comment: str) -> Documented:
    plain = _plain(comment)
    text = re.split(r"(?:^|\s)@\w", plain, maxsplit=1)[0]
    parameters = tuple((each, _short(kind)) for _, kind, each, _ in _tags(plain, "param"))
    returns = next((_short(kind) for _, kind, _, _ in _tags(plain, "returns")), "")
    return Documented(name, " ".join(text.split()), parameters, returns)
