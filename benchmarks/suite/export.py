"""Tables as Markdown, and by pandas as LaTeX and CSV."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

#: What LaTeX reads as something else.
_LATEX = {
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "±": r"$\pm$",
    "µ": r"$\mu$",
    "×": r"$\times$",
    "–": "--",
}

#: Names of engines longer than this are wrapped in LaTeX, and numbered as heads of columns.
LONG = 24


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first columns hold words and whose others hold numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1

    def __str__(self) -> str:
        """As Markdown."""
        rule = [*[":--"] * self.words, *["--:"] * (len(self.head) - self.words)]
        lines = (self.head, rule, *self.rows)
        return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

    def latex(self, caption: str) -> str:
        """As a table of LaTeX with the rules of booktabs."""
        from .engine_times import pd

        longest = max(len(row[0]) for row in self.rows)
        first = r"p{0.3\textwidth}" if longest > LONG else "l"
        columns = first + "l" * (self.words - 1) + "r" * (len(self.head) - self.words)
        frame = pd.DataFrame([map(latex, row) for row in self.rows])
        # pandas formats a header as if it were a pattern.
        head = [latex(name).replace("{", "{{").replace("}", "}}") for name in self.head]
        how = {"header": head, "caption": latex(caption), "column_format": columns}
        return str(frame.to_latex(index=False, escape=False, **how)).rstrip("\n")


def latex(text: str) -> str:
    """Text for LaTeX, where long names of engines may be broken, but no numbers.

    >>> print(latex("kernel:seed=1, 10,000 nodes"))
    kernel:\\allowbreak{}seed=\\allowbreak{}1, 10,000 nodes
    """
    escaped = "".join(_LATEX.get(char, char) for char in text)
    return re.sub(r"([:=]|,(?!\d{3}\b)|\\_)(?=\S)", r"\1\\allowbreak{}", escaped)


def csv_text(rows: Any) -> str:
    """Rows as CSV, with a head."""
    from .engine_times import pd

    return str(pd.DataFrame(rows, dtype=object).to_csv(index=False, lineterminator="\n")).rstrip(
        "\n"
    )
