"""One's own techniques: the engines that measure the plugins of a file, beside ours."""

from __future__ import annotations

from pathlib import Path

from nonocsp.core.options import plugins

from .engines import ENGINES, Engine
from .spec import Value

#: What the kernel leaves out with a decision heuristic in Python (see
#: `nonocsp.core.kernel.decision`); named in the options, so that such an engine is compared with
#: one that leaves it out, too.
LEFT_OUT: dict[str, Value] = {"dives": False, "lucky": False}

#: The kinds of plugins that are options, with the engine that has the option.
_BASES = {
    "propagation": "textbook",
    "ordering": "textbook",
    "values": "textbook",
    "decision": "kernel",
}


def engines_of(path: Path) -> list[Engine]:
    """An engine for each plugin that a file registers.

    A technique is measured in the engine that has its option, all other options at their defaults,
    except that a decision heuristic goes with `LEFT_OUT`.
    If the file has techniques for several options of one engine, they are also measured together,
    the first of each.

    Raises:
        OptionError: the file cannot be read, fails, or registers nothing.
    """
    found = []
    together: dict[str, dict[str, Value]] = {}
    for kind, name in plugins.load_file(path):
        base = _BASES.get(kind)
        if base is None:
            foreign = f"{__package__}.adapters.ours:Foreign"
            found.append(Engine(name, foreign, {"engine": name}, f"of {path.name}", str(path)))
            continue
        together.setdefault(base, {}).setdefault(kind, name)
        found.append(_engine(base, {kind: name}, path))
    found += [_engine(base, own, path) for base, own in together.items() if len(own) > 1]
    return found


def _engine(base: str, options: dict[str, Value], path: Path) -> Engine:
    words = ",".join(f"{kind}={name}" for kind, name in options.items())
    every = {**LEFT_OUT, **options} if "decision" in options else options
    return Engine(f"{base}:{words}", ENGINES[base].adapter, every, f"of {path.name}", str(path))
