"""Nonograms for machines that learn: an environment of Gymnasium.

`episode` has the rules and the rewards. `environment` makes an environment of them, which Gymnasium
knows as ``nonocsp/Nonogram-v0`` as soon as this package is imported.
"""

from contextlib import suppress

with suppress(ImportError):  # `environment` says what to install
    from gymnasium import register

    register("nonocsp/Nonogram-v0", entry_point="nonocsp.learning.environment:NonogramEnv")
