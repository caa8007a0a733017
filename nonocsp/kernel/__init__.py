"""The kernel: the same model in C++. `door` is the one way in; the sources are in `src/`."""
