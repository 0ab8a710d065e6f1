from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from django.db.models import Max
from numpy.typing import NDArray

from ranking.exceptions import RankingError
from ranking.models import PairScores, Run, RunStatus
from ranking.models.fields import n_bytes
from regrade.neural.pairs.flips import FlipRates, mean_flip_rates, summarize_flips

MOST_DEPTHS = 1000


USUAL_DEPTHS = (5, 10, 20, 30, 50, 100, 200)
MAX_NAMED = 5


class TopicPairs(NamedTuple):
    """One topic's passages, as the first stage has them, and their pair scores, shape (n, n)."""

    topic_id: int
    query_id: str
    ordinals: NDArray[np.int32]
    p: NDArray[np.float32]


def read_pairs(*, run: Run) -> Iterator[TopicPairs]:
    """Pair scores of a run, topic by topic in the order of the topic set."""
    rows = run.pair_scores.select_related("topic").order_by("topic__ordinal")
    for row in rows.iterator(chunk_size=50):
        n = len(row.ordinals)
        yield TopicPairs(row.topic_id, row.topic.query_id, row.ordinals, row.p.reshape(n, n))


def most_paired(*, run: Run) -> int:
    """The most passages that a topic of the run has paired; 0 where none has."""
    longest = run.pair_scores.aggregate(n=Max(n_bytes("ordinals")))["n"] or 0
    return int(longest // np.dtype(np.int32).itemsize)


def refuse_without_pairs(*, run: Run) -> None:
    """Check that a run is complete and has pair scores.

    Raises:
        RankingError: it says what is missing, and which runs have pair scores.
    """
    if not run.pair_scores.exists():
        raise RankingError(
            f"Run {run.name} has no pair scores; {_who_has_some()}.", code="no_pair_scores"
        )
    if run.status != RunStatus.COMPLETE:
        raise RankingError(
            f"Run {run.name} is {run.status}; its pair scores are incomplete.",
            code="run_incomplete",
        )


def _who_has_some() -> str:
    having = Run.objects.seen().filter(pk__in=PairScores.objects.values("run")).order_by("name")
    names = list(having.values_list("name", flat=True)[: MAX_NAMED + 1])
    if not names:
        return "no run has any, as duo-t5 has not re-ranked one yet"
    listed = ", ".join(names[:MAX_NAMED]) + (" …" if len(names) > MAX_NAMED else "")
    return f"there are those of {listed}"


class RunFlips(NamedTuple):
    """Flip rates of a run's pairs.

    `longest` is the most passages that a topic of its `n_topics` has paired.
    """

    run: Run
    n_topics: int
    longest: int
    rates: list[FlipRates]


def flip_rates(*, run: Run, depths: Sequence[int] = ()) -> RunFlips:
    """Distribution over topics of the mean flip rate among the first n passages, for each n.

    Without depths it is `usual_depths`.

    Raises:
        RankingError: the run has no pair scores or not all, a depth is below 2 or deeper than
            any topic, or pair scores are no probabilities.
    """
    refuse_without_pairs(run=run)
    topics = _rates_by_topic(run)
    longest = max(map(len, topics))
    if longest < 2:
        raise RankingError(
            f"Run {run.name}: no topic has two passages that could make a pair.", code="no_pairs"
        )
    try:
        rates = summarize_flips(topics, depths or usual_depths(longest))
        return RunFlips(run, len(topics), longest, rates)
    except ValueError as error:
        raise RankingError(f"Run {run.name}: {error}.", code="out_of_range") from error


def usual_depths(longest: int) -> list[int]:
    """The default depths below the longest topic's number of pairs, and that number."""
    return [*(depth for depth in USUAL_DEPTHS if depth < longest), longest]


def _rates_by_topic(run: Run) -> list[NDArray[np.float64]]:
    rates = []
    for pairs in read_pairs(run=run):
        try:
            rates.append(mean_flip_rates(pairs.p))
        except ValueError as error:
            raise RankingError(
                f"Run {run.name}, topic {pairs.query_id}: {error}.", code="unusable_pair_scores"
            ) from error
    return rates


def parse_depths(text: str) -> list[int]:
    """The numbers of a comma-separated list of numbers and ranges, "10,20,30-50", ascending.

    Raises:
        ValueError: there is none, there are over a thousand, or one that cannot be read.
    """
    depths = set[int]()
    for part in (part.strip() for part in text.split(",") if part.strip()):
        found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part, re.ASCII)
        if not found:
            raise ValueError(f"{part!r} is neither a whole number nor a range such as 2-50")
        first, last = int(found[1]), int(found[2] or found[1])
        if not first <= last < first + MOST_DEPTHS:
            raise ValueError(f"{part} is no range of at most {MOST_DEPTHS:,} numbers")
        depths.update(range(first, last + 1))
    if not 1 <= len(depths) <= MOST_DEPTHS:
        raise ValueError(f"there are {len(depths):,} numbers, not 1 to {MOST_DEPTHS:,}")
    return sorted(depths)
