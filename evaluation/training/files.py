"""Examples of a training from a file on the server, with texts or with ids."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.exceptions import TrainingFailed, TrainingRefused
from ranking.collections.docid_maps import docid_map
from ranking.collections.texts import passage_texts, textless_among
from ranking.models import Collection, TopicSet
from regrade.training.examples import Source
from regrade.training.id_triples import read_id_triples
from regrade.training.text_rows import read_text_rows

TEXTS, IDS, SCORED_TEXTS, SCORED_IDS = FORMATS = ("texts", "ids", "scored-texts", "scored-ids")
OF_IDS, SCORED = (IDS, SCORED_IDS), (SCORED_TEXTS, SCORED_IDS)
WORDS_OF = 1_000_000  # rows whose words a TK begins with
AT_ONCE = 1000


class DataFile(NamedTuple):
    """A file to train on.

    Attributes:
        format: one of `FORMATS`. Scored ones begin with a teacher's score for each passage.
        collection, topic_set: that ids are looked up in.
    """

    path: str
    format: str = TEXTS
    collection: Collection | None = None
    topic_set: TopicSet | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "path": str(Path(self.path).resolve()),
            "format": self.format,
            "collection": self.collection and self.collection.pk,
            "topic_set": self.topic_set and self.topic_set.pk,
        }

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> DataFile:
        """The file as a training keeps it.

        Raises:
            TrainingFailed: its collection or topic set was deleted since.
        """
        collection = Collection.objects.filter(pk=kept["collection"]).first()
        topic_set = TopicSet.objects.filter(pk=kept["topic_set"]).first()
        found = [one and one.pk for one in (collection, topic_set)]
        if found != [kept["collection"], kept["topic_set"]]:
            raise TrainingFailed(
                f"The collection or topic set that ids of {kept['path']} name is gone.",
                code="no_data",
            )
        return cls(kept["path"], kept["format"], collection, topic_set)


class OpenedFile(NamedTuple):
    """A file that was opened.

    Attributes:
        source: its examples.
        query_ids: of the topic set, where it has ids.
        queries: texts of its queries; every row is checked on the way.
        texts: for the words of a TK: of its first million rows.
    """

    source: Source
    query_ids: Sequence[str]
    queries: Callable[[], Iterable[str]]
    texts: Callable[[], Iterable[str]]


def open_file(file: DataFile) -> OpenedFile:
    """Open a file to train on.

    Raises:
        TrainingRefused: ids without a collection and topic set.
        BadInput: it cannot be read, or has a bad row; of texts only the first is read.
    """
    is_scored = file.format in SCORED
    if file.format in OF_IDS:
        return _of_ids(file, is_scored=is_scored)
    rows = read_text_rows(Path(file.path), is_scored=is_scored)

    def texts() -> Iterator[str]:
        for row in range(min(len(rows), WORDS_OF)):
            example = rows.read(row)
            yield from (example.query, *example.passages)

    def queries() -> Iterator[str]:
        return (rows.read(row).query for row in range(len(rows)))

    return OpenedFile(rows, (), queries, texts)


def hash_of_file(path: str) -> str:
    """A hash of its bytes.

    Raises:
        TrainingFailed: it cannot be read.
    """
    try:
        with Path(path).open("rb") as opened:
            return hashlib.file_digest(opened, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
    except OSError as error:
        raise TrainingFailed(f"{path} cannot be read: {error.strerror}.", code="no_data") from error


def _of_ids(file: DataFile, *, is_scored: bool) -> OpenedFile:
    if file.collection is None or file.topic_set is None:
        raise TrainingRefused(
            f"{file.path} has ids: name the collection and the topic set that they are of.",
            code="no_collection",
            field="topic_set" if file.topic_set is None else "collection",
        )
    ids = Ids.of(file.collection, file.topic_set)
    rows = read_id_triples(
        Path(file.path),
        ids.query_numbers,
        ids.passage_numbers,
        queries=ids.queries,
        passages=ids.passages,
        is_scored=is_scored,
    )
    used = np.unique(rows.rows[:, 0]).astype(np.int64)

    def words() -> Iterator[str]:
        first = rows.rows[:WORDS_OF].astype(np.int64)
        yield from in_parts(ids.queries, np.unique(first[:, 0]))
        yield from in_parts(ids.passages, np.unique(first[:, 1:]))

    return OpenedFile(rows, ids.named(used), lambda: in_parts(ids.queries, used), words)


class Ids(NamedTuple):
    """Ids of queries and passages held here, and their texts."""

    collection: Collection
    topic_set: TopicSet
    ordinals: Mapping[str, int]

    @classmethod
    def of(cls, collection: Collection, topic_set: TopicSet) -> Ids:
        rows = topic_set.topics.values_list("query_id", "ordinal")
        return cls(collection, topic_set, dict(rows.iterator()))

    def query_numbers(self, ids: Sequence[str]) -> NDArray[np.int64]:
        return np.array([self.ordinals.get(one, -1) for one in ids], np.int64)

    def passage_numbers(self, ids: Sequence[str]) -> NDArray[np.int64]:
        """Their ordinals; -1 for those that are not there or have no text."""
        found = docid_map(self.collection).ordinals_of(ids).astype(np.int64)
        textless = textless_among(self.collection, np.unique(found))
        return np.where(np.isin(found, textless), -1, found)

    def queries(self, numbers: Sequence[int]) -> list[str]:
        rows = self.topic_set.topics.filter(ordinal__in={*numbers})
        found = dict(rows.values_list("ordinal", "query"))
        return [found[one] for one in numbers]

    def passages(self, numbers: Sequence[int]) -> list[str]:
        found = passage_texts(collection=self.collection, ordinals=[*{*numbers}])
        return [found[one].joined for one in numbers]

    def named(self, numbers: NDArray[np.int64]) -> list[str]:
        """Ids of these queries, in the order of the topic set."""
        used = {*numbers.tolist()}
        return [query_id for query_id, ordinal in self.ordinals.items() if ordinal in used]


def in_parts(
    texts_of: Callable[[Sequence[int]], Sequence[str]], numbers: NDArray[np.int64]
) -> Iterator[str]:
    """Texts of many numbers, read some at a time."""
    for start in range(0, numbers.size, AT_ONCE):
        yield from texts_of(numbers[start : start + AT_ONCE].tolist())
