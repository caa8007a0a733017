"""Formats of pictures, in pixels or in characters: the puzzle is the one that the picture makes."""
