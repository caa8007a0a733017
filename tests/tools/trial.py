"""Everything that tries to break the package, as one command with a report.

    python tests/tools/trial.py -o report.md                     # before a release: some hours
    python tests/tools/trial.py --share 0.01 --seed 7            # a hundredth of each part
    python tests/tools/trial.py --part batches --part files

The parts: signals to every command; batches, audits, data sets, measurements, experiments and
parts of one puzzle whose processes are killed and that are resumed; mutated files for all readers,
a long life of one process, requests to a server on 127.0.0.1, the hunt for wrong answers, and
larger puzzles against foreign solvers. The report is a table of what was tried and what failed,
then every failure; the exit code is 1 if there is one. A seed gives the same puzzles, files and
moments, but what a signal meets depends on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path

import interrupt
from samples import READ, SAMPLES, mutated, read_or_refused

import nonocsp as nc
from nonocsp.apps.machine import commit, machine

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

#: Seconds until a process must have ended that was asked to, and of the processor for one file.
PATIENCE, FILE_PATIENCE = 60.0, 5.0

#: Megabytes by which a process may grow after a tenth of its work.
GROWTH = 10.0

#: What a part finds: the number of things it tried, and its failures.
Found = tuple[int, list[str]]


def signals(number: int, seed: str) -> Found:
    """Signals at random moments in every command."""
    times = -(-number // len(interrupt.COMMANDS))
    found = interrupt.trials(times, seed, [*interrupt.COMMANDS], 1e9)
    faults = {end: many for end, many in found.items() if end[1] not in ("", "Python")}
    return found.total(), [f"{name}: {fault}, {n} times" for (name, fault), n in faults.items()]


def batches(number: int, seed: str) -> Found:
    """Batches whose parent or worker is killed, which are then resumed."""
    counts = {}

    def prepare(folder: Path) -> None:
        with Path(folder, "puzzles.jsonl").open("w") as file:
            for n in range(40):
                clues = [[1 + n % 2]] * (9 + n % 5)
                print(json.dumps({"rows": clues, "cols": clues, "title": str(n)}), file=file)
                counts[f"puzzles.jsonl#{n + 1}"] = nc.count(nc.Puzzle(clues, clues)).at_least

    def check(folder: Path, printed: str, whole: str) -> None:
        lines = [json.loads(line) for line in Path(folder, "out").read_text().splitlines()]
        found = {line["name"]: int(line.get("count", -1)) for line in lines}
        assert len(found) == len(lines), "an answer came twice"
        assert found == counts, f"lost or wrong: {dict(found.items() ^ counts.items())}"

    words = "batch puzzles.jsonl --question count --workers 2 --chunk 1 -o out"
    return killed(words, number, seed, prepare, check, Path("out"), {0})


def audits(number: int, seed: str) -> Found:
    """Audits whose parent or worker is killed, which are then resumed."""

    def prepare(folder: Path) -> None:
        draw = random.Random(5)
        with Path(folder, "puzzles.jsonl").open("w") as file:
            for _ in range(80):
                cells = [[draw.randint(0, 1) for _ in range(10)] for _ in range(10)]
                puzzle = nc.Puzzle.from_picture(cells)
                rows, columns = (
                    [[block.length for block in clue] for clue in side]
                    for side in (puzzle.rows, puzzle.columns)
                )
                print(json.dumps({"rows": rows, "columns": columns, "solution": cells}), file=file)

    def check(folder: Path, printed: str, whole: str) -> None:
        assert printed == whole, f"other faults:\n{printed}\ninstead of\n{whole}"
        assert "signal" not in Path(folder, "out").read_text(), "an accident is kept"

    words = "audit puzzles.jsonl --workers 2 --rate-all --all --state out"
    return killed(words, number, seed, prepare, check, Path("out"), {1})


def datasets(number: int, seed: str) -> Found:
    """Data sets whose parent or worker is killed, which are then resumed."""

    def files(folder: Path) -> str:
        return "".join(path.read_text() for path in sorted(Path(folder, "out").iterdir()))

    def check(folder: Path, printed: str, whole: str) -> None:
        assert printed == whole, f"{printed} instead of {whole}"
        others = {
            files(each) for each in folder.parent.iterdir() if Path(each, "out/README.md").exists()
        }
        assert len(others) == 1, "another data set"

    # A worker that dies ends the command, which goes on when it is given again.
    words = "dataset 8 10 -n 60 --none 0.1 --multiple 0.1 --workers 2 -o out"
    return killed(
        words, number, seed, lambda folder: None, check, Path("out/unfinished.jsonl"), {0, 2}
    )


def measurements(number: int, seed: str) -> Found:
    """Runs of the benchmark suite whose parent or worker is killed, which are then resumed."""
    words = "bench run --puzzles permutation:last=6 --engine kernel --engine textbook --repeats 2"
    return recorded(f"{words} --protocol count --seconds 60 -o out.jsonl", number, seed)


def experiments(number: int, seed: str) -> Found:
    """Experiments whose parent or worker is killed, which are then resumed."""
    return recorded("bench paper phase-transition:size=8,count=8 -o out.jsonl", number, seed)


def recorded(words: str, number: int, seed: str) -> Found:
    """Kill a command that makes records; in the end each is there, once, and right."""
    wholes = []

    def check(folder: Path, printed: str, whole: str) -> None:
        every = [json.loads(line) for line in Path(folder, "out.jsonl").read_text().splitlines()]
        kept = [record for record in every if record.get("status") != "crash"]
        assert all("signal" in record["detail"] for record in every if record not in kept)
        place, figures = ("engine", "puzzle", "repeat", "cell"), ("status", "solutions", "figures")
        found = {
            json.dumps([*map(record.get, place)]): [*map(record.get, figures)] for record in kept
        }
        assert len(found) == len(kept), "a record came twice"
        wholes.append(found)
        assert found == wholes[0], f"lost or wrong: {found} instead of {wholes[0]}"

    return killed(words, number, seed, lambda folder: None, check, Path("out.jsonl"), {0, 1})


PARTS_PROGRAM = """
try:
    import nonocsp as nc
    from nonocsp.many.questions import count_by_cubes

    count = count_by_cubes(nc.Puzzle([[1]] * 7, [[1]] * 7), 2, engine="textbook")
    assert count.at_least <= 5040 <= (count.at_most or 5040), count
    print(count.at_least, count.at_most)
