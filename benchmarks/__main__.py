"""`nonocsp bench` from a checkout, with the commands ``experiment``, ``publish`` and ``work``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from nonocsp.apps import cli


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    own = {"experiment": "experiments", "publish": "publish", "work": "work"}
    module = own.get(words[0] if words else "")
    if module is None:
        return cli.main(["bench", *words])
    return int(import_module(f".{module}", __package__).main(words[1:]))


if __name__ == "__main__":
    sys.exit(main())
