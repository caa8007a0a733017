"""Formats that pack a puzzle into a short code or into bytes."""