except KeyboardInterrupt:
    raise SystemExit(130) from None
"""


def parts(number: int, seed: str) -> Found:
    """Counts by parts whose parent or worker is killed, which are then begun again."""

    def prepare(folder: Path) -> None:
        Path(folder, "count.py").write_text(PARTS_PROGRAM)

    def check(folder: Path, printed: str, whole: str) -> None:
        assert printed == "5040 5040\n", printed

    return killed("count.py", number, seed, prepare, check, Path("out"), {0}, ())


def killed(
    words: str,
    number: int,
    seed: str,
    prepare: Callable[[Path], None],
    check: Callable[[Path, str, str], None],
    journal: Path,
    codes: set[int],
    program: tuple[str, ...] = ("-m", "nonocsp"),
) -> Found:
    """Start a command, kill one of its processes, or two, and resume it to its end; many times.

    Args:
        words: the command, in a folder of its own.
        prepare: makes what it reads.
        check: what must hold in the end, of the folder and of what was printed, by the last run and
            by a run that nobody killed.
        journal: the file whose lines must not be lost.
        codes: exit codes of the command when a worker was killed; the last run ends with the least.
        program: what Python runs with these words.
    """
    failures = []
    whole, usual = "", 0.0
    with tempfile.TemporaryDirectory() as made:
        for n in range(-1, number):
            folder = Path(made, str(n))
            (folder / "tmp").mkdir(parents=True)
            prepare(folder)
            draw, kept, begun = random.Random(f"{seed} {n}"), list[str](), time.monotonic()
            start = partial(
                subprocess.Popen,
                [sys.executable, *program, *words.split()],
                cwd=folder,
                env=ENVIRONMENT | {"TMPDIR": str(folder / "tmp")},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )
            try:
                for _ in range(draw.choice((1, 1, 2)) if n >= 0 else 0):
                    process = start()
                    time.sleep(draw.uniform(0, 1.2 * usual))
                    kept = interrupted(process, draw, codes, folder / journal, kept)
                    if (folder / "out/README.md").exists() and not (folder / journal).exists():
                        printed = whole  # a data set that was complete, and is not made again
                        break
                else:
                    process = start()
                    printed, said = ended(process, "resumed")
                    ending = f"resumed: exit code {process.returncode}, {said}"
                    assert process.returncode == min(codes), ending
                if n < 0:
                    whole, usual = printed, time.monotonic() - begun
                check(folder, printed, whole)
                left = list((folder / "tmp").iterdir())
                assert not left, f"files left: {left}"
            except AssertionError as error:
                failures.append(f"{words.split()[0]} {n}: {error}")
    return number, failures


def interrupted(
    process: subprocess.Popen, draw: random.Random, codes: set[int], journal: Path, kept: list[str]
) -> list[str]:
    """Kill a command or one of its workers; the lines of its journal."""
    number = draw.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
    workers = [each for each in session(process.pid) if each != process.pid]
    victim = draw.choice(workers) if workers and draw.random() < 0.5 else process.pid
    what = f"{signal.Signals(number).name} to {'parent' if victim == process.pid else 'worker'}"
    kill(victim, number)
    _, said = ended(process, what)
    if victim == process.pid:
        codes = {min(codes), -number, 128 + number}
    if interrupt.is_early(said):  # Python says in its own words that it was interrupted
        codes = codes | {1}
    assert process.returncode in codes, f"{what}: exit code {process.returncode}, {said}"
    return check_lines(journal, kept, what)


def check_lines(answers: Path, kept: list[str], what: str) -> list[str]:
    """The whole lines of a store, which begin with those of before."""
    text = answers.read_text() if answers.exists() else ""
    lines = text[: text.rfind("\n") + 1].splitlines()
    is_kept = lines[: len(kept)] == kept or (not lines and (answers.parent / "README.md").exists())
    assert is_kept, f"{what}: an answer is gone"
    return lines


def session(leader: int) -> list[int]:
    """The processes that a process and its children have started."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(file.parent.name))
    return found


