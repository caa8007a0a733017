"""The network that reads the numbers of a photographed puzzle: crops drawn, weights trained.

    python -m benchmarks.experiments.digit_network --help

It needs PyTorch, NumPy, Pillow and many typefaces; `PACKAGES` in `faces.py` names those of Debian.
"""
