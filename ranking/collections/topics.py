from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ranking.lookup import settle_rights, taking_name
from ranking.models import Topic, TopicSet
from regrade.files.bad_lines import BadFile, Found
from regrade.files.errors import BadInput
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


# The recipe of a variant that came as a file.
IMPORTED = {"kind": "imported"}


def import_topics(
    *,
    name: str,
    path: Path,
    number_by: NumberBy = "id",
    variant_of: TopicSet | None = None,
    progress: Progress | None = None,
) -> TopicsReport:
    """Import topics as a new topic set in the file's order: all or nothing.

    As a variant of another topic set it has queries of that set's topics, all or some of them, at
    their ordinals, so that its labels serve.

    Raises:
        NameTaken: there is such a topic set already.
        NotFound: what this is a variant of was deleted meanwhile, or hidden from who asks.
        BadFile: lines that cannot be read, query ids that are unusable, appear twice, or are none
            of the topic set that this is to be a variant of.
        BadInput: the file holds no topics.
    """
    recipe = None if variant_of is None else IMPORTED
    grounds = [] if variant_of is None else [variant_of]
    with taking_name(TopicSet, name):
        topic_set = TopicSet.objects.create(name=name, parent=variant_of, recipe=recipe)
        records = read_topics(path, number_by, progress)
        if variant_of is None:
            topics = store_topics(topic_set, map(_topic, records))
        else:
            varied = _at_ordinals_of(variant_of, topic_set, records, path)
            topics = Topic.objects.bulk_create(varied, batch_size=BATCH)
        settle_rights(topic_set, *grounds)
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


def _at_ordinals_of(
    parent: TopicSet, topic_set: TopicSet, records: Iterable[TopicRecord], path: Path
) -> Iterator[Topic]:
    ordinals, found = dict(parent.topics.values_list("query_id", "ordinal")), Found()
    for record in records:
        if record.query_id not in ordinals:
            reason = f"query {record.query_id} is no topic of {parent.name}"
            found.take(
                BadInput(
                    path, record.line, f"{reason}; a variant has no others", code="unknown_topic"
                )
            )
            continue
        topic = _topic(record)
        topic.topic_set, topic.ordinal = topic_set, ordinals[topic.query_id]
        yield topic
    if found.n:
        raise BadFile(path, found.bad)


def _topic(record: TopicRecord) -> Topic:
    return Topic(
        query_id=record.query_id,
        query=record.query,
        description=record.description,
        narrative=record.narrative,
        metadata=record.metadata,
    )