def kill(process: int, number: int) -> None:
    try:
        os.kill(process, number)
    except ProcessLookupError:  # it has just ended
        return


def ended(process: subprocess.Popen, what: str) -> tuple[str, str]:
    """Wait for the end of a process and all that it has started; what it printed and said."""
    with process:
        try:
            printed, said = process.communicate(timeout=PATIENCE)
            end = time.monotonic() + PATIENCE / 4
            while (left := session(process.pid)) and time.monotonic() < end:
                time.sleep(0.05)
            assert not left, f"{what}: processes are left"
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{what}: it goes on") from None
        finally:
            for each in session(process.pid):
                kill(each, signal.SIGKILL)
    has_trace = "Traceback" in said or "Exception ignored" in said
    assert not has_trace or interrupt.is_early(said), f"{what}: {said}"
    return printed, said


def files(number: int, seed: str) -> Found:
    """Mutated files of every format, read by name and by guessing."""
    contents = [(name, SAMPLES[name]) for name in READ]
    inputs = filter(Path.is_file, (ROOT / "input").iterdir())
    contents += [(None, path.read_bytes()) for path in sorted(inputs)]
    contents = [each for each in contents if len(each[1]) < 20_000]
    failures = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for n in range(number):
            draw = random.Random(f"{seed} {n}")
            name, content = draw.choice(contents)
            content, begun = mutated(draw, content), time.process_time()
            try:
                read_or_refused(content, draw.choice((name, None)))
            except Exception:
                failures.append(f"file {n}, {name}: {content!r}\n{traceback.format_exc()}")
            if time.process_time() - begun > FILE_PATIENCE:
                failures.append(f"file {n}, {name}: {content!r} takes long")
    return number, failures


#: Questions to the library, each with its share of the calls.
CALLS: list[tuple[int, Callable[[nc.Puzzle], object]]] = [
    (200, nc.solve),
    (100, nc.verdict),
    (50, nc.count),
    (30, lambda puzzle: list(islice(nc.solutions(puzzle), 3))),
    (20, lambda puzzle: nc.verdict(puzzle, limits=nc.Limits(nodes=1))),
    (20, lambda puzzle: refused(puzzle)),
    (10, lambda puzzle: nc.solution_space(puzzle).count),
    (5, lambda puzzle: nc.solve(puzzle, limits=nc.Limits(threads=2))),
    (2, lambda puzzle: nc.verify(puzzle, nc.prove(puzzle))),
    (1, lambda puzzle: nc.estimate(puzzle, width=10)),
    (1, nc.hint),
]


def refused(puzzle: nc.Puzzle) -> None:
    try:
        nc.solve(puzzle, grid=nc.Grid.unknown(nc.Puzzle([[1]], [[1]])))
    except nc.PuzzleError:
        return
    raise AssertionError("a grid of another shape was taken")


def calls(number: int, seed: str) -> Found:
    """Questions to one process about small puzzles in up to three colours; memory must not grow."""
    draw, some, early = random.Random(seed), [], 0.0
    for _ in range(1_000):
        side, density, colours = draw.randint(5, 10), draw.uniform(0.3, 0.7), draw.randint(1, 3)
        picture = [
            [draw.randint(1, colours) if draw.random() < density else 0 for _ in range(side)]
            for _ in range(side)
        ]
        palette = [nc.Colour(f"colour {n}", f"#00000{n}") for n in range(colours)]
        some.append(nc.Puzzle.from_picture(picture, palette))
    shares, asked = zip(*CALLS, strict=True)
    for at in range(number):
        (ask,) = draw.choices(asked, shares)
        ask(draw.choice(some))
        if at == number // 10:
            early = memory(os.getpid())
    return number, grown(early, memory(os.getpid()))


