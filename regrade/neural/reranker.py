from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NewType, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import in_windows, prepared_ahead

Encoded = TypeVar("Encoded")
PAIRS_PER_WINDOW = 8192

# What is put before a text as it stands: it may be empty, and hold lines and blanks at its ends.
Prompt = NewType("Prompt", str)


class PassageText(NamedTuple):
    """The part of a passage that a ranker reads."""

    title: str
    text: str

    @property
    def joined(self) -> str:
        """Title and text as one text, joined by a blank."""
        return f"{self.title} {self.text}" if self.title else self.text

    def behind(self, prompt: str) -> PassageText:
        """With a prompt before its first word."""
        if self.title:
            return PassageText(prompt + self.title, self.text)
        return PassageText("", prompt + self.text)


class Candidates(NamedTuple):
    """A topic's query with the passages to be scored for it."""

    query: str
    passages: Sequence[PassageText]


class Reranker(Protocol):
    """Scores candidates, higher being better; what a score means is the model's own matter."""

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]:
        """One array a topic, shape (n_passages,), in the order of its passages.

        A score hangs on model, query and passage alone; in another batch it differs by rounding
        (below 1e-4 in float32).

        Raises:
            ValueError: a score is not a finite number.
            MemoryError: the device's memory is too small for one pair.
        """
        ...


def distinct_passages(candidates: Sequence[Candidates]) -> dict[PassageText, int]:
    """Each distinct passage with its number, from 0."""
    distinct = dict.fromkeys(passage for one in candidates for passage in one.passages)
    return {passage: row for row, passage in enumerate(distinct)}


def pairs_of(candidates: Sequence[Candidates]) -> list[tuple[str, str]]:
    """Each query with each of its passages as one input, topic by topic."""
    return [(one.query, passage.joined) for one in candidates for passage in one.passages]


def score_pairs_ahead(
    candidates: Sequence[Candidates],
    encode: Callable[[Sequence[tuple[str, str]]], Encoded],
    score: Callable[[Encoded], NDArray[np.float32]],
) -> list[NDArray[np.float64]]:
    """Scores of all pairs, one array a topic; the next window is encoded while one is scored.

    Raises:
        ValueError: as `by_topic`.
    """
    windows = prepared_ahead(in_windows(pairs_of(candidates), PAIRS_PER_WINDOW), encode)
    return by_topic([score(window) for window in windows], candidates)


def by_topic(
    scores: Sequence[NDArray[np.floating[Any]]], candidates: Sequence[Candidates]
) -> list[NDArray[np.float64]]:
    """Scores of all pairs, in parts, as one array a topic.

    Raises:
        ValueError: a score is not a finite number; it says for which query.
    """
    joined = np.concatenate([*scores, np.empty(0)]).astype(np.float64)
    ends = np.cumsum([len(one.passages) for one in candidates])
    found = np.split(joined, ends[:-1]) if len(ends) else []
    for one, part in zip(candidates, found, strict=True):
        if not np.isfinite(part).all():
            raise ValueError(f"the model's score is not a finite number for query {one.query!r}")
    return found
