from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ranking.lookup import taking_name
from ranking.models import Topic, TopicSet
from regrade.files.streams import Progress
from regrade.files.topics import NumberBy, TopicRecord, read_topics

BATCH = 5000


class TopicsReport(NamedTuple):
    """Result of an import of topics, with the first and last query id to check by eye."""

    name: str
    n_topics: int
    n_with_description: int
    first_query_id: str
    last_query_id: str


def import_topics(
    *, name: str, path: Path, number_by: NumberBy = "id", progress: Progress | None = None
) -> TopicsReport:
    """Import topics as a new topic set in the file's order: all or nothing.

    Raises:
        NameTaken: there is such a topic set already.
        BadInput: the file cannot be read, or a query id is unusable or appears twice.
    """
    with taking_name(TopicSet, name):
        topic_set = TopicSet.objects.create(name=name)
        records = read_topics(path, number_by, progress)
        topics = store_topics(topic_set, map(_topic, records))
    return TopicsReport(
        name=name,
        n_topics=len(topics),
        n_with_description=sum(bool(topic.description) for topic in topics),
        first_query_id=topics[0].query_id,
        last_query_id=topics[-1].query_id,
    )


def store_topics(topic_set: TopicSet, topics: Iterable[Topic]) -> list[Topic]:
    """Store these topics in a new topic set, in their order, in its transaction."""
    return Topic.objects.bulk_create(_numbered(topic_set, topics), batch_size=BATCH)


def _numbered(topic_set: TopicSet, topics: Iterable[Topic]) -> Iterator[Topic]:
    for ordinal, topic in enumerate(topics):
        topic.topic_set, topic.ordinal = topic_set, ordinal
        yield topic


def _topic(record: TopicRecord) -> Topic:
    return Topic(
        query_id=record.query_id,
        query=record.query,
        description=record.description,
        narrative=record.narrative,
        metadata=record.metadata,
    )
