"""`nonocsp bench` from a checkout, with the command ``publish`` besides."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from nonocsp.apps import cli

from . import publish


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return publish.main(words[1:]) if words[:1] == ["publish"] else cli.main(["bench", *words])


if __name__ == "__main__":
    sys.exit(main())
