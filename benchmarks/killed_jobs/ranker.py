"""BM25 that takes its time: what a model would take, without a model's use of the machine.

Workers load this module with `--include`; what they compute is the same whoever computes it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from config import environment
from ranking.models import Run
from ranking.rankers import bm25_plan, bm25_scores
from ranking.rankers.rankers import RANKERS, Ranker
from ranking.runs.storing import ScoredTopics

RANKER = "paced-bm25"
PACE = "REGRADE_BENCH_S_PER_TOPIC"


def score_topics(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    began = time.monotonic()
    scored = bm25_scores.score_topics(run=run, topic_ids=topic_ids)
    takes_s = float(environment.text(PACE)) * len(topic_ids)
    time.sleep(max(0.0, takes_s - (time.monotonic() - began)))
    return scored


def topics_at_once(run: Run) -> int:
    """One, as where a model scores them; without a pace as many as BM25 takes."""
    return 1 if float(environment.text(PACE)) else bm25_scores.topics_at_once(run)


RANKERS[RANKER] = Ranker(score_topics, bm25_plan.CODE_VERSION, topics_at_once=topics_at_once)
