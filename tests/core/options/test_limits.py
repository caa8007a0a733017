"""One statement of limits: every face says the same of a limit, and names the one that ended."""

from __future__ import annotations

import json
import re
from math import factorial
from pathlib import Path
from threading import Event

import pytest

import nonocsp as nc
from nonocsp.apps.shell import Session
from nonocsp.apps.web import endpoints
from nonocsp.core.options.limits import LIMIT_MEANINGS, LIMIT_REACHED
from nonocsp.files.formats import dumps

ROOT = Path(__file__).parents[3]
WIDE = nc.Puzzle([[1, 1]] * 24, [[1, 1]] * 24)
ONES = nc.Puzzle([[1]] * 9, [[1]] * 9)
EXPLICIT = {"engine": "textbook", "options": nc.Options(domains="explicit")}

#: Of each limit: its value in Python, further keywords, and words of the command line.
REACHING = {
    "seconds": (1e-9, {}, "count --seconds 1e-9"),
    "nodes": (2, {}, "count --nodes 2"),
    "solutions": (1, {"engine": "textbook"}, "solve -n 1"),
    "memory": (1 << 10, {}, "count --memory 1"),
    "placements": (1, EXPLICIT, "count --placements 1 --engine textbook --set domains=explicit"),
}


def reached(name):
    return f"the limit on {name} was reached"


def stopped():
    event = Event()
    event.set()
    return event


@pytest.mark.parametrize("name", [*REACHING, "stop"])
def test_a_limit_that_is_reached_is_named_and_what_was_found_stays(name):
    value, how, _ = REACHING.get(name, (stopped(), {}, ""))
    limits = nc.Limits(**{name: value})
    found = nc.count(ONES, limits=limits, **how)
    assert found.stopped_by == name and not found.is_exact
    assert found.at_least <= factorial(9)
    assert found.at_most is None or factorial(9) <= found.at_most
    pictures = nc.solutions(ONES, limits=limits, **how)
    listed = list(pictures)
    assert pictures.stopped_by == name and all(map(ONES.is_solved_by, listed))
    assert len(listed) == (name == "solutions") or name == "nodes"


@pytest.mark.parametrize("name", REACHING)
def test_the_command_line_names_the_same_limit(name, command_line, tmp_path):
    file = tmp_path / "wide.json"
    file.write_text(dumps(WIDE, "json"), encoding="utf-8")
    words = REACHING[name][2].split()
    code, out, _ = command_line(*words, file, "--json")
    assert json.loads(out)["stopped_by"] == name
    code, out, err = command_line(*words, file)
    if name == "solutions":  # the number that was asked for
        assert (code, err) == (0, "") and out.count("\n") == 24
    else:
        assert code == 3 and err.startswith(f"nonocsp: stopped: {reached(name)}")


def test_http_names_the_same_limit():
    def ask(path, **asked):
        return json.loads(endpoints.respond(path, asked, id))

    puzzle = json.loads(dumps(WIDE, "json"))
    assert ask("count", puzzle=puzzle, seconds=1e-9)["result"]["stopped_by"] == "seconds"
    tree = ask("watch", puzzle=puzzle, solutions=1, engine="kernel")
    assert tree["result"]["stopped_by"] == "solutions"
    error = ask("hint", puzzle=puzzle, seconds=1e-9)["error"]
    assert error == {"kind": "limit", "message": f"stopped: {reached('seconds')}"}


def test_threads_end_no_question():
    alone, together = (nc.verdict(WIDE, limits=nc.Limits(threads=n)) for n in (1, 2))
    assert alone is together is nc.Verdict.MULTIPLE


def plain(text):
    return " ".join(re.sub(r"^ \* ", "", text, flags=re.M).split())


def test_every_face_has_the_words_of_limits(command_line):
    assert LIMIT_MEANINGS.keys() == {*nc.Limits.__dataclass_fields__}
    shown = plain(command_line("help", "search")[1]).replace("--", "")
    assert LIMIT_REACHED in shown
    for name in ("seconds", "nodes", "memory", "placements", "threads"):
        assert LIMIT_MEANINGS[name] in shown
    for endpoint in endpoints.ENDPOINTS.values():
        for name in LIMIT_MEANINGS.keys() & endpoint.takes.keys():
            if name != "nodes":  # those of a graph
                assert endpoint.takes[name].startswith(LIMIT_MEANINGS[name])
    shell: list[str] = []
    Session(shell.append).answer("help")
    assert f"limit SECONDS set the limit on {LIMIT_MEANINGS['seconds']}" in plain("\n".join(shell))
    page = ROOT / "nonocsp/apps/web/static"
    assert f"later`{reached('seconds')}`" in (page / "answers/lines.js").read_text(encoding="utf-8")
    answers = plain((ROOT / "nonocsp/apps/javascript/library/answers.js").read_text("utf-8"))
    assert f"`seconds` is a limit: {LIMIT_MEANINGS['seconds']}. {LIMIT_REACHED}" in answers
