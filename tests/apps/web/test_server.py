"""The questions over HTTP, and what the server refuses."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import oracle
from hypothesis import given
from serving import serving
from strategies import puzzles

from nonocsp.apps import library
from nonocsp.apps.web.endpoints import ENDPOINTS
from nonocsp.apps.web.guard import Guard
from nonocsp.apps.web.library import shipped
from nonocsp.apps.web.messages import RequestError, puzzle_in, puzzle_out
from nonocsp.apps.web.streams import AnswerStreams, Busy
from nonocsp.many.work.pool import WorkerLost

SWITCH = {"rows": [[1], [1]], "cols": [[1], [1]]}
HARD = {"rows": [[1, 1]] * 40, "cols": [[1, 1]] * 40}


@pytest.fixture(scope="module")
def port():
    with serving() as (_, port):
        yield port


def post(port, path, data, **headers):
    """Status and lines of the answer."""
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, method="POST")
    request.add_header("Content-Type", "application/json")
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, [json.loads(line) for line in answer.read().splitlines()]
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, [json.loads(refused.read() or b"null")]


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
        return answer.status, dict(answer.headers), answer.read()


def result(port, question, **data):
    status, lines = post(port, f"/api/{question}", data)
    assert status == 200
    assert "result" in lines[-1], lines
    return lines[-1]["result"]


def ask(question, **data):
    """The answer without a server."""
    return ENDPOINTS[question].respond(data, lambda value: None)


def test_files_are_compressed_and_the_lines_of_an_answer_do_not_wait(port):
    for path in ("/", "/static/app.js", "/library/quick-0.json"):
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}")
        request.add_header("Accept-Encoding", "gzip")
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            if not path.startswith("/library"):
                assert answer.headers["Cache-Control"] == "no-cache"
            assert gzip.decompress(answer.read()) == get(port, path)[2]
    body = json.dumps({"puzzle": HARD, "seconds": 20}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/count", body, method="POST")
    request.add_header("Content-Type", "application/json")
    request.add_header("Accept-Encoding", "gzip")
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.headers["Content-Encoding"] is None
        assert "progress" in json.loads(answer.readline())


@given(puzzles(3, 3, 2))
def test_check_tells_what_trying_everything_tells(made):
    _, puzzle = made
    answer = ask("check", puzzle=puzzle_out(puzzle), differ=True, components=True)
    all_of_them = sorted(oracle.pictures(puzzle))
    wanted = {0: "none", 1: "unique"}.get(len(all_of_them), "multiple")
    assert (answer["verdict"], answer["count"], answer["is_exact"]) == (
        wanted,
        str(len(all_of_them)),
        True,
    )
    columns = puzzle.shape[1]
    values = [set(cell) for cell in zip(*all_of_them, strict=True)]
    differ = {divmod(at, columns) for at, colours in enumerate(values) if len(colours) > 1}
    assert set(map(tuple, answer.get("differ", ()))) == differ
    counted = 1
    for part in answer.get("components", ()):
        counted *= int(part["count"])
    assert counted == len(all_of_them) or wanted == "none"


@given(puzzles(4, 4, 3))
def test_puzzles_go_to_the_page_and_back(made):
    _, puzzle = made
    again = puzzle_in({"puzzle": json.loads(json.dumps(puzzle_out(puzzle)))})
    assert again == puzzle
    assert again.colours == puzzle.colours


def test_a_drawn_picture_is_the_puzzle_that_describes_it():
    look = [{"name": "ink", "rgb": "#000080", "char": "i"}]
    answer = ask("check", picture={"rows": [[1, 1], [0, 1]], "colours": look, "title": "T"})
    assert (answer["verdict"], answer["puzzle"]["rows"]) == ("unique", [[[2, "ink"]], [[1, "ink"]]])
    assert answer["puzzle"]["title"] == "T"


def test_solutions_by_index_and_shares():
    answer = ask("solutions", puzzle=SWITCH, start="1", limit=5)
    assert (answer["count"], answer["is_exact"], answer["pictures"]) == ("2", True, [["#_", "_#"]])
    assert "pictures" not in ask("solutions", puzzle=SWITCH, start="7")
    shares = json.loads(json.dumps(ask("marginals", puzzle=SWITCH)["shares"]))
    assert shares == [[[0.5, 0.5]] * 2] * 2
    assert ask("propagate", puzzle=SWITCH, grid=[[2, 3], [3, 3]])["grid"] == [[2, 1], [1, 2]]
    assert ask("propagate", puzzle=SWITCH, grid=[[2, 2], [3, 3]])["grid"] is None


def test_drawings_and_traced_images():
    drawn = {"rows": [[1, 0]], "colours": [{"name": "ink", "rgb": "#000080", "char": "i"}]}
    bare = ask("render", picture=drawn, clues=False, cell=20)["svg"]
    assert 'width="60"' in bare
    assert "<text" not in bare
    assert "#000080" not in bare
    assert "#000080" in ask("render", picture=drawn, solution=True)["svg"]
    left = (bytes(12) + bytes([255] * 12)) * 4
    samples = base64.b64encode(left * 2).decode()
    assert ask("photo", base64=samples, columns=2)["rows"] == [[1, 0]] * 2


@pytest.mark.parametrize(
    ("question", "data", "reason"),
    [
        ("photo", {"base64": "", "columns": 2}, "expected 4 x 4 samples"),
        ("photo", {"base64": "AAAA", "columns": 101}, "rows and columns are 1 to 100"),
        ("photo", {"base64": "AAAA", "columns": 1, "detail": 101}, "the weight of details"),
        ("render", {"puzzle": SWITCH, "solution": True}, "expected a puzzle with a picture"),
        ("render", {"puzzle": SWITCH, "cell": 3}, "cell"),
        ("check", {}, "expected the member 'puzzle'"),
        ("check", [], "expected an object"),
        ("check", {"puzzle": 7}, "the member 'puzzle' is of another kind"),
        ("check", {"puzzle": {}}, "expected a list of clues as rows"),
        ("check", {"puzzle": SWITCH, "seconds": 1e9}, "seconds are more than 0 and at most 60"),
        ("check", {"puzzle": SWITCH, "seconds": True}, "the member 'seconds' is of another kind"),
        ("check", {"puzzle": SWITCH, "grid": [[3]]}, "a grid is a list of rows of masks"),
        ("check", {"puzzle": SWITCH, "grid": [[9, 9], [9, 9]]}, "cell (1, 1) has candidates"),
        ("check", {"puzzle": {"rows": [[]] * 600, "cols": [[]] * 600}}, "at most 40000 cells"),
        ("check", {"picture": {"rows": [[0] * 600] * 600}}, "at most 40000 cells"),
        ("check", {"picture": {"rows": [[-1]]}}, "row 1: cells are colour numbers"),
        ("solutions", {"puzzle": SWITCH, "start": "-1"}, "'start' is a number of at least 0"),
        ("repair", {"puzzle": SWITCH}, "only a puzzle with a picture as its goal"),
        ("parse", {"base64": "!"}, "the member 'base64' is not base64"),
        ("parse", {"text": "hello"}, "line 1: unknown format"),
        ("write", {"puzzle": SWITCH, "format": "x"}, "unknown format 'x'"),
    ],
)
def test_a_wrong_request_is_answered_in_one_line(port, question, data, reason):
    status, lines = post(port, f"/api/{question}", data)
    assert status == 200
    assert reason in lines[-1]["error"]["message"]
    assert "\n" not in lines[-1]["error"]["message"]


def test_progress_comes_before_the_result(port):
    _, lines = post(port, "/api/check", {"puzzle": SWITCH, "differ": True})
    assert lines[0]["progress"]["verdict"] == "multiple"
    assert lines[-1]["result"]["count"] == "2"


def test_a_clue_that_is_too_long_is_typed_and_diagnosed():
    puzzle = ask("typed", clues={"row": "12\n4", "column": "2\n1\n2\n2"})["puzzle"]
    assert ask("check", puzzle=puzzle)["verdict"] == "none"
    found = ask("diagnose", puzzle=puzzle)
    assert found["changes"][0]["sentence"] == "Row 1: 12 was probably 1 2 (a lost space)"
    assert found["changes"][0]["typos"][0]["after"] == [[[1, 1], [2, 1]]]
    assert ask("check", puzzle=found["proposals"][0])["verdict"] == "unique"


def test_a_limit_keeps_what_is_known(port):
    answer = result(port, "check", puzzle=HARD, components=True, seconds=2)
    assert (answer["verdict"], answer["is_exact"]) == ("multiple", False)
    assert int(answer["count"]) >= 2


def test_a_hard_question_does_not_block_an_easy_one(port):
    with socket.create_connection(("127.0.0.1", port)) as slow:
        body = json.dumps({"puzzle": HARD, "components": True, "seconds": 60}).encode()
        head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        slow.sendall(head.encode() + body)
        assert slow.recv(100).startswith(b"HTTP/1.1 200")
        assert result(port, "check", puzzle=SWITCH)["count"] == "2"
    # The connection is closed without an answer: its process is ended, and the rest goes on.
    assert result(port, "solve", puzzle=SWITCH)["status"] == "satisfiable"


def test_pages_and_their_headers(port):
    for path in ("/", "/api/openapi.json", "/library.json"):
        status, headers, _ = get(port, path)
        assert status == 200
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_the_library_is_an_index_and_pages(port):
    for path in ("library.json", "library/quick-0.json", "library/daily.json"):
        _, headers, body = get(port, f"/{path}")
        assert headers["content-type"] == "application/json"
        assert body == shipped().file(path)


def test_the_description_has_every_question(port):
    described = json.loads(get(port, "/api/openapi.json")[2])["paths"]
    assert {f"/api/{name}" for name in ENDPOINTS} <= set(described)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[bad"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Host": "elsewhere.example"}, 421),
        ({"Content_Type": "text/plain"}, 415),
    ],
)
def test_requests_of_other_pages_are_refused(port, headers, status):
    assert post(port, "/api/check", {"puzzle": SWITCH}, **headers)[0] == status


def test_paths_lead_nowhere_else(port):
    files = ("/static/../server.py", "/static/%2e%2e/server.py", "/static//etc/passwd")
    for path in (*files, "/library.json/nothing", "/library/nothing.json"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            get(port, path)
        assert refused.value.code == 404
        refused.value.close()
    assert post(port, "/api/nothing", {})[0] == 404


def test_malformed_and_oversized_bodies_are_refused(port):
    assert post(port, "/api/check", b"{")[0] == 400
    assert post(port, "/api/check", b"[" * 100_000)[0] == 400
    # The server may close the connection while the rest is still on its way.
    with contextlib.suppress(OSError):
        assert post(port, "/api/check", b" " * (9 << 20))[0] == 413
    with socket.create_connection(("127.0.0.1", port)) as raw:
        head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        raw.sendall(
            head.encode()
            + b"Content-Type: application/json\r\n"
            + b"Content-Length: 99999999999999999999\r\n\r\n{}"
        )
        assert raw.recv(100).split()[1] in (b"413", b"400")


def test_a_body_that_does_not_arrive_is_given_up():
    sent = []

    async def never():
        await asyncio.sleep(60)

    async def note(message):
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    guard = Guard(None, ["localhost"], patience=0.05)
    scope = {"type": "http", "method": "POST", "headers": headers}
    asyncio.run(guard(scope, never, note))
    assert sent[0]["status"] == 408


def test_bodies_that_are_too_much_together_are_refused():
    async def conversation():
        sent, going = [], asyncio.Event()

        async def more():
            return {"type": "http.request", "body": b"x" * 60, "more_body": True}

        async def once():
            if going.is_set():
                await asyncio.sleep(60)
            going.set()
            return await more()

        async def note(message):
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        guard = Guard(None, ["localhost"], most=100, most_together=100)
        scope = {"type": "http", "method": "POST", "headers": headers}
        first = asyncio.create_task(guard(scope, once, note))
        await going.wait()
        await guard(scope, more, note)
        assert sent[0]["status"] == 503
        first.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await first
        await guard(scope, more, note)  # alone, it is too long
        assert sent[2]["status"] == 413

    asyncio.run(conversation())


async def _lines(answers):
    return [json.loads(line) async for line in answers]


def test_workers_survive_a_worker_that_dies_and_one_that_is_cancelled():
    async def conversation():
        streams = AnswerStreams(most=2, waiting=0)
        await streams.warm()
        killed = streams.pool.submit(os.getpid).result()
        os.kill(killed, signal.SIGKILL)
        os.waitid(os.P_PID, killed, os.WEXITED | os.WNOWAIT)
        lines = await _lines(streams.ask("count", {"puzzle": SWITCH}, 10))
        assert lines[-1]["result"]["count"] == "2"
        asked = {"puzzle": HARD, "components": True, "seconds": 60}
        hard = streams.ask("check", asked, 60)
        await anext(hard)
        (call,) = streams._calls
        await hard.aclose()
        with pytest.raises(WorkerLost) as lost:
            await asyncio.wrap_future(call)
        assert lost.value.code == -signal.SIGKILL
        lines = await _lines(streams.ask("formats", {}, 10))
        assert "result" in lines[-1]
        slow = [streams.ask("check", asked, 60) for _ in range(2)]
        for one in slow:
            await anext(one)
        with pytest.raises(Busy):
            await anext(streams.ask("formats", {}, 10))
        for one in slow:
            await one.aclose()
        await streams.close()

    asyncio.run(conversation())


def test_a_question_that_overstays_is_ended():
    async def conversation():
        streams = AnswerStreams(most=1, grace=0.2)
        lines = await _lines(streams.ask("count", {"puzzle": HARD, "seconds": 60}, 0.1))
        assert lines[-1]["error"]["kind"] == "limit"
        await streams.close()

    asyncio.run(conversation())


def test_data_of_the_wrong_kind():
    with pytest.raises(RequestError):
        puzzle_in(None)


def test_two_servers_need_two_ports(port):
    done = subprocess.run(
        [sys.executable, "-m", "nonocsp", "serve", "--port", str(port)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "is taken" in done.stderr and "--port 0" in done.stderr


def test_the_wheel_takes_the_library_along():
    root = Path(__file__).parents[3]
    with open(root / "pyproject.toml", "rb") as file:
        packages = tomllib.load(file)["tool"]["scikit-build"]["wheel"]["packages"]
    found = {root / source: target for target, source in packages.items()}
    assert found[root / "input"] == "nonocsp/apps/input"
    assert library._FOLDERS[0].parts[-3:] == ("nonocsp", "apps", "input")
    assert all((root / "input" / name).is_file() for name in ("index.json", "fog.json"))


def test_the_interface_is_described_for_people_too(port):
    _, headers, body = get(port, "/api")
    assert headers["content-type"].startswith("text/html")
    text = body.decode()
    assert all(f"POST /api/{name}<" in text for name in ENDPOINTS)
    assert "<script" not in text


def test_lines_that_are_no_clues_are_named_one_by_one():
    answer = ask("typed", clues={"row": "1\n3x\n2", "column": "1\n1 :"})
    assert answer["puzzle"] is None
    assert [(fault["axis"], fault["index"]) for fault in answer["faults"]] == [
        ("row", 1),
        ("column", 1),
    ]
    assert answer["faults"][0]["text"].startswith("row 2: unknown colour 'x'")


def test_clues_are_typed_in_the_colours_of_the_puzzle():
    look = {"name": "sea blue", "rgb": "#003355", "char": "s"}
    blank = {"name": "white", "rgb": "#eeeeee", "char": "."}
    clues = {"row": "1s 1red\n1sea-blue 1r", "column": "2s\n2r"}
    puzzle = ask("typed", clues=clues, colours=[look], blank=blank)["puzzle"]
    assert puzzle["rows"] == [[[1, "sea blue"], [1, "red"]]] * 2
    assert puzzle["blank"]["rgb"] == "#eeeeee"
    assert {colour["name"] for colour in puzzle["colours"]} == {"sea blue", "red"}
    # A colour that is not used any more is left out.
    clues = {"row": "1r", "column": "1r"}
    puzzle = ask("typed", clues=clues, colours=[look], blank=blank)["puzzle"]
    assert [colour["name"] for colour in puzzle["colours"]] == ["red"]


def test_techniques_are_chosen_by_name(port):
    way = {"engine": "textbook", "options": {"propagation": "forward_checking"}}
    status, lines = post(port, "/api/solve", {"puzzle": SWITCH, **way})
    assert status == 200 and lines[-1]["result"]["stats"]["nodes"]
    refused = post(port, "/api/solve", {"puzzle": SWITCH, "options": {"ordering": "alphabet"}})
    assert "ordering must be one of" in refused[1][-1]["error"]["message"]


def test_a_search_is_answered_as_a_tree(port):
    _, lines = post(port, "/api/watch", {"puzzle": SWITCH})
    tree = lines[-1]["result"]["tree"]
    assert [node["parent"] for node in tree["nodes"]] == [-1, 0, 0]
    assert len(tree["board"]["cells"]) == 4 and lines[-1]["result"]["stopped_by"] is None
    _, lines = post(port, "/api/watch", {"problem": "4 queens", "solutions": 1})
    assert lines[-1]["result"]["tree"]["values"] == [["1", "2", "3", "4"]] * 4
    assert lines[-1]["result"]["stopped_by"] == "solutions"
    for wrong in ({"problem": "5 kings"}, {"puzzle": SWITCH, "engine": "dance"}, {}):
        assert "error" in post(port, "/api/watch", wrong)[1][-1]


def test_the_server_answers_about_other_boards(port):
    board = {"kind": "hexagon", "sides": [2] * 6}
    puzzle = {"board": board, "clues": {axis: [["?"]] * 3 for axis in "ABC"}}
    grid = [[3, 3], [1, 3, 3], [3, 3]]
    _, lines = post(port, "/api/count", {"puzzle": puzzle, "grid": grid})
    assert lines[-1]["result"]["count"] == "6"
