"""Pairs per second of our cross-encoder and sentence-transformers', with the device's ceiling."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import torch  # noqa: TID253  (nothing is measured without it)
from numpy.typing import NDArray

from benchmarks.neural.drawn import as_candidates, draw_pairs, useful_flops
from regrade.neural.bert_cat import BertCat, load_bert_cat
from regrade.neural.model_folder import find_model
from regrade.neural.networks import ComputeDevice, Precision, find_compute_device

# Rows, and both sides of a weight: what a batch of BERT-base multiplies.
SHAPES = {"cpu": ((1024, 768, 3072), (1024, 3072, 768)), "cuda": ((65_536, 768, 3072),)}
CEILING_S = 1.0
PEER_BATCH = {"cpu": 32, "cuda": 256}


@dataclass(frozen=True)
class Contenders:
    """Both engines with the same weights on the same device."""

    compute: ComputeDevice
    ours: BertCat
    peer: Any

    @property
    def clock(self) -> Callable[[], float]:
        """Processor time on a CPU, which other programs distort less than wall time."""
        return time.process_time if self.compute.device.type == "cpu" else self._device_time

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        return np.concatenate(self.ours.score(as_candidates(pairs)))

    def score_by_peer(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        batch_size = PEER_BATCH[self.compute.device.type]
        found = self.peer.predict(
            list(pairs),
            batch_size=batch_size,
            show_progress_bar=False,
            activation_fn=torch.nn.Identity(),
        )
        return np.asarray(found, np.float64)

    def _device_time(self) -> float:
        torch.cuda.synchronize(self.compute.device)
        return time.perf_counter()


class Rates(NamedTuple):
    """Seconds per engine on one set of pairs, and the ceiling in FLOP per second.

    `differs_by` is the largest difference between the engines' scores of a pair.
    """

    ours_s: float
    peer_s: float
    ceiling: float
    differs_by: float


def load_contenders(folder: Path, device: str, precision: Precision) -> Contenders:
    from sentence_transformers import CrossEncoder  # noqa: PLC0415  (takes seconds to import)

    if device == "cpu":
        torch.set_num_threads(1)
    compute = find_compute_device(device, precision)
    peer = CrossEncoder(
        str(folder),
        device=device,
        max_length=512,
        local_files_only=True,
        model_kwargs={"dtype": compute.dtype},
    )
    return Contenders(compute, load_bert_cat(find_model(str(folder)), compute), peer)


def measure(contenders: Contenders, lengths: NDArray[np.int64], rounds: int) -> Rates:
    """Medians over rounds; each round measures both engines and the ceiling in turn."""
    pairs = draw_pairs(lengths, seed=1)
    engines = contenders.score, contenders.score_by_peer
    for score in engines:  # to begin warm
        score(pairs[:8])
    rows, differs_by = [], 0.0
    for _ in range(rounds):
        (ours_s, ours), (peer_s, peers) = (_timed(contenders, score, pairs) for score in engines)
        rows.append((ours_s, peer_s, ceiling(contenders)))
        differs_by = max(differs_by, float(np.abs(ours - peers).max()))
    ours_s, peer_s, most = (median(column) for column in zip(*rows, strict=True))
    return Rates(ours_s, peer_s, most, differs_by)


def ceiling(contenders: Contenders) -> float:
    """FLOP per second of plain matrix products, the best over BERT-base's shapes."""
    compute = contenders.compute
    return max(_products(contenders, *shape) for shape in SHAPES[compute.device.type])


def moves_with_its_batch(contenders: Contenders, lengths: NDArray[np.int64]) -> float:
    """Largest change of a score between a batch of its own and a shared batch."""
    pairs = draw_pairs(lengths, seed=2)
    alone = np.concatenate([contenders.score([pair]) for pair in pairs])
    return float(np.abs(contenders.score(pairs) - alone).max())


def share_of_ceiling(rates: Rates, lengths: NDArray[np.int64]) -> float:
    """Our useful FLOP per second, as a share of the device's ceiling."""
    return useful_flops(lengths) / rates.ours_s / rates.ceiling


def _timed(
    contenders: Contenders,
    score: Callable[[Sequence[tuple[str, str]]], NDArray[np.float64]],
    pairs: Sequence[tuple[str, str]],
) -> tuple[float, NDArray[np.float64]]:
    began = contenders.clock()
    scores = score(pairs)
    return contenders.clock() - began, scores


def _products(contenders: Contenders, n: int, d_in: int, d_out: int) -> float:
    compute = contenders.compute
    rows = torch.randn(n, d_in, device=compute.device, dtype=compute.dtype)
    weight = torch.randn(d_out, d_in, device=compute.device, dtype=compute.dtype)
    with torch.inference_mode():
        torch.nn.functional.linear(rows, weight)
        n_times, began = 0, contenders.clock()
        while (taken := contenders.clock() - began) < CEILING_S:
            for _ in range(1 if compute.device.type == "cpu" else 50):
                torch.nn.functional.linear(rows, weight)
                n_times += 1
    return 2.0 * n * d_in * d_out * n_times / taken
