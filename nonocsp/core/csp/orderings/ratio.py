"""Exact comparison of ratios: domain sizes of long lines do not fit a float."""

from __future__ import annotations


def ratio(size: int, weight: int) -> int:
    """A size divided by a weight, in units of 2^-32; a weight of 0 counts as 1."""
    return (size << 32) // max(1, weight)
