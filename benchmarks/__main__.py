"""`nonocsp bench` from a checkout, with the commands ``publish`` and ``work`` besides."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from nonocsp.apps import cli

from . import publish, work


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    own = {"publish": publish.main, "work": work.main}.get(words[0] if words else "")
    return own(words[1:]) if own else cli.main(["bench", *words])


if __name__ == "__main__":
    sys.exit(main())
