"""Four runs and two label sets over six topics, drawn once, for what compares many systems."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.factories import make_collection, make_labels, make_run, make_topics

DOC_IDS = [f"d{i}" for i in range(8)]
QUERY_IDS = [f"q{i}" for i in range(6)]
RUNS = ("a", "b", "c", "d")


def make_ground(runs: Sequence[str] = RUNS, *, n_topics: int = len(QUERY_IDS)) -> None:
    drawn = random.Random(5)
    query_ids = [f"q{i}" for i in range(n_topics)]
    collection = make_collection(texts=dict.fromkeys(DOC_IDS, "text"))
    topic_set = make_topics(queries=dict.fromkeys(query_ids, "what"))
    for name in runs:
        rankings = {query_id: drawn.sample(DOC_IDS, 6) for query_id in query_ids}
        make_run(name, collection, topic_set, rankings)
    for name in ("old", "new"):
        relevances = {
            query_id: {doc_id: drawn.choice([0, 0, 1, 2]) for doc_id in DOC_IDS}
            for query_id in query_ids
        }
        make_labels(name, collection, topic_set, relevances)
