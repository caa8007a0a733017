"""The HTTP interface as an OpenAPI document, made from the table of questions."""

from __future__ import annotations

from typing import Any

from .questions import QUESTIONS


def openapi(version: str) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the server."""
    answers: dict[str, dict[str, Any]] = {
        "200": {
            "description": "Lines of JSON: any number of {progress}, then {result} or {error}.",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        },
        **{
            str(code): {"description": why}
            for code, why in {
                400: "The body is not JSON.",
                403: "The request does not come from this page.",
                408: "The body took too long to arrive.",
                413: "The body is too large.",
                415: "The body is not application/json.",
                421: "The host is not the one that is served.",
                503: "Too much is being asked at once.",
            }.items()
        },
    }
    paths: dict[str, Any] = {
        f"/api/{name}": {
            "post": {
                "operationId": name,
                "summary": question.summary,
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": _object(question.takes)}},
                },
                "responses": {
                    **answers,
                    "200": {**answers["200"], "x-result": _object(question.gives)},
                },
            }
        }
        for name, question in QUESTIONS.items()
    }
    library = {"description": "The entries of the index, with the address of each puzzle."}
    paths["/api/library"] = {
        "get": {
            "operationId": "library",
            "summary": "The puzzles that come with the program.",
            "responses": {"200": library},
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "nonocsp",
            "version": version,
            "description": "Nonograms: solve, count, explain. Counts are texts of digits.",
        },
        "paths": paths,
    }


def _object(members: dict[str, str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: {"description": said} for name, said in members.items()},
    }
