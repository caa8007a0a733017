"""Photographs and screenshots of puzzles: pages drawn for tests, and what is read from them."""
