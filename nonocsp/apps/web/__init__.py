"""The page: a local web application to draw, play, solve and collect puzzles.

`questions` says what can be asked, as functions from plain data to plain data. They run in worker
processes (`worker`), so that a hard puzzle never blocks the page and can be cancelled by ending its
process; `workers` keeps a few of those ready. `server` puts the questions on HTTP, with the checks
that a server on one's own machine needs (`guard`), and `description` documents them as OpenAPI.
Everything the page shows is in ``static``: plain modules, without a build, from this host alone.
"""

from __future__ import annotations

from .server import create_app, serve

__all__ = ["create_app", "serve"]
