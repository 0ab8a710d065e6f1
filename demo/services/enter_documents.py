from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from annotation.exchange.labels import import_labels
from annotation.models import LabelSet
from demo.collection import DocPassage, python_docs
from demo.files import write_passages, write_qrels, write_topics
from demo.names import COLLECTION, KNOWN_LABELS, TOPIC_SET
from demo.relevance import known_passage
from demo.services.existing import existing
from demo.topics import TOPICS
from ranking.collections.importing import import_collection
from ranking.collections.topics import import_topics
from ranking.jobs.tracking import Track
from ranking.lookup import by_name
from ranking.models import Collection, TopicSet

DESCRIPTION = (
    "Made on the spot of what this Python says about itself: the docstrings of its standard "
    "library and the chapters that help() shows."
)
LICENCE = "Python Software Foundation License"


def enter_collection(*, track: Track) -> str | None:
    """Make the collection, unless it is there; says in a sentence what was made."""
    if existing(Collection, COLLECTION, description=DESCRIPTION):
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{COLLECTION}.jsonl"
        write_passages(path, python_docs(track))
        done = import_collection(
            name=COLLECTION,
            paths=[path],
            description=DESCRIPTION,
            language="en",
            licence=LICENCE,
        )
    return f"Collection {COLLECTION}: {done.n_added:,} passages of Python's own documentation."


def enter_topics(*, n_topics: int) -> str | None:
    """Make the topic set, unless it is there."""
    if existing(TopicSet, TOPIC_SET):
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{TOPIC_SET}.jsonl"
        write_topics(path, TOPICS[:n_topics])
        done = import_topics(name=TOPIC_SET, path=path)
    return f"Topics {TOPIC_SET}: {done.n_topics} questions about Python."


def enter_known_labels() -> str | None:
    """Label for each topic the one passage that its author knows, unless that was done."""
    collection, topic_set = by_name(Collection, COLLECTION), by_name(TopicSet, TOPIC_SET)
    if existing(LabelSet, KNOWN_LABELS, collection=collection, topic_set=topic_set):
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{KNOWN_LABELS}.qrels"
        write_qrels(path, known_doc_ids(collection, topic_set))
        done = import_labels(
            path=path, name=KNOWN_LABELS, collection=collection, topic_set=topic_set
        )
    return f"Labels {KNOWN_LABELS}: {done.n_pairs} passages, one for each topic."


def known_doc_ids(collection: Collection, topic_set: TopicSet) -> dict[str, str]:
    """The doc_id of the known answer by query_id."""
    passages = list(doc_passages(collection))
    query_ids = set(topic_set.topics.values_list("query_id", flat=True))
    return {
        topic.query_id: known_passage(topic, passages).doc_id
        for topic in TOPICS
        if topic.query_id in query_ids
    }


def doc_passages(collection: Collection) -> Iterator[DocPassage]:
    rows = collection.passages.with_text().order_by("ordinal")
    for doc_id, title, text in rows.values_list("doc_id", "title", "text"):
        yield DocPassage(doc_id, title, text or "")
