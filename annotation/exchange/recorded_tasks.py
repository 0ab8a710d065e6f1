from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from annotation.models import Pool, PooledPair, PoolStrategy
from ranking.collections.passages import NewPassage, append_passages
from ranking.collections.topics import store_topics
from ranking.lookup import taking_names
from ranking.models import Collection, Topic, TopicSet, made_of
from regrade.files.errors import BadInput
from regrade.files.judging.judgment_row import RecordedPair
from regrade.files.judging.recorded import Form, read_pairs_of
from regrade.files.streams import Progress

BATCH = 5000


class TasksReport(NamedTuple):
    """Result of an import of a recorded campaign's tasks."""

    collection: Collection
    topic_set: TopicSet
    pool: Pool
    n_passages: int
    n_textless: int
    n_topics: int
    n_pairs: int


class Tasks:
    """The pairs of the files without their texts, which go straight to the database."""

    def __init__(self) -> None:
        self.topics: dict[str, Topic] = {}  # each where it is met first
        self.pairs: list[tuple[str, int]] = []  # query_id and the passage's ordinal
        self.n_textless = 0

    def new_passages(self, pairs: Iterable[RecordedPair]) -> Iterator[NewPassage]:
        """Take in all pairs, and yield each passage where it is met first."""
        ordinals: dict[str, int] = {}
        for pair in pairs:
            is_new = pair.doc_id not in ordinals
            ordinal = ordinals.setdefault(pair.doc_id, len(ordinals))
            self.pairs.append((pair.query_id, ordinal))
            if pair.query_id not in self.topics:
                self.topics[pair.query_id] = _topic(pair)
            if is_new:
                self.n_textless += pair.text is None
                yield NewPassage(pair.doc_id, "", pair.text)


def import_tasks(
    *,
    form: Form,
    paths: Sequence[Path],
    collection_name: str,
    topics_name: str,
    pool_name: str,
    progress: Progress | None = None,
) -> TasksReport:
    """Import a collection, a topic set and a pool from a recorded campaign: all or nothing.

    The pool holds every pair, those whose passage has no text in the files as well: judgments of
    them can be imported, and nobody is asked for more.

    Raises:
        NameTaken: one of the three is there already.
        BadInput: a file cannot be read, holds no tasks or contradicts itself.
    """
    names = {Collection: collection_name, TopicSet: topics_name, Pool: pool_name}
    with taking_names(names):
        collection, tasks = Collection.objects.create(name=collection_name, **made_of()), Tasks()
        pairs = read_pairs_of(form, paths, progress=progress)
        append_passages(collection=collection, passages=tasks.new_passages(pairs))
        if not tasks.pairs:
            raise BadInput(paths[0], None, "the file holds no tasks", code="no_records")
        topic_set = TopicSet.objects.create(name=topics_name, **made_of())
        store_topics(topic_set, tasks.topics.values())
        pool = _store_pool(pool_name, collection, topic_set, tasks, paths)
    return TasksReport(
        collection=collection,
        topic_set=topic_set,
        pool=pool,
        n_passages=collection.n_passages,
        n_textless=tasks.n_textless,
        n_topics=len(tasks.topics),
        n_pairs=len(tasks.pairs),
    )


def _topic(pair: RecordedPair) -> Topic:
    return Topic(
        query_id=pair.query_id,
        query=pair.query,
        description=pair.description,
        narrative=pair.narrative,
    )


def _store_pool(
    name: str, collection: Collection, topic_set: TopicSet, tasks: Tasks, paths: Sequence[Path]
) -> Pool:
    pool = Pool.objects.create(
        name=name,
        collection=collection,
        topic_set=topic_set,
        strategy=PoolStrategy.PAIRS,
        recipe={"files": [path.name for path in paths]},
    )
    topics = dict(topic_set.topics.values_list("query_id", "pk"))
    passages = dict(collection.passages.values_list("ordinal", "pk"))
    PooledPair.objects.bulk_create(
        (
            PooledPair(pool=pool, topic_id=topics[query_id], passage_id=passages[ordinal])
            for query_id, ordinal in tasks.pairs
        ),
        batch_size=BATCH,
    )
    return pool
