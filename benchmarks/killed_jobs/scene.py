"""A generated collection with topics, and the same job over them as often as it is asked for."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.killed_jobs.ranker import RANKER
from ranking.collections.importing import import_collection
from ranking.collections.topics import import_topics
from ranking.jobs.creating import create_job
from ranking.models import Collection, Job, TopicSet
from ranking.parameters.index_options import PLAIN_INDEX
from ranking.rankers.bm25_plan import plan_bm25
from ranking.rankers.indexes import open_or_build_lexical_index

COLLECTION, TOPICS = "generated-passages", "generated-topics"
N_PASSAGES, N_WORDS, WORDS_A_PASSAGE, WORDS_A_TOPIC = 20_000, 30_000, 50, 5


def lay_ground(*, n_topics: int, seed: int) -> None:
    """Passages and topics of invented words, frequent ones far more often, and their index."""
    rng = random.Random(seed)
    with TemporaryDirectory() as folder:
        passages, topics = Path(folder, "passages.tsv"), Path(folder, "topics.tsv")
        passages.write_text(_lines(rng, "d", N_PASSAGES, WORDS_A_PASSAGE))
        topics.write_text(_lines(rng, "q", n_topics, WORDS_A_TOPIC))
        import_collection(name=COLLECTION, paths=[passages])
        import_topics(name=TOPICS, path=topics)
    collection = Collection.objects.get(name=COLLECTION)
    open_or_build_lexical_index(collection=collection, options=PLAIN_INDEX)


def _lines(rng: random.Random, prefix: str, n: int, n_words: int) -> str:
    lines = (f"{prefix}{number}\t{_words(rng, n_words)}" for number in range(n))
    return "".join(f"{line}\n" for line in lines)


def _words(rng: random.Random, n: int) -> str:
    numbers = (int(N_WORDS * rng.random() ** 3) for _ in range(n))
    return " ".join(f"w{number}x" for number in numbers)


def plan_job(*, name: str, topics_per_chunk: int) -> Job:
    collection = Collection.objects.get(name=COLLECTION)
    topic_set = TopicSet.objects.get(name=TOPICS)
    plan = plan_bm25(name=name, collection=collection, topic_set=topic_set, depth=100)
    spec = {**plan.spec, "ranker": RANKER}
    return create_job(plan=plan._replace(spec=spec, topics_per_chunk=topics_per_chunk))
