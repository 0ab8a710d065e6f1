"""Four runs and two label sets over six topics, drawn once, for what compares many systems."""

from __future__ import annotations

import random

from tests.factories import make_collection, make_labels, make_run, make_topics

DOC_IDS = [f"d{i}" for i in range(8)]
QUERY_IDS = [f"q{i}" for i in range(6)]
RUNS = ("a", "b", "c", "d")


def make_ground() -> None:
    drawn = random.Random(5)
    collection = make_collection(texts=dict.fromkeys(DOC_IDS, "text"))
    topic_set = make_topics(queries=dict.fromkeys(QUERY_IDS, "what"))
    for name in RUNS:
        rankings = {query_id: drawn.sample(DOC_IDS, 6) for query_id in QUERY_IDS}
        make_run(name, collection, topic_set, rankings)
    for name in ("old", "new"):
        relevances = {
            query_id: {doc_id: drawn.choice([0, 0, 1, 2]) for doc_id in DOC_IDS}
            for query_id in QUERY_IDS
        }
        make_labels(name, collection, topic_set, relevances)
