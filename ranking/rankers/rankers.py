from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from ranking.models import Run
from ranking.rankers import bm25_plan, bm25_scores, candidates
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.rankers.retrieving import keep_vectors, retrieve
from ranking.runs.storing import ScoredTopics


class ScoreTopics(Protocol):
    """Rank the passages of a planned run for some of its topics, and store nothing."""

    def __call__(self, *, run: Run, topic_ids: Sequence[int]) -> ScoredTopics: ...


class KeepVectors(Protocol):
    """Compute and store the vectors of the block of passages that begins at an ordinal.

    Returns the machine that did it.
    """

    def __call__(self, *, run: Run, start: int) -> str: ...


class Ranker(NamedTuple):
    """The functions that compute a chunk, and the code version that a plan records.

    `topics_at_once` says how many topics of a chunk one call scores, or None for all of it: as few
    as cost next to nothing, since only then can they land. `keep_vectors` is there where plans may
    hold chunks of passages.
    """

    score_topics: ScoreTopics
    code_version: str
    keep_vectors: KeepVectors | None = None
    topics_at_once: Callable[[Run], int | None] = lambda _: None


def score_by_model(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Re-rank what the run's parent found, or search where it has none."""
    score = candidates.score_candidates if run.parent_id else retrieve
    return score(run=run, topic_ids=topic_ids)


# By what a run's spec calls its ranker.
RANKERS: dict[str, Ranker] = {
    bm25_plan.RANKER: Ranker(
        bm25_scores.score_topics,
        bm25_plan.CODE_VERSION,
        topics_at_once=bm25_scores.topics_at_once,
    ),
    **dict.fromkeys(
        NEURAL_RANKERS,
        Ranker(
            score_by_model,
            candidates.CODE_VERSION,
            keep_vectors,
            candidates.topics_at_once,
        ),
    ),
}
