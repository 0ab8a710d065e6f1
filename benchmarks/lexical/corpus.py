"""A corpus drawn from a seed, with the statistics of a web passage collection.

Terms follow Zipf and Mandelbrot's law, p(r) ~ 1 / (r + 2.7) over 300,000 ranks. The 33 most
frequent stand for stop words and are left out: a fifth of the tokens. A term is `t` and its rank:
no analyzer splits it, drops it or stems it, and every engine sees the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

N_TERMS, OFFSET, N_STOP_WORDS = 300_000, 2.7, 33
MEAN_LENGTH, SPREAD = 55.4, 0.45  # of the lengths before stop words go: lognormal
N_QUERIES, QUERY_LENGTH = 1_000, 6
PIECE = 20_000  # passages drawn at once


@dataclass(frozen=True)
class Facts:
    """Size statistics of a drawn corpus; a posting is a pair of a term and a passage."""

    n_passages: int
    n_postings: int
    postings_a_query: float


@dataclass(frozen=True)
class Corpus:
    """Files of a drawn corpus: `passages` and `queries` have one per line."""

    folder: Path

    @property
    def passages(self) -> Path:
        return self.folder / "passages.txt"

    @property
    def queries(self) -> Path:
        return self.folder / "queries.txt"

    @property
    def facts(self) -> Facts:
        return Facts(**json.loads((self.folder / "facts.json").read_text()))

    def texts(self) -> Iterator[tuple[int, str]]:
        """Number and text of each passage, without its line break."""
        with self.passages.open(encoding="ascii") as lines:
            for number, line in enumerate(lines):
                yield number, line.rstrip("\n")

    def query_texts(self) -> list[str]:
        return self.queries.read_text(encoding="ascii").splitlines()

    def queries_by_id(self) -> dict[str, str]:
        return {str(number): text for number, text in enumerate(self.query_texts(), start=1)}


def doc_id(number: int) -> str:
    """Of one width, so that doc_ids sort as passages do."""
    return f"d{number:07d}"


def drawn_corpus(home: Path, n_passages: int, seed: int) -> Corpus:
    """The corpus of this size and seed, streamed to disk unless it exists."""
    corpus = Corpus(home / "bench-lexical" / f"drawn-{n_passages}-{seed}")
    if not (corpus.folder / "facts.json").is_file():
        corpus.folder.mkdir(parents=True, exist_ok=True)
        _draw(corpus, n_passages, seed)
    return corpus


def term_odds() -> NDArray[np.float64]:
    """Cumulative probability of each rank from 1 up; shape (N_TERMS,), the last one is 1."""
    weights = 1 / (np.arange(1, N_TERMS + 1) + OFFSET)
    cumulative: NDArray[np.float64] = np.cumsum(weights) / weights.sum()
    cumulative[-1] = 1.0
    return cumulative


def draw_tokens(
    rng: np.random.Generator, odds: NDArray[np.float64], n_passages: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Concatenated term ranks of all passages without stop words, and each passage's length."""
    location = np.log(MEAN_LENGTH) - SPREAD**2 / 2
    lengths = np.maximum(1, np.rint(rng.lognormal(location, SPREAD, n_passages))).astype(np.int64)
    ranks = 1 + np.searchsorted(odds, rng.random(lengths.sum()), side="right")
    owners = np.repeat(np.arange(n_passages), lengths)
    is_kept = ranks > N_STOP_WORDS
    return ranks[is_kept], np.bincount(owners[is_kept], minlength=n_passages)


def draw_queries(
    rng: np.random.Generator, ranks: NDArray[np.int64], counts: NDArray[np.int64], n_queries: int
) -> list[list[int]]:
    """Queries of six different terms of a random passage; passages with fewer are drawn again."""
    ends = np.cumsum(counts)
    queries: list[list[int]] = []
    while len(queries) < n_queries:
        passage = int(rng.integers(counts.size))
        terms = np.unique(ranks[ends[passage] - counts[passage] : ends[passage]])
        if terms.size >= QUERY_LENGTH:
            queries.append(rng.choice(terms, QUERY_LENGTH, replace=False).tolist())
    return queries


def _draw(corpus: Corpus, n_passages: int, seed: int) -> None:
    rng, odds = np.random.default_rng((seed, n_passages)), term_odds()
    names = np.array([f"t{rank}" for rank in range(N_TERMS + 1)], dtype=object)
    frequencies = np.zeros(N_TERMS + 1, np.int64)  # passages that hold a term
    queries: list[list[int]] = []
    with corpus.passages.open("w", encoding="ascii") as file:
        for begin in range(0, n_passages, PIECE):
            size = min(PIECE, n_passages - begin)
            ranks, counts = draw_tokens(rng, odds, size)
            wanted = N_QUERIES * (begin + size) // n_passages - len(queries)
            queries += draw_queries(rng, ranks, counts, wanted)
            frequencies += _passages_by_term(ranks, counts)
            pieces = np.split(names[ranks], np.cumsum(counts)[:-1])
            file.writelines(" ".join(piece) + "\n" for piece in pieces)
    lines = (" ".join(names[query]) for query in queries)
    corpus.queries.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    touched = float(np.mean([frequencies[query].sum() for query in queries]))
    facts = Facts(n_passages, int(frequencies.sum()), touched)
    (corpus.folder / "facts.json").write_text(json.dumps(asdict(facts)))


def _passages_by_term(ranks: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    owners = np.repeat(np.arange(counts.size), counts)
    pairs = np.unique(owners * (N_TERMS + 1) + ranks)
    return np.bincount(pairs % (N_TERMS + 1), minlength=N_TERMS + 1)
