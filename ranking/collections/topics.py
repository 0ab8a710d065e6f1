from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from ranking.collections.mojibake import MojibakeChoice, MojibakeFound, MojibakeReader
from ranking.lookup import Name, settle_rights, taking_name
from ranking.models import Topic, TopicSet
from regrade.counted import counted
from regrade.files.bad_lines import BadFile, BadLine, Found
from regrade.files.errors import BadInput
from regrade.files.streams import Progress
from regrade.files.topic_formats.records import NUMBER, TopicRecord
from regrade.files.topics import NumberBy, read_topics

BATCH = 5000
MOST_NAMED = 10  # other fields of topics in a report


class TopicsReport(NamedTuple):
    """Result of an import of topics, with the first and last query id to check by eye.

    `n_skipped` counts topics that were left out since they cannot be read, and `skipped` lists the
    first of them. `note` is a sentence on what topics have beside query, description and
    narrative; empty where they have nothing else. `mojibake` describes the topics that look wrongly
    decoded, mended or not.
    """

    name: str
    n_topics: int
    n_with_description: int
    first_query_id: str
    last_query_id: str
    n_skipped: int
    skipped: list[BadLine]
    note: str
    mojibake: MojibakeFound = MojibakeFound(0, ())


# The recipe of a variant that came as a file.
IMPORTED: dict[str, str] = {"kind": "imported"}


def import_topics(
    *,
    name: Name,
    path: Path,
    number_by: NumberBy = "id",
    variant_of: TopicSet | None = None,
    skip_bad: bool = False,
    mojibake: MojibakeChoice = "keep",
    progress: Progress | None = None,
) -> TopicsReport:
    """Import topics as a new topic set in the file's order; of a refused file nothing is stored.

    As a variant of another topic set it has queries of that set's topics, all or some of them, at
    their ordinals, so that its labels serve. One bad topic refuses the file, unless `skip_bad`
    leaves it out and reports it. Wrongly decoded text is kept, mended, or reason to refuse, too.

    Raises:
        NameTaken: there is such a topic set already.
        NotFound: what this is a variant of was deleted meanwhile, or hidden from who asks.
        BadFile: unreadable lines; query ids that are unusable, repeated, or not of `variant_of`.
        BadInput: the file holds no topics.
        WronglyDecoded: there is mojibake, and `mojibake` says to refuse it.
    """
    recipe, grounds = (None, []) if variant_of is None else (IMPORTED, [variant_of])
    skipped, reader = Found(), MojibakeReader(mojibake)
    with taking_name(TopicSet, name):
        topic_set = TopicSet.objects.create(name=name, parent=variant_of, recipe=recipe)
        records = read_topics(path, number_by, progress, skipped=skipped if skip_bad else None)
        records = (_decoded(record, reader) for record in records)
        if variant_of is None:
            placed = _numbered(topic_set, map(_topic, records))
        else:
            placed = _at_ordinals_of(variant_of, topic_set, records, path, skipped)
        topics = Topic.objects.bulk_create(placed, batch_size=BATCH)
        if skipped.n and not (skip_bad and topics):
            raise BadFile(path, skipped.bad)
        reader.check("topic")
        TopicSet.objects.filter(pk=topic_set.pk).update(mojibake=reader.records(reader.n))
        settle_rights(topic_set, *grounds)
    return _report(topic_set, topics, skipped, number_by)._replace(mojibake=reader.found)


def _decoded(record: TopicRecord, reader: MojibakeReader) -> TopicRecord:
    """The record, mended if that was chosen; never its id."""
    query, description, narrative = reader.read(
        [record.query, record.description, record.narrative]
    )
    return record._replace(query=query, description=description, narrative=narrative)


def _report(
    topic_set: TopicSet, topics: Sequence[Topic], skipped: Found, number_by: NumberBy
) -> TopicsReport:
    return TopicsReport(
        name=topic_set.name,
        n_topics=len(topics),
        n_with_description=sum(bool(topic.description) for topic in topics),
        first_query_id=topics[0].query_id,
        last_query_id=topics[-1].query_id,
        n_skipped=skipped.n,
        skipped=skipped.first,
        note=_note_on_others(topics, added=set() if number_by == "id" else {NUMBER}),
    )


def _note_on_others(topics: Sequence[Topic], *, added: Set[str]) -> str:
    """`added` are fields that the import itself adds."""
    n_topics = Counter(name for topic in topics for name in topic.metadata if name not in added)
    if not n_topics:
        return ""
    named = [f"{name} ({counted(n, 'topic')})" for name, n in n_topics.most_common(MOST_NAMED)]
    more = [f"{len(n_topics) - MOST_NAMED:,} more"] if len(n_topics) > MOST_NAMED else []
    return f"Other fields are kept, but not searched: {', '.join([*named, *more])}."


def store_topics(topic_set: TopicSet, topics: Iterable[Topic]) -> list[Topic]:
    """Store these topics in a new topic set, in their order, in its transaction."""
    return Topic.objects.bulk_create(_numbered(topic_set, topics), batch_size=BATCH)


def _numbered(topic_set: TopicSet, topics: Iterable[Topic]) -> Iterator[Topic]:
    for ordinal, topic in enumerate(topics):
        topic.topic_set, topic.ordinal = topic_set, ordinal
        yield topic


def _at_ordinals_of(
    parent: TopicSet,
    topic_set: TopicSet,
    records: Iterable[TopicRecord],
    path: Path,
    skipped: Found,
) -> Iterator[Topic]:
    ordinals = dict(parent.topics.values_list("query_id", "ordinal"))
    for record in records:
        if record.query_id not in ordinals:
            reason = f"query {record.query_id} is no topic of {parent.name}"
            skipped.take(
                BadInput(
                    path, record.line, f"{reason}; a variant has no others", code="unknown_topic"
                )
            )
            continue
        topic = _topic(record)
        topic.topic_set, topic.ordinal = topic_set, ordinals[topic.query_id]
        yield topic


def _topic(record: TopicRecord) -> Topic:
    return Topic(
        query_id=record.query_id,
        query=record.query,
        description=record.description,
        narrative=record.narrative,
        metadata=record.metadata,
    )
