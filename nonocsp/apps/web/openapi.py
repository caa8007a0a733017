"""The HTTP interface as an OpenAPI document, made from the table of endpoints."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from ...core import LIMIT_REACHED
from ...files.render.page import page
from ...many.questions.members import Member, described
from .endpoints import ENDPOINTS

#: The responses of a POST, by status code.
_RESPONSES: dict[str, dict[str, Any]] = {
    "200": {
        "description": "Lines of JSON: any number of {progress}, then {result} or {error}.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    },
    "400": {"description": "The body is not JSON."},
    "403": {"description": "The request does not come from this page."},
    "408": {"description": "The body took too long to arrive."},
    "413": {"description": "The body is too large."},
    "415": {"description": "The body is not application/json."},
    "421": {"description": "The host name is not that of this server."},
    "503": {"description": "There are too many requests at the same time."},
}


def openapi(version: str) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the server."""
    paths: dict[str, Any] = {
        f"/api/{name}": {
            "post": {
                "operationId": name,
                "summary": endpoint.summary,
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": _object(endpoint.takes)}},
                },
                "responses": {
                    **_RESPONSES,
                    "200": {**_RESPONSES["200"], "x-result": _object(endpoint.gives)},
                },
            }
        }
        for name, endpoint in ENDPOINTS.items()
    }
    paths["/library.json"] = {
        "get": {
            "operationId": "library",
            "summary": "The index of the puzzles that come with the program.",
            "responses": {"200": {"description": "The members sections and words."}},
        }
    }
    paths["/library/{section}-{page}.json"] = {
        "get": {
            "operationId": "puzzles",
            "summary": "Ten puzzles of a section, with ratings and thumbnails.",
            "responses": {"200": {"description": "The member puzzles."}},
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "nonocsp",
            "version": version,
            "description": "Nonograms: solve, count, explain. Counts are texts of digits. "
            + LIMIT_REACHED,
        },
        "paths": paths,
    }


def readable(document: dict[str, Any]) -> str:
    """The document as a page for people."""
    info = document["info"]
    parts = [
        f"<h1>The interface of {escape(info['title'])} {escape(info['version'])}</h1>",
        f"<p>{escape(info['description'])} A request is a POST of JSON to its path; the answer is "
        "lines of JSON: any number of <code>{&quot;progress&quot;: …}</code>, then one "
        "<code>{&quot;result&quot;: …}</code> or <code>{&quot;error&quot;: …}</code>. Closing the "
        "connection cancels the work. "
        '<a href="/api/openapi.json">The same as an OpenAPI document</a>.</p>',
        "<pre>curl -H 'content-type: application/json' \\\n"
        '  -d \'{"puzzle": {"rows": [[1], [1]], "cols": [[1], [1]]}}\' \\\n'
        "  http://127.0.0.1:8765/api/check</pre>",
    ]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation['summary'])}</p>")
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]["application/json"]["schema"]
                parts.append(_table("takes", content))
                parts.append(_table("gives", operation["responses"]["200"]["x-result"]))
    return page(
        f"{info['title']}: the interface",
        f'<main class="document">{"".join(parts)}</main>',
        policy="",
        head='<link rel="icon" href="/static/icon.svg" type="image/svg+xml"/>\n'
        '<link rel="stylesheet" href="/static/style/base.css"/>',
    )


def _table(title: str, schema: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><th><code>{escape(name)}</code></th><td>{escape(value['description'])}</td></tr>"
        for name, value in schema["properties"].items()
    )
    return f"<table><caption>{title}</caption>{rows}</table>" if rows else ""


def _object(members: Mapping[str, Member | str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            name: {"description": each} if isinstance(each, str) else described(each)
            for name, each in members.items()
        },
    }
