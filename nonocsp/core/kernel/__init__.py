"""The kernel: the same model in C++. `interface` is the one way in; the sources are in `src/`."""
