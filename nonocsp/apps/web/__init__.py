"""The page: a local web application to draw, play, solve and collect puzzles.

`endpoints` is the HTTP interface as a table: the questions of `nonocsp.questions.registry` and the
`tools` for reading, writing and making puzzles; `messages` has the JSON of requests and answers.
They run in a pool of worker processes, so that a hard puzzle never blocks the page and can be
cancelled, and `streams` brings their answers back line by line. `routes` puts them on HTTP, with
the checks of `guard`; `description` documents them as OpenAPI; `server` serves it all with uvicorn.
Everything the page shows is in ``static``: plain modules, without a build, from this host alone.
"""

from __future__ import annotations

from .server import create_app, serve

__all__ = ["create_app", "serve"]
