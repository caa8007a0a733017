"""Ctrl-C, or another request to end, at a random moment in every command.

    python tests/tools/interrupt.py --times 1000
    python tests/tools/interrupt.py --times 50 --command "count" --seed 7

Every command runs in a process of its own that gets the signal after a random time, half of them in
the first 0.3 seconds, while Python and the package are loaded. Wrong are a traceback, an exit code
other than 130 or that of the whole command, an output that is not whole, a file left behind, and a
process that goes on. What comes before the first line of the program is counted apart: Python's
own start. So is an end by the signal itself: only long commands take another signal than Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import nonocsp as nc

ROOT = Path(__file__).parents[2]

#: Seconds after Ctrl-C until a command must have ended.
PATIENCE = 120.0

#: A puzzle that takes long for every question, one with many solutions, and a picture.
SLOW, MANY, LIBRARY = "slow.non", "many.non", str(ROOT / "input")

#: The command lines, with the codes of their own ends. OUT is replaced by a file.
COMMANDS: dict[str, tuple[str, tuple[int, ...]]] = {
    "solve": (f"solve {MANY} -o OUT", (0,)),
    "solve, from": (f"solve {MANY} --from 5 --json -o OUT", (0,)),
    "count": (f"count {SLOW} -o OUT", (0,)),
    "count, with proof": (f"count {MANY} --proof OUT", (0,)),
    "estimate": (f"estimate {SLOW} --json -o OUT", (0, 3)),
    "sample": (f"sample {SLOW} -o OUT", (0,)),
    "check": (f"check {SLOW} --json -o OUT", (0,)),
    "check, with proof": (f"check {SLOW} --proof OUT", (0,)),
    "verify": ("verify heart.non heart.proof", (0,)),
    "grade": ("grade heart.non heart.proof", (0,)),
    "hint": (f"hint {SLOW} -o OUT", (0,)),
    "explain": (f"explain {SLOW} --html -o OUT", (0,)),
    "rate": (f"rate {SLOW} {LIBRARY} -o OUT", (0, 1)),
    "diagnose": (f"diagnose {SLOW} -o OUT", (0,)),
    "convert": (f"convert {LIBRARY} --solve -o OUT.jsonl", (0, 2)),
    "formats": ("formats", (0,)),
    "render": (f"render {SLOW} --steps -o OUT.gif", (0, 3)),
    "repair": (f"repair {LIBRARY}/starry-night.json -o OUT.json", (0,)),
    "generate": ("generate 40 -n 500 --seed 1 -o OUT.jsonl", (0,)),
    "dataset": ("dataset 6 -n 2000 -o OUT", (0,)),
    "batch": (f"batch {LIBRARY} {SLOW} --question count -o OUT", (0, 1, 2)),
    "audit": (f"audit {LIBRARY} {SLOW} --state OUT -o OUT.html", (1,)),
    "features": (f"features {LIBRARY}", (0,)),
    "bench": ("bench run --puzzles tiny --puzzles random --engine kernel -o OUT", (0,)),
    "help": ("help count", (0,)),
    "completion": ("completion bash", (0,)),
    "serve": ("serve --port 0", (0,)),
    "shell": ("shell heart.non", (0,)),
    "play": ("play heart.non", (0,)),
    # Without a compiler for WebAssembly it ends with an error.
    "build-page": ("build-page OUT", (0, 1, 2)),
}

#: Ctrl-C most often.
SIGNALS = (signal.SIGINT, signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

#: The commands that need a terminal.
IN_TERMINAL = ("play",)


@dataclass
class Trial:
    """One run of a command that was interrupted."""

    code: int | None
    said: str
    fault: str = ""


def prepare(folder: Path) -> None:
    """The files that the commands read."""
    draw = random.Random(1)
    cells = [[int(draw.random() < 0.3) for _ in range(25)] for _ in range(25)]
    nc.write(nc.Puzzle.from_picture(cells, goals=()), folder / SLOW)
    nc.write(nc.Puzzle([[1]] * 8, [[1]] * 8), folder / MANY)
    heart = nc.read(ROOT / "input" / "heart.txt")
    nc.write(heart.replace(goals=()), folder / "heart.non")
    nc.prove(heart).save(folder / "heart.proof")


def interrupted(folder: Path, name: str, delay: float, number: int = signal.SIGINT) -> Trial:
    """Run a command and send it a signal after some seconds."""
    line, codes = COMMANDS[name]
    before = set(os.listdir(folder))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(folder / "state")}
    own, terminal = pty.openpty() if name in IN_TERMINAL else (None, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "nonocsp", *line.split()],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE if terminal is None else terminal,
        stdout=subprocess.PIPE if terminal is None else terminal,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell lets processes in the background ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    if own is not None and terminal is not None:
        os.close(terminal)
        threading.Thread(target=_read_terminal, args=[own], daemon=True).start()
    time.sleep(delay)
    process.send_signal(number)
    try:
        printed, said = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        printed, said = process.communicate()
        return Trial(None, said, "goes on")
    trial = Trial(process.returncode, said)
    stopped = 128 + number
    # Python does not handle signals yet, or it is another signal than Ctrl-C.
    if process.returncode == -number and (not said or number != signal.SIGINT):
        trial.fault = "Python"
    elif "Traceback" in said or "Exception ignored" in said:
        trial.fault = "Python" if is_early(said) else "traceback"
    elif process.returncode not in (stopped, *codes):
        trial.fault = f"exit code {process.returncode}"
    elif process.returncode == stopped and "interrupt" not in said + (printed or ""):
        trial.fault = "says nothing"
    else:
        files = set(os.listdir(folder)) - before - {"state"}
        trial.fault = _wrong_files(folder, files, said, process.returncode == stopped)
    for new in set(os.listdir(folder)) - before - {"state"}:
        path = folder / new
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return trial


def _read_terminal(own: int) -> None:
    """Take what a program writes to its terminal, which would else be full."""
    with contextlib.suppress(OSError):  # the program has ended
        while os.read(own, 1 << 16):
            pass
    os.close(own)


def is_early(said: str) -> bool:
    """Whether a traceback is from before the first statement that may be interrupted."""
    files = [line.split('"')[1] for line in said.splitlines() if line.startswith('  File "')]
    ours = [file for file in files if file.startswith(f"{ROOT}/nonocsp/")]
    is_main = all(file.endswith(("nonocsp/__init__.py", "base/display.py")) for file in ours)
    is_start = any(text in said for text in ("<frozen", "site.py", '"<string>", line 0,'))
    return is_main and is_start and "Exception ignored" not in said


def _wrong_files(folder: Path, new: set[str], said: str, was_stopped: bool) -> str:
    """What is wrong with the files that a command left; empty if nothing is."""
    expected = {"OUT", "OUT.jsonl", "OUT.gif", "OUT.cnf"}
    if not was_stopped:  # the signal came when all was done
        expected.add("OUT.json")
    for name in new:
        if name not in expected:
            return f"left {name}"
        if (folder / name).is_dir():
            # Of a page, of a data set, and of one that goes on.
            whole = ("index.html", "README.md", "unfinished.jsonl")
            if not any((folder / name / file).is_file() for file in whole):
                return f"{name} is not whole"
            continue
        data = (folder / name).read_bytes()
        if data and not data.endswith(b";" if name == "OUT.gif" else b"\n"):
            return f"{name} is not whole: {data[-40:]!r}"
        if name in ("OUT.json", "OUT.jsonl"):
            try:
                nc.read_all(folder / name)
            except nc.FormatError as error:
                return f"{name} cannot be read: {error}"
        if "nothing is written" in said:
            return f"{name} is written, and it says not"
    return ""


def trials(times: int, seed: str, names: list[str], seconds: float) -> Counter[tuple[str, str]]:
    """Interrupt every command; the numbers of each end, by command and fault."""
    found: Counter[tuple[str, str]] = Counter()
    begun = noted = time.monotonic()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        prepare(folder)
        for number in range(times):
            for name in names:
                draw = random.Random(f"{seed} {number} {name}")
                delay = draw.uniform(0, 0.3) if draw.random() < 0.5 else draw.uniform(0.3, 3)
                kind = draw.choice(SIGNALS)
                trial = interrupted(folder, name, delay, kind)
                found[name, trial.fault] += 1
                if trial.fault and trial.fault != "Python":
                    print(
                        f"\n{name}, {signal.Signals(kind).name} after {delay:.3f} s: {trial.fault}"
                    )
                    print(trial.said, flush=True)
                if time.monotonic() - noted > 60:
                    noted = time.monotonic()
                    print(f"{found.total()} runs in {noted - begun:.0f} s", flush=True)
                if time.monotonic() - begun > seconds:
                    return found
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--times", type=int, default=1000, help="of each command; default 1000")
    parser.add_argument("--seconds", type=float, default=1e9, help="seconds to run")
    parser.add_argument("--seed", default=str(int(time.time())), help="default: from the clock")
    parser.add_argument("--command", action="append", choices=COMMANDS, help="only this one")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    names = chosen.command or [*COMMANDS]
    found = trials(chosen.times, chosen.seed, names, chosen.seconds)
    print("| command | runs | before the first line | faults |\n|:--|--:|--:|--:|")
    for name in names:
        runs = {fault: number for (own, fault), number in found.items() if own == name}
        early, whole = runs.pop("Python", 0), runs.pop("", 0)
        print(f"| {name} | {early + whole + sum(runs.values())} | {early} | {sum(runs.values())} |")
    return int(any(fault not in ("", "Python") for _, fault in found))


if __name__ == "__main__":
    sys.exit(main())
