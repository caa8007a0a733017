from __future__ import annotations

import re

import networkx as nx
from hypothesis import given, strategies as st
from strategies import ANY, small_puzzles

from nonocsp import Grid, Puzzle
from nonocsp.core.model.line import Line
from nonocsp.files.encodings.constraint_graph import constraint_graph

PUZZLE = Puzzle([[1], ["?"], None], [[1], [2]])


def test_lines_are_nodes_and_crossings_are_edges():
    graph = constraint_graph(PUZZLE)
    assert set(graph) == set(PUZZLE.lines)
    assert graph.number_of_edges() == 6
    assert nx.is_bipartite(graph)
    row, column = Line("row", 2), Line("column", 1)
    assert graph.edges[row, column] == {"cells": [(2, 1)], "candidates": [(0, 1)]}
    assert graph.nodes[Line("row", 0)] == {
        "clue": PUZZLE.rows[0],
        "length": 2,
        "domain_size": 2,
        "bipartite": 0,
    }
    assert graph.nodes[row]["domain_size"] == 4


def documented(heading):
    """The attributes that the docstring lists under a heading."""
    text = constraint_graph.__doc__.split(heading)[1].split(":\n\n")[1].split("\n\n")[0]
    return set(re.findall(r"- ``(\w+)``", text))


@given(made=small_puzzles(ANY), decided=st.booleans())
def test_attributes_are_those_documented(made, decided):
    picture, puzzle = made
    grid = Grid.unknown(puzzle)
    if decided:
        cell = puzzle.board.place(0)
        grid = grid.given({cell: picture.cells[0]})
    graph = constraint_graph(puzzle, grid)
    for line, attributes in graph.nodes.items():
        assert attributes.keys() == documented("Attributes of a node")
        assert attributes["length"] == puzzle.length(line)
    for attributes in graph.edges.values():
        assert attributes.keys() == documented("Attributes of an edge")
        assert len(attributes["cells"]) == len(attributes["candidates"]) > 0
    assert graph.graph == {}


def test_what_is_decided_is_no_edge_and_domains_shrink():
    grid = Grid([3] * 6, 2).given({(0, 0): 1, (0, 1): 0})
    graph = constraint_graph(PUZZLE, grid)
    assert graph.nodes[Line("row", 0)]["domain_size"] == 1
    assert graph.degree[Line("row", 0)] == 0
    assert graph.number_of_edges() == 4
    assert len([c for c in nx.connected_components(graph) if len(c) > 1]) == 1
