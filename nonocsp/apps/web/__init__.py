"""The page: a web application to draw, play and solve puzzles, with or without a server.

`endpoints` is the HTTP interface as a table: the questions of `nonocsp.many.questions`, and the
`tools` for reading, writing and making puzzles; `messages` has the JSON of requests and answers.
They run in a pool of worker processes, so that a hard puzzle never blocks the page and can be
cancelled, and `streams` brings their answers back line by line. `routes` puts them on HTTP, with
the checks of `guard`; `openapi` documents them; `server` serves it all with uvicorn.
Everything the page shows is in ``static``: plain modules, without a build, from this host alone.
No framework: ``element`` in ``page/dom.js`` does in 40 lines what templates would save. All style
sheets load at once, although views load lazily: a view that came before its style would move.
The page computes no board but a rectangle; others arrive as data (`messages.board_out`).

Without a server, workers of the browser answer by the same `endpoints`: `page_builder` writes that
page as static files, `page_parts` its Python, and `in_browser` is what the workers call.
"""

from __future__ import annotations

from .server import create_app, serve

__all__ = ["create_app", "serve"]
