"""Tables as Markdown and LaTeX, and the figures of records as CSV, in seconds."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from .engine_times import EngineTimes
from .paired import against

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
        longest = max(len(row[0]) for row in self.rows)
        first = r"p{0.3\textwidth}" if longest > LONG else "l"
        columns = first + "l" * (self.words - 1) + "r" * (len(self.head) - self.words)
        head, *rows = (" & ".join(map(latex, cells)) for cells in (self.head, *self.rows))
        return "\n".join(
            [
                r"\begin{table}",
                rf"\caption{{{latex(caption)}}}",
                r"\small\centering",
                rf"\begin{{tabular}}{{{columns}}}",
                r"\toprule",
                rf"{head} \\",
                r"\midrule",
                *(rf"{row} \\" for row in rows),
                r"\bottomrule",
                r"\end{tabular}",
                r"\end{table}",
            ]
        )


def latex(text: str) -> str:
    """Text for LaTeX, where long names of engines may be broken, but no numbers.

    >>> print(latex("kernel:seed=1, 10,000 nodes"))
    kernel:\\allowbreak{}seed=\\allowbreak{}1, 10,000 nodes
    """
    escaped = "".join(_LATEX.get(char, char) for char in text)
    return re.sub(r"([:=]|,(?!\d{3}\b)|\\_)(?=\S)", r"\1\\allowbreak{}", escaped)


def csv_rows(times: Mapping[str, EngineTimes], base: str, about: Mapping[str, Any]) -> list[Any]:
    """The figures of each engine as numbers, times in seconds, after what is about the table."""
    tests = {test.engine: test for test in against(base, times)}
    rows = []
    for name, own in times.items():
        solved, par2 = own.seeds()
        row = {
            **about,
            "engine": name,
            "puzzles": len(own.statuses),
            "solved": len(own.seconds),
            "wrong": sum(status == "wrong" for status in own.statuses.values()),
            "par2": own.par2,
            "seeds": len(solved),
            "solved_mean": fmean(solved),
            "solved_deviation": stdev(solved) if len(solved) > 1 else "",
            "par2_deviation": stdev(par2) if len(par2) > 1 else "",
            "memory": own.peak_memory or "",
            "base": base,
        }
        test = tests.get(name)
        low, high = test.bounds if test else ("", "")
        row |= {"ratio": test.ratio if test else "", "ratio_low": low, "ratio_high": high}
        rows.append(row | {"p": test.p if test else ""})
    return rows


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV, with a head."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().rstrip("\n")
