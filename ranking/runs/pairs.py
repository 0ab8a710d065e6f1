from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from django.db.models import Max
from numpy.typing import NDArray

from ranking.exceptions import RankingError
from ranking.models import PairScores, Run, RunStatus
from ranking.models.fields import n_bytes

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
