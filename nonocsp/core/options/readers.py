"""What an engine does not read of its options, with the name of what takes it.

What reads an option stands in its metadata: an engine, or the kernel with one of its strategies.
An option counts as given where it differs from its default.
"""

from __future__ import annotations

from collections.abc import Container

from ..base.errors import OptionError
from . import plugins
from .options import Options

#: The engines that are built in.
ENGINES = ("kernel", "textbook")
plugins.built_in["engine"] = ENGINES


def plugins_of(options: Options) -> dict[str, str]:
    """The plugins that options name, by their kinds."""
    table = options.table()
    named = {kind: getattr(options, kind) for kind in plugins.GROUPS if kind in table}
    return {k: name for k, name in named.items() if name not in table[k].metadata["choices"]}


def check_readers(options: Options, engine: str, extra: Container[str] = ()) -> None:
    """Check that an engine reads every option that differs from its default.

    Args:
        engine: the name of the engine.
        extra: the options that it reads, of an engine from a plugin.

    Raises:
        OptionError: it does not read one of them; with what does.

    >>> check_readers(Options(domains="implicit"), "kernel")
    Traceback (most recent call last):
        ...
    nonocsp.OptionError: the engine kernel does not read the option domains; the \
engine textbook takes it
    """
    for problem in unread(options, engine, extra).values():
        raise OptionError(problem)


def unread(options: Options, engine: str, extra: Container[str] = ()) -> dict[str, str]:
    """The options that an engine does not read, each with a sentence that says what does.

    Arguments as for `check_readers`.
    """
    found, table, own = {}, options.table(), plugins_of(options)
    reader = f"kernel:{options.strategy}" if engine == "kernel" else engine
    for name, value in options.changed().items():
        known = table[name].metadata
        if name in extra:
            continue
        if name == "checked" and not own and engine in ENGINES:
            found[name] = "the option checked is about plugins, and none is used"
        is_theirs = value in known.get("textbook_only", ()) or own.get(name) == value
        if engine == "kernel" and is_theirs and "textbook" in known["readers"]:
            problem = f"the engine kernel has no {name} {value!r}"
            found[name] = f"{problem}; the engine textbook takes it"
        elif name != "checked" and reader not in known["readers"]:
            found[name] = _sentence(engine, options.strategy, name, known["readers"])
    return found


def _sentence(engine: str, strategy: str, name: str, readers: tuple[str, ...]) -> str:
    """That an engine does not read an option, and what does."""
    who, takers = f"the engine {engine}", []
    for reader in readers:
        other, _, needed = reader.partition(":")
        if other == engine:
            who = f"the engine {engine} with strategy={strategy}"
            takers.append(f"strategy={needed}")
        elif needed == "textbook":
            takers.append("the engine kernel with strategy=textbook")
        else:
            takers.append(f"the engine {other}")
    if len(takers) == 2 and all(reader.startswith("kernel") for reader in readers):
        takers = ["the engine kernel"]
    takers = sorted(takers, key=len)
    return f"{who} does not read the option {name}; {' or '.join(takers)} takes it"


def words_of(readers: tuple[str, ...]) -> str:
    """What reads an option, in words; the strategy only where it matters.

    >>> words_of(("textbook", "kernel:learning"))
    'textbook, kernel with strategy=learning'
    """
    engines = [reader.partition(":")[0] for reader in readers]
    words = [
        engine if engines.count(engine) > 1 else reader.replace(":", " with strategy=")
        for engine, reader in zip(engines, readers, strict=True)
    ]
    return ", ".join(dict.fromkeys(words))
