"""Formats of clues in lines of text."""
