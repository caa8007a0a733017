"""The network: trained, calibrated, measured, and written as small whole numbers."""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from .drawing import HEIGHT, NOTHING, WIDTH, ZERO

MAGIC, VERSION = b"NCSPDIGT", 1
CHANNELS = (1, 16, 32, 48)
HIDDEN = 64
TENS, ONES = 10, 11  #: none, 1 to 9; 0 to 9, nothing there
NONE = TENS  #: "nothing there" among the ones
LABELS = 101


class Network(nn.Module):
    """Three convolutions with pooling, a dense layer, and two heads, tens and ones."""

    def __init__(self) -> None:
        super().__init__()
        self.convolutions = nn.ModuleList(
            nn.Conv2d(a, b, 3, padding=1) for a, b in pairwise(CHANNELS)
        )
        self.dense = nn.Linear(CHANNELS[-1] * HEIGHT // 8 * WIDTH // 8, HIDDEN)
        self.heads = nn.Linear(HIDDEN, TENS + ONES)
        self.dropout = nn.Dropout(0.1)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Logits of the tens and of the ones."""
        x = crops.unsqueeze(1)
        for convolution in self.convolutions:
            x = F.max_pool2d(F.relu(convolution(x)), 2)
        return self.heads(self.dropout(F.relu(self.dense(x.flatten(1)))))


def joint(logits: torch.Tensor) -> torch.Tensor:
    """Logits of the labels: of tens x ones those that are a number, or nothing at all."""
    tens, ones = logits[:, :TENS], logits[:, TENS:]
    both = (tens[:, :, None] + ones[:, None, :NONE]).flatten(1)  # 00, 01 ... 99
    nothing = tens[:, :1] + ones[:, NONE:]
    return torch.cat([nothing, both[:, 1:], both[:, :1]], 1)


def train(
    crops: np.ndarray, labels: np.ndarray, epochs: int, seed: int, batch: int = 256
) -> Network:
    """The mean of the weights over the last steps, which reads better than any one of them."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    network = Network()
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-3)
    steps = len(crops) // batch * epochs
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, steps, pct_start=0.1)
    mean = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998)
    )
    for epoch in range(epochs):
        total = 0.0
        for some in random.permutation(len(crops))[: len(crops) // batch * batch].reshape(
            -1, batch
        ):
            loss = F.cross_entropy(
                joint(network(_shifted(crops[some], random))), torch.tensor(labels[some]).long()
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            mean.update_parameters(network)
            total += loss.item()
        print(f"epoch {epoch + 1}: loss {total / (len(crops) // batch):.4f}", flush=True)
    return mean.module.eval()


def _shifted(crops: np.ndarray, random: np.random.Generator) -> torch.Tensor:
    """All crops of a batch moved by up to a pixel each way, and a little brighter or darker."""
    dy, dx = random.integers(-1, 2, 2)
    padded = np.pad(crops, ((0, 0), (1, 1), (1, 1)))
    moved = padded[:, 1 + dy : 1 + dy + HEIGHT, 1 + dx : 1 + dx + WIDTH].astype(np.float32)
    gains = random.uniform(0.85, 1.1, (len(crops), 1, 1)).astype(np.float32)
    return torch.tensor(np.minimum(moved * gains, 255) / 255)


def logits_of(network: Network, crops: np.ndarray) -> torch.Tensor:
    with torch.no_grad():
        parts = [network(_floats(crops[at : at + 2000])) for at in range(0, len(crops), 2000)]
    return torch.cat(parts)


def _floats(crops: np.ndarray) -> torch.Tensor:
    return torch.tensor(crops.astype(np.float32) / 255)


def quantise(network: Network) -> None:
    """Round the weights, in place, to 255 values for each output."""
    for layer in _layers(network):
        weights = layer.weight.data
        scale = _scales(layer).reshape(-1, *[1] * (weights.dim() - 1))
        weights.copy_((weights / scale).round() * scale)


def _layers(network: Network) -> list[nn.Conv2d | nn.Linear]:
    return [*network.convolutions, network.dense, network.heads]


def _scales(layer: nn.Conv2d | nn.Linear) -> torch.Tensor:
    return layer.weight.data.abs().flatten(1).amax(1).clamp(min=1e-8) / 127


def temperature(logits: torch.Tensor, labels: np.ndarray) -> float:
    """What to divide logits by, so that the true labels cost least on average."""
    target = torch.tensor(labels).long()
    candidates = torch.linspace(0.5, 3, 251)
    costs = [float(F.cross_entropy(joint(logits / t), target)) for t in candidates]
    return float(candidates[int(np.argmin(costs))])


def save(network: Network, temperature: float, path: Path) -> None:
    """Write the layout that `digit_network.hpp` describes."""
    parts = [MAGIC, struct.pack("<II", VERSION, len(_layers(network)))]
    for layer in _layers(network):
        scales = _scales(layer)
        weights = _inputs_first(layer)
        parts.append(struct.pack("<II", *weights.shape))
        parts.append(scales.numpy().astype("<f4").tobytes())
        parts.append(layer.bias.data.numpy().astype("<f4").tobytes())
        parts.append((weights / scales).round().to(torch.int8).numpy().tobytes())
    parts.append(struct.pack("<f", temperature))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(parts))


def _inputs_first(layer: nn.Conv2d | nn.Linear) -> torch.Tensor:
    """Weights as a matrix, a row an input: by row, column and channel; a column an output."""
    weights = layer.weight.data
    if weights.dim() == 4:
        return weights.permute(2, 3, 1, 0).reshape(-1, weights.shape[0])
    if weights.shape[1] != HIDDEN:  # after the convolutions channels come first
        shape = (len(weights), CHANNELS[-1], HEIGHT // 8, WIDTH // 8)
        weights = weights.reshape(shape).permute(0, 2, 3, 1).flatten(1)
    return weights.T


def summary(logits: torch.Tensor, labels: np.ndarray, heights: np.ndarray) -> str:
    """Accuracy by the height of digits and by kind, and how well probabilities are calibrated."""
    probabilities = joint(logits).softmax(1).numpy()
    read = probabilities.argmax(1)
    right = read == labels
    lines = [f"all {len(labels)}: {right.mean():.2%}"]
    for low, high in ((0, 10), (10, 14), (14, 20), (20, 30), (30, 99)):
        some = (heights >= low) & (heights < high)
        lines.append(f"height {low}-{high - 1}: {right[some].mean():.2%} of {some.sum()}")
    kinds = {"nothing": labels == NOTHING, "lone 0": labels == ZERO}
    kinds |= {"1-9": (labels > 0) & (labels < 10), "10-99": (labels > 9) & (labels < ZERO)}
    lines += [f"{name}: {right[some].mean():.2%} of {some.sum()}" for name, some in kinds.items()]
    best = probabilities.max(1)
    for low, high in ((0.0, 0.5), (0.5, 0.9), (0.9, 0.99), (0.99, 0.999), (0.999, 1.1)):
        some = (best >= low) & (best < high)
        if some.any():
            mean, share = best[some].mean(), right[some].mean()
            lines.append(f"probability {mean:.4f}: right {share:.4f} of {some.sum()}")
    wrong, counts = np.unique(
        np.stack([labels[~right], read[~right]], 1), axis=0, return_counts=True
    )
    worst = counts.argsort()[::-1][:15]
    lines.append(
        "most frequent errors: "
        + ", ".join(f"{wrong[k][0]} as {wrong[k][1]} ({counts[k]})" for k in worst)
    )
    return "\n".join(lines)
