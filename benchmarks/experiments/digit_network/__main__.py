"""Draw, train, measure, write; and compare the kernel with PyTorch."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from . import training
from .drawing import draw_crops
from .faces import typefaces

ROOT = Path(__file__).parents[3]
WEIGHTS = ROOT / "nonocsp" / "people" / "photo" / "digits.bin"
MEASURED = 20_000  #: crops of the faces that are held out


def main() -> None:
    parser = argparse.ArgumentParser(prog="digit_network", description=__doc__)
    parser.add_argument("--crops", type=int, default=200_000, help="crops to draw (%(default)s)")
    parser.add_argument("--epochs", type=int, default=9, help="passes over them (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random (%(default)s)")
    parser.add_argument("--drawn", type=Path, help="a file that keeps the drawn crops")
    parser.add_argument("-o", "--output", type=Path, default=WEIGHTS, help="the file of weights")
    given = parser.parse_args()
    torch.set_num_threads(1)  # the same sums in the same order

    data = _drawn(given.crops, given.seed, given.drawn)
    network = training.train(data["crops"], data["labels"], given.epochs, given.seed)
    training.quantise(network)
    held_crops, held_labels = data["held_crops"], data["held_labels"]
    logits = training.logits_of(network, held_crops)
    fitted = slice(
        None, None, 2
    )  # the temperature is fitted to one half, the figures are of the other
    measured = slice(1, None, 2)
    warmth = training.temperature(logits[fitted], held_labels[fitted])
    training.save(network, warmth, given.output)
    print(f"{given.output}: {given.output.stat().st_size} bytes, temperature {warmth:.2f}")
    logits = logits / warmth
    print(training.summary(logits[measured], held_labels[measured], data["held_heights"][measured]))
    difference = _difference(given.output, held_crops, logits)
    print(f"largest difference of a cost, kernel and PyTorch: {difference:.1e}")


def _drawn(count: int, seed: int, file: Path | None) -> dict[str, np.ndarray]:
    """Crops to train with and crops of held-out faces, from the file if it is there."""
    if file and file.exists():
        return dict(np.load(file))
    faces, held = typefaces()
    print(f"{len(faces)} faces to train with; held out: {', '.join(face.family for face in held)}")
    crops, labels, _ = draw_crops(faces, count, seed)
    held_crops, held_labels, held_heights = draw_crops(held, MEASURED, seed + 1)
    data = {"crops": crops, "labels": labels}
    data |= {"held_crops": held_crops, "held_labels": held_labels, "held_heights": held_heights}
    if file:
        np.savez(file, **data)
    return data


def _difference(weights: Path, crops: np.ndarray, logits: torch.Tensor) -> float:
    """Costs that the kernel computes against those of PyTorch, where they matter."""
    import _nonocsp_kernel

    sent = _nonocsp_kernel.read_crops(weights.read_bytes(), crops.tobytes())
    costs = np.frombuffer(sent, np.float32).reshape(len(crops), training.LABELS)
    expected = -training.joint(logits).log_softmax(1).numpy()
    return float(np.abs(costs - expected)[expected < 20].max())


main()
