"""Words that people try first, and the commands and options that they mean."""

from __future__ import annotations

from collections.abc import Collection

from ...core import Options, nearest, quoted
from ...core.base.suggest import SYNONYMS, meant

#: What to type for words that are not commands; a word may stand for several.
_COMMANDS = {
    "solve": "all enumerate find run solution",
    "count": "number",
    "check": "proof prove test unique uniqueness validate verdict",
    "check --card": "card publish",
    "grade": "answer mark",
    "hint": "next tip",
    "explain": "reason reasons step steps trace",
    "rate": "deep depth difficulty length level minutes rating score",
    "diagnose": "diagnosis error errors",
    "repair": "correct fix mend",
    "convert": "export import save transform translate write",
    "render": "display draw image img picture plot print show svg view",
    "render FILE -o FILE.pdf": "booklet pdf sheet",
    "render FILE -o FILE.html": "book booklet html",
    "render FILE -o FILE.png": "png",
    "generate": "create design make new puzzle random",
    "generate --image FILE": "image img picture",
    "bench": "benchmark benchmarks compare measure profile",
    "watch": "ac3 arcs backtrack backtracking search step steps trace tree trees",
    "solve --set probing=on": "probe probing",
    "features": "info inspect statistics stats",
    "shell": "edit editor enter interactive repl",
    "play": "game tui",
    "serve": "browser editor gui notebook notebooks page server ui web",
    "help options": "options",
    "about": "doctor env environment sysinfo",
    "--version": "version",
}
COMMANDS = {
    word: [command for command, others in _COMMANDS.items() if word in others.split()]
    for words in _COMMANDS.values()
    for word in words.split()
}

#: What to type for words that are not options, the first that the command has; after its name, what
#: holds for this command alone. Without dashes it is a sentence.
_OPTIONS = {
    "all solutions are printed unless -n is given": "solve:all",
    "all steps are printed unless -n is given": "explain:all",
    "puzzles have one solution unless --ambiguous is given": "generate:unique",
    "--question": "ask q",
    "messages go to standard error, and 2>/dev/null hides them": "q quiet silent",
    "--number": SYNONYMS["number"],
    "--seconds": SYNONYMS["seconds"],
    "--memory": SYNONYMS["memory"],
    "--workers": SYNONYMS["workers"],
    "--threads": SYNONYMS["threads"],
    "--engine": SYNONYMS["engine"],
    "--set": f"options {SYNONYMS['options']}",
    "--output": "dest destination f file save write",
    "--to": "as output-format type",
    "--format": "convert:from from-format input-format reader",
    "--seed": SYNONYMS["seed"],
    "--stats": "debug statistics v verbose",
    "--version": "v V",
    "--log": "progress trace",
    "--what": "why",
    "--verdict": "proof prove unique",
    "--solution": "show-solution solved with-solution",
    "--depth": "difficulty level",
    "--puzzle all": "all every",
    "`nonocsp --version` prints the version": "version",
}
OPTIONS = {meaning: words.replace("_", "-").split() for meaning, words in _OPTIONS.items()}


def unknown_option(word: str, command: str, known: Collection[str], typed: str = "") -> str:
    """A message of one line about a word that is not an option of a command.

    ``typed``: how it was spelt, if otherwise.

    >>> unknown_option("--limit", "solve", ["--number", "--seconds"])
    "unknown option '--limit'; did you mean '--number'?"
    >>> unknown_option("--numbr=3", "solve", ["--number", "--seconds"])
    "unknown option '--numbr'; did you mean '--number'?"
    """
    flag, shown = (
        each.partition("=")[0] if each.startswith("--") else each[:2]
        for each in (word, typed or word)
    )
    bare = flag.lstrip("-")
    near = nearest(flag, known)
    for meaning, words in OPTIONS.items():
        is_known = meaning[0] != "-" or meaning.split()[0] in known
        if is_known and (bare in words or f"{command}:{bare}" in words):
            near = meaning
            break
    if near is None and "--set" in known:
        name = meant(bare, Options.table(), typos=False)
        near = f"--set {name}=VALUE" if name else None
    if near is None or near[0] == "-":
        return f"unknown option {quoted(shown)}" + f"; did you mean {near!r}?" * bool(near)
    return f"unknown option {quoted(shown)}; {near}"