def memory(process: int) -> float:
    """Megabytes that a process has in memory."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def grown(early: float, late: float) -> list[str]:
    """The failure that memory has grown after a tenth of the work."""
    is_kept = late - early <= GROWTH
    return [] if is_kept else [f"{early:.1f} MB after a tenth, {late:.1f} MB after all"]


def requests(number: int, seed: str) -> Found:
    """Questions to a server on 127.0.0.1, four at a time; its memory must not grow, and that of its
    workers, which are replaced, does not count."""
    words = [sys.executable, "-m", "nonocsp", "serve", "--port", "0"]
    how = {"cwd": ROOT, "env": ENVIRONMENT, "text": True, "start_new_session": True}
    with subprocess.Popen(words, stdout=subprocess.PIPE, **how) as server:
        try:
            port = int(server.stdout.readline().split(":")[2].split("/")[0])

            def ask(n: int) -> str:
                names = ("solve", "check", "count", "hint", "render", "write", "fog")
                name = random.Random(f"{seed} {n}").choice(names)
                data = {"puzzle": {"rows": [[1], [1]], "cols": [[1], [1]]}}
                data |= {"format": "json"} if name == "write" else {"cell": 20}
                client = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
                kind = {"Content-Type": "application/json"}
                client.request("POST", f"/api/{name}", json.dumps(data), kind)
                status = client.getresponse().status
                client.close()
                return "" if status == 200 else f"request {n}, {name}: {status}"

            with ThreadPoolExecutor(4) as clients:
                failures = [*clients.map(ask, range(number // 10))]
                early = memory(server.pid)
                failures += clients.map(ask, range(number // 10, number))
            failures += grown(early, memory(server.pid))
            server.send_signal(signal.SIGINT)
            if server.wait(PATIENCE) not in (0, 130):
                failures.append(f"exit code {server.returncode}")
        finally:
            for each in session(server.pid):
                kill(each, signal.SIGKILL)
    return number, [*filter(None, failures)]


def program(*words: str) -> Callable[[int, str], Found]:
    """A part that another program does: N and SEED are replaced in its words."""

    def run(number: int, seed: str) -> Found:
        command = [{"N": str(number), "SEED": seed}.get(word, word) for word in words]
        made = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=ENVIRONMENT, text=True, capture_output=True
        )
        text = f"`python {' '.join(command)}` ended with {made.returncode}\n"
        return number, [f"{text}{made.stdout}{made.stderr}"] if made.returncode else []

    return run


#: The parts, with how much of each is tried before a release.
PARTS: dict[str, tuple[int, Callable[[int, str], Found]]] = {
    "signals": (1_000, signals),
    "batches": (200, batches),
    "audits": (100, audits),
    "data sets": (100, datasets),
    "measurements": (100, measurements),
    "experiments": (100, experiments),
    "parts": (100, parts),
    "files": (200_000, files),
    "calls": (100_000, calls),
    "requests": (10_000, requests),
    "hunt": (
        300_000,
        program("tests/tools/hunt.py", "--processes", "2", "--seed", "SEED", "--count", "N"),
    ),
    "foreign": (500, program("tests/tools/foreign.py", "--seed", "SEED", "--count", "N")),
}


def report(parts: list[str], share: float, seed: str) -> tuple[str, bool]:
    """Try the parts; the report in Markdown, and whether nothing failed."""
    about = commit()
    code = f"{(about['commit'] or 'unknown')[:12]}{' with changes' * bool(about['dirty'])}"
    lines = [f"Commit {code}, seed {seed}, {machine()['cpu']}.", ""]
    lines += ["| part | tried | failed | seconds |", "|:--|--:|--:|--:|"]
    details: list[str] = []
    for part in parts:
        number, run = PARTS[part]
        begun = time.monotonic()
        print(f"{part} ...", file=sys.stderr, flush=True)
        tried, failures = run(max(1, round(number * share)), seed)
        seconds = time.monotonic() - begun
        lines.append(f"| {part} | {tried:,} | {len(failures):,} | {seconds:.0f} |")
        print(lines[-1], file=sys.stderr, flush=True)
        details += [f"\n{part}: {failure}" for failure in failures]
    return "\n".join(lines + details), not details


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--part", action="append", choices=PARTS, help="only this one; repeatable")
    parser.add_argument("--share", type=float, default=1.0, help="share of the full numbers")
    parser.add_argument("--seed", default=str(int(time.time())), help="default: from the clock")
    parser.add_argument("-o", "--output", type=Path, help="file for the report")
    chosen = parser.parse_args(arguments)
    text, is_good = report(chosen.part or [*PARTS], chosen.share, chosen.seed)
    print(text)
    if chosen.output:
        chosen.output.write_text(text + "\n")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
