"""Seconds of our cross-encoder and of sentence-transformers' on the same pairs."""

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

from benchmarks.neural.drawn import as_candidates, draw_pairs
from regrade.neural.bert_cat import BertCat, load_bert_cat
from regrade.neural.model_folder import find_model
from regrade.neural.networks import ComputeDevice, Precision, find_compute_device

PEER_BATCH = {"cpu": 32, "cuda": 256}
Score = Callable[[Sequence[tuple[str, str]]], NDArray[np.float64]]


@dataclass(frozen=True)
class Contenders:
    """Both engines with the same weights on the same device."""

    compute: ComputeDevice
    ours: BertCat
    peer: Any

    @property
    def device(self) -> str:
        return self.compute.device.type

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        return np.concatenate(self.ours.score(as_candidates(pairs)))

    def score_by_peer(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        found = self.peer.predict(
            list(pairs),
            batch_size=PEER_BATCH[self.device],
            show_progress_bar=False,
            activation_fn=torch.nn.Identity(),
        )
        return np.asarray(found, np.float64)

    def clock(self) -> float:
        """Processor time on a CPU, which other programs distort less than wall time."""
        if self.device == "cpu":
            return time.process_time()
        torch.cuda.synchronize(self.compute.device)
        return time.perf_counter()


class Took(NamedTuple):
    """Seconds per engine on one set of pairs, and the largest difference of their scores."""

    ours_s: float
    peer_s: float
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


def measure(contenders: Contenders, lengths: NDArray[np.int64], rounds: int, seed: int = 1) -> Took:
    """Medians over rounds; each round measures both engines in turn."""
    pairs = draw_pairs(lengths, seed)
    engines = contenders.score, contenders.score_by_peer
    for score in engines:  # to begin warm
        score(pairs[:8])
    rows = []
    for _ in range(rounds):
        (ours_s, ours), (peer_s, peers) = (_timed(contenders, score, pairs) for score in engines)
        rows.append((ours_s, peer_s, float(np.abs(ours - peers).max())))
    all_ours, all_peers, differences = zip(*rows, strict=True)
    return Took(median(all_ours), median(all_peers), max(differences))


def _timed(
    contenders: Contenders, score: Score, pairs: Sequence[tuple[str, str]]
) -> tuple[float, NDArray[np.float64]]:
    began = contenders.clock()
    scores = score(pairs)
    return contenders.clock() - began, scores
