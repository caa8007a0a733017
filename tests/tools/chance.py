"""What random numbers must show: four standard deviations, so that a test fails for a reason."""

from __future__ import annotations

import math
from collections import Counter


def check_uniform(drawn, every, each):
    """All of `every`, and nothing else, was drawn, `each` times on average (Pearson's test)."""
    often = Counter(drawn)
    assert set(often) <= set(every) and often.total() == each * len(every)
    chi_square = sum((often[one] - each) ** 2 / each for one in every)
    freedom = len(every) - 1
    assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom)


def check_unbiased(values, exact):
    """The mean is that of the exact number, as far as the variance of the values shows."""
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert abs(mean - exact) <= 4 * math.sqrt(variance / len(values)) + 1e-9 * exact
