"""Examples made of labels and a run, whose passages without relevance are the negatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.exceptions import Coded
from regrade.training.examples import Example, Keys

Texts = Callable[[Sequence[int]], Sequence[str]]


class NoExamples(Coded, ValueError):
    """Labels and rankings that give nothing to train on; the text says why."""


class JudgedTopic(NamedTuple):
    """A topic of the training set.

    Attributes:
        query: its text.
        relevant: passages that count as relevant, by ordinal, with their grades.
        ranked: passages of the run, best first.
        grades: of other passages that were judged; what no label has counts as 0.
    """

    query: str
    relevant: Mapping[int, float]
    ranked: NDArray[np.int64]
    grades: Mapping[int, float] = {}


class Negatives(NamedTuple):
    """How negatives are drawn: without repetition, again in each epoch.

    Attributes:
        number: of negatives with each relevant passage.
        depth: the last rank of the run that they come from.
        of_any_query: whether passages relevant to any other training query are left out, too.
        seed: of the draws.
    """

    number: int = 1
    depth: int = 100
    of_any_query: bool = False
    seed: int = 0


@dataclass(frozen=True, eq=False)
class JudgedSource:
    """One row for each relevant passage of each topic that has negatives.

    A passage relevant to the topic is never a negative. Where fewer passages than wanted are left,
    all of them are taken, and some again.

    Attributes:
        topics: with their queries, labels and rankings.
        texts: from ordinals to texts.
    """

    topics: Sequence[JudgedTopic]
    texts: Texts
    negatives: Negatives
    _rows: list[tuple[int, int]] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        for index, topic in enumerate(self.topics):
            if self._candidates[index].size:
                self._rows.extend((index, passage) for passage in sorted(topic.relevant))
        if not any(topic.relevant for topic in self.topics):
            raise NoExamples("no passage is relevant under these labels", code="no_positives")
        if not self._rows:
            raise NoExamples(
                f"down to rank {self.negatives.depth} the run has no passage that could be a"
                " negative of a topic with relevant passages",
                code="no_negatives",
            )

    @cached_property
    def _candidates(self) -> list[NDArray[np.int64]]:
        """The passages of each topic that may be drawn as negatives, ascending."""
        shared = np.array(sorted({one for topic in self.topics for one in topic.relevant}))
        candidates = []
        for topic in self.topics:
            left_out = shared if self.negatives.of_any_query else np.array([*topic.relevant])
            first = topic.ranked[: self.negatives.depth]
            candidates.append(np.unique(first[~np.isin(first, left_out)]))
        return candidates

    @property
    def n_negatives(self) -> int:
        return self.negatives.number

    def __len__(self) -> int:
        return len(self._rows)

    def keys(self, row: int, epoch: int) -> Keys:
        index, passage = self._rows[row]
        drawn = self._drawn(row, index, epoch)
        return Keys(index, [passage, *drawn], self.topics[index].relevant.keys())

    def examples(self, rows: Sequence[int], epoch: int) -> list[Example]:
        keys = [self.keys(row, epoch) for row in rows]
        wanted = sorted({passage for one in keys for passage in one.passages})
        texts = dict(zip(wanted, self.texts(wanted), strict=True))
        return [self._example(one, texts) for one in keys]

    def _example(self, keys: Keys, texts: Mapping[int, str]) -> Example:
        topic = self.topics[keys.query]
        known = {**topic.grades, **topic.relevant}
        passages = [texts[passage] for passage in keys.passages]
        return Example(topic.query, passages, [known.get(one, 0.0) for one in keys.passages])

    def _drawn(self, row: int, index: int, epoch: int) -> list[int]:
        candidates, n = self._candidates[index], self.negatives.number
        rng = np.random.default_rng([self.negatives.seed, epoch, row])
        return rng.choice(candidates, n, replace=candidates.size < n).tolist()  # type: ignore[no-any-return]
