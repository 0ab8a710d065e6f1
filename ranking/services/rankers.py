from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ranking.models import Run
from ranking.services import bert_dot, plan_bm25, score_bm25
from ranking.services.store_rankings import ScoredTopics


class ScoreTopics(Protocol):
    """Rank the passages of a planned run for some of its topics, and store nothing."""

    def __call__(self, *, run: Run, topic_ids: Sequence[int]) -> ScoredTopics: ...


class Ranker(NamedTuple):
    """What computes a chunk, and the version of its code, which a plan holds it to."""

    score_topics: ScoreTopics
    code_version: str


# By what a run's spec calls its ranker.
RANKERS: dict[str, Ranker] = {
    plan_bm25.RANKER: Ranker(score_bm25.score_topics, plan_bm25.CODE_VERSION),
    bert_dot.RANKER: Ranker(bert_dot.score_topics, bert_dot.CODE_VERSION),
}
