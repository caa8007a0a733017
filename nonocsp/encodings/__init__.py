"""The same puzzle stated for other systems, one module each."""

from __future__ import annotations
