"""Fuzz what reads files: whatever the content, it is read or refused by a FormatError.

    python tests/tools/fuzz_formats.py --seconds 60
    python tests/tools/fuzz_formats.py --seconds 600 --format webpbn

The fuzzer is atheris (``python -m pip install atheris``), guided by the lines of the readers that
an input reaches. It begins with a sample of every format. The first byte of an input chooses the
format, or guessing; the others are the content. It stops at the first finding: any exception that
is no FormatError, a message of several lines, an input that takes ten seconds or 2 GiB. The finding
is left in a file, which the option --replay reads.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import warnings
import zlib
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["nonocsp"]):
    import nonocsp.files.formats
    from nonocsp.files.formats import format_named, formats

    formats()  # imports the modules of all formats
import nonocsp.core.kernel  # noqa: F401  # now, so that the first use of it is no slow input

sys.path.insert(0, str(Path(__file__).parent))
from samples import SAMPLES, files, read_or_refused, records_or_refused

#: The choices of the first byte: the name of a format, or of a file; None guesses.
CHOICES: list[str | None] = [None, *SAMPLES, *files()]


def check(data: bytes) -> None:
    """Read one input, and write again what was read."""
    name = CHOICES[data[0] % len(CHOICES)] if data else None
    content: bytes | str = data[1:]
    if name in files():
        records_or_refused(name, data[1:])
        return
    if name is not None and not format_named(name).binary:
        content = data[1:].decode("utf-8", "replace")
    read_or_refused(content, name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=int, default=60, help="seconds to run")
    parser.add_argument("--format", choices=CHOICES[1:], help="only this format, not guessed")
    parser.add_argument("--replay", metavar="FILE", help="check one input that was left behind")
    parser.add_argument("--length", type=int, default=2000, help="longest input, in bytes")
    parser.add_argument(
        "--seed", type=int, default=int(time.time()), help="default: from the clock"
    )
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    if chosen.replay:
        check(Path(chosen.replay).read_bytes())
        return
    if chosen.format:
        CHOICES[:] = [chosen.format]
    print(f"seed {chosen.seed}", flush=True)
    with tempfile.TemporaryDirectory() as corpus:
        for index, name in enumerate(CHOICES):
            every = SAMPLES | files()
            for sample in [every[name]] if name else SAMPLES.values():
                data = sample.encode() if isinstance(sample, str) else sample
                path = Path(corpus) / f"{index}-{zlib.crc32(data)}"
                path.write_bytes(bytes([index]) + data)
        limits = [
            f"-seed={chosen.seed}",
            f"-max_total_time={chosen.seconds}",
            "-timeout=10",
            "-rss_limit_mb=2048",
        ]
        others = [f"-max_len={chosen.length}", "-artifact_prefix=/tmp/nonocsp-", "-verbosity=1"]
        atheris.Setup([sys.argv[0], *limits, *others, corpus], check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
