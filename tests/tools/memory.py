"""The memory that something takes."""

from __future__ import annotations

import tracemalloc
from contextlib import contextmanager


@contextmanager
def memory_below(most):
    """Check that what Python allocates inside never takes so many bytes."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()
