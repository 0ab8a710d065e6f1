"""Synthetic runs and labels of typical shapes, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

N_PASSAGES = 8_841_823  # of MS MARCO
DEPTH = 1_000
MEASURES = "RR@10,P@10,nDCG@10,AP,R@1000"


@dataclass(frozen=True)
class Shape:
    """Sizes and distributions of a workload.

    `found` is the share of judged passages that a run retrieves, `steepness` how strongly they
    gather at its top, `grades` the probability of each relevance from 0 up.
    """

    name: str
    n_topics: int
    n_labels: int
    found: float
    steepness: float
    grades: tuple[float, ...]


SHAPES = {
    shape.name: shape
    for shape in (
        Shape("sparse", 6_980, 7_454, 0.85, 4.0, (0.0, 1.0)),
        Shape("graded", 54, 11_097, 0.6, 2.0, (0.65, 0.17, 0.12, 0.06)),
    )
}


@dataclass(frozen=True)
class Labels:
    """Judged passages, topic after topic and ascending within each."""

    starts: NDArray[np.int64]
    passages: NDArray[np.int32]
    relevances: NDArray[np.int16]

    def of(self, topic: int) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        span = slice(self.starts[topic], self.starts[topic + 1])
        return self.passages[span], self.relevances[span]


@dataclass(frozen=True)
class Retrieved:
    """One run: shape (n_topics, depth) each, best first, ties by passage descending."""

    passages: NDArray[np.int32]
    scores: NDArray[np.float64]


@dataclass(frozen=True)
class Workload:
    """Labels, and a run that is scored under them."""

    shape: Shape
    labels: Labels
    retrieved: Retrieved


def draw(name: str, seed: int) -> Workload:
    shape = SHAPES[name]
    labels = draw_labels(shape, seed)
    return Workload(shape, labels, draw_run(shape, labels, seed))


def draw_labels(shape: Shape, seed: int) -> Labels:
    """Random labels, spread evenly over the topics; the remainder goes to the first ones."""
    rng = np.random.default_rng((seed, 1))
    sizes = np.full(shape.n_topics, shape.n_labels // shape.n_topics)
    sizes[: shape.n_labels % shape.n_topics] += 1
    pieces = [np.sort(rng.choice(N_PASSAGES, size, replace=False, shuffle=False)) for size in sizes]
    relevances = rng.choice(len(shape.grades), shape.n_labels, p=shape.grades)
    return Labels(
        np.cumsum([0, *sizes], dtype=np.int64),
        np.concatenate(pieces).astype(np.int32),
        relevances.astype(np.int16),
    )


def draw_run(shape: Shape, labels: Labels, seed: int) -> Retrieved:
    """A random run that retrieves part of the judged passages, the most relevant near its top.

    Scores have four decimals: some tie, and all survive single precision, so that tools which
    keep only that see the same order.
    """
    rng = np.random.default_rng((seed, 2))
    passages = np.empty((shape.n_topics, DEPTH), np.int32)
    for topic in range(shape.n_topics):
        passages[topic] = _one_ranking(shape, *labels.of(topic), rng)
    scores = np.round(np.sort(rng.gamma(4.0, 4.0, passages.shape))[:, ::-1], 4)
    order = np.lexsort((-passages, -scores))
    rows = np.arange(shape.n_topics)[:, None]
    return Retrieved(passages[rows, order], scores[rows, order])


def _one_ranking(
    shape: Shape,
    judged: NDArray[np.int32],
    relevances: NDArray[np.int16],
    rng: np.random.Generator,
) -> NDArray[np.int32]:
    ranking = rng.integers(0, N_PASSAGES, 2 * DEPTH).astype(np.int32)
    ranking = ranking[np.sort(np.unique(ranking, return_index=True)[1])]
    ranking = ranking[~np.isin(ranking, judged)][:DEPTH]
    is_found = rng.random(judged.size) < shape.found
    odds = shape.steepness * (1 + relevances[is_found])
    wanted = (DEPTH * rng.random(odds.size) ** odds).astype(np.int64)
    places, firsts = np.unique(wanted, return_index=True)
    ranking[places] = judged[is_found][firsts]
    return ranking


def write_files(workload: Workload, folder: Path) -> tuple[Path, Path]:
    """The labels and the run as TREC files, for tools that read those."""
    labels, retrieved = workload.labels, workload.retrieved
    qrels, run = folder / "qrels.txt", folder / "run.txt"
    with qrels.open("w") as file:
        for topic in range(labels.starts.size - 1):
            pairs = zip(*(column.tolist() for column in labels.of(topic)), strict=True)
            file.writelines(f"{topic} 0 {doc_id(p)} {relevance}\n" for p, relevance in pairs)
    with run.open("w") as file:
        rows = zip(retrieved.passages.tolist(), retrieved.scores.tolist(), strict=True)
        for topic, (row, scores) in enumerate(rows):
            file.writelines(
                f"{topic} Q0 {doc_id(passage)} {rank} {score:.4f} drawn\n"
                for rank, (passage, score) in enumerate(zip(row, scores, strict=True), start=1)
            )
    return qrels, run


def doc_id(passage: int) -> str:
    """Zero-padded, so that doc_ids sort as passages do."""
    return f"d{passage:07d}"
