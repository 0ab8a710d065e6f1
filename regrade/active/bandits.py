"""Strategies that move among the runs as labels come in: MaxMean and move-to-front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.active.strategy import Judged, Ordinals
from regrade.sampling.drawing import permanent_numbers

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MaxMean:
    """Bayesian bandit with one arm a run: the run with the highest mean gives its next passage.

    A run's chance to give a relevant passage has a Beta(1, 1) prior, so its posterior mean is
    (r + 1) / (j + 2) with j judged passages of the run, r of them relevant. At each label of a
    passage that the run has, in the order judged, r = rate * r + label and j = rate * j + 1.

    Decided here: a label counts for every run that has the passage, whichever run gave it, so
    passages found in other ways count too. Passages without a label yet change no mean: a batch
    comes from the best run, until it has no more. For each passage, one of the runs with the
    highest mean is drawn.

    Attributes:
        rankings: one array of ordinals a run, best first, each once.
        rate: how much of earlier labels remains at the next one, in [0, 1]. 1 is the stationary
            MaxMean (MM); 0 lets only the last label of a run count (MM-NS).

    Raises:
        ValueError: a rate outside [0, 1].

    Source:
        Losada, Parapar and Barreiro, Feeling lucky? Multi-armed bandits for ordering judgements
        in pooling-based evaluation, SAC 2016; and Multi-armed bandits for adjudicating documents
        in pooling-based evaluation of information retrieval systems, IP&M 53(5), 2017.
    """

    rankings: Sequence[Ordinals]
    rate: float = 1.0

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise ValueError(f"the rate of a bandit is in 0 to 1, got {self.rate}")

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        means, arms = self.means(judged).tolist(), _Arms(self.rankings, judged.seen.tolist())
        draws = _draws(len(arms.live), _most(n, self.rankings), seed, first=judged.seen.size)
        chosen: list[int] = []
        for numbers in draws:
            passage = None
            while passage is None and arms.live:
                passage = arms.pull(max(arms.live, key=lambda arm: (means[arm], numbers[arm])))
            if passage is None:
                break
            chosen.append(passage)
        return np.array(chosen, np.int64)

    def means(self, judged: Judged) -> Numbers:
        """Posterior mean of each run's chance to give a relevant passage; shape (n_runs,)."""
        return np.array([self._mean(judged, ranking) for ranking in self.rankings])

    def _mean(self, judged: Judged, ranking: Ordinals) -> float:
        is_relevant = judged.is_relevant[np.isin(judged.passages, ranking)]
        weights = self.rate ** np.arange(is_relevant.size - 1, -1, -1.0)
        return float((weights @ is_relevant + 1) / (weights.sum() + 2))


@dataclass(frozen=True, eq=False)
class MoveToFront:
    """Move-to-front pooling: stay with a run while it gives relevant passages.

    All runs begin with the same priority. One of the highest is drawn and gives its next passages,
    until one is not relevant: that lowers its priority by 1, and a run of the highest is drawn
    again. This is non-stationary: a run that was good falls back at its first failures.

    Decided here: every choice replays the whole course under the labels that there are. A passage
    that the replay reaches counts by its label, however it was found, and is passed over in further
    runs. One without a label yet is passed over and changes nothing, so a batch stays with one run
    until its labels are there. A run with no more passages leaves without a change of priority.

    Attributes:
        rankings: one array of ordinals a run, best first, each once.

    Source:
        Cormack, Palmer and Clarke, Efficient construction of large test collections, SIGIR 1998
        (local move-to-front); priorities as Losada, Parapar and Barreiro describe it, IP&M 53(5),
        2017.
    """

    rankings: Sequence[Ordinals]

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        labels = dict(zip(judged.passages.tolist(), judged.is_relevant.tolist(), strict=True))
        # A run is left at a label that is not relevant, or at its end.
        most = len(labels) - judged.n_relevant + len(self.rankings)
        draws = _draws(len(self.rankings), most, seed)
        replay = _Replay(_Arms(self.rankings), labels, set(judged.waiting.tolist()), draws)
        return np.array(replay.choose(n), np.int64)


class _Arms:
    """Where each run's ranking stands; `live` are the runs that may have more passages.

    Passages that are `gone` are passed over in every run.
    """

    def __init__(self, rankings: Sequence[Ordinals], gone: Sequence[int] = ()) -> None:
        self.live = list(range(len(rankings)))
        self._left = [iter(ranking.tolist()) for ranking in rankings]
        self._gone = set(gone)

    def pull(self, arm: int) -> int | None:
        """The run's next passage, which is gone afterwards; None where it has no more."""
        for passage in self._left[arm]:
            if passage not in self._gone:
                self._gone.add(passage)
                return int(passage)
        self.live.remove(arm)
        return None


@dataclass(frozen=True)
class _Replay:
    """The course of move-to-front under the labels that there are."""

    arms: _Arms
    labels: Mapping[int, bool]
    waiting: set[int]
    draws: list[list[float]]

    def choose(self, n: int) -> list[int]:
        """Passages without a label that the course comes to first."""
        priorities = [0] * len(self.arms.live)
        chosen: list[int] = []
        for numbers in self.draws:
            if not self.arms.live:
                break
            arm = max(self.arms.live, key=lambda each: (priorities[each], numbers[each]))
            self._stay(arm, chosen, n)
            if len(chosen) >= n:
                break
            priorities[arm] -= 1  # without effect where the run has ended
        return chosen

    def _stay(self, arm: int, chosen: list[int], n: int) -> None:
        """Take a run's passages until one is not relevant, the run ends or n are chosen."""
        while len(chosen) < n and (passage := self.arms.pull(arm)) is not None:
            if passage in self.labels:
                if not self.labels[passage]:
                    return
            elif passage not in self.waiting:
                chosen.append(passage)


def _most(n: int, rankings: Sequence[Ordinals]) -> int:
    return max(0, min(n, sum(map(len, rankings))))


def _draws(n_arms: int, n_draws: int, seed: int, *, first: int = 0) -> list[list[float]]:
    """Numbers in (0, 1) of each run for so many draws, numbered from `first` on."""
    draws = np.repeat(np.arange(first, first + n_draws), n_arms)
    numbers = permanent_numbers(draws, np.tile(np.arange(n_arms), n_draws), seed)
    rows: list[list[float]] = numbers.reshape(n_draws, n_arms).tolist()
    return rows
