"""Collection, topics and runs of an imported campaign: made new, or found here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copyfileobj
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from psycopg.types.json import Jsonb

from annotation.archives.checking import PASSAGE_COLUMNS, Checked, checked_rows, reader_of
from annotation.archives.contents import OF_COLLECTION, OF_TOPIC
from annotation.archives.layout import COLLECTION, RUN_MEMBER, TOPICS
from annotation.archives.opening import Archive
from annotation.exceptions import ArchiveRefused
from ranking.collections.docid_maps import docid_map
from ranking.collections.importing import create_collection
from ranking.collections.passages import lock_for_additions, record_growth
from ranking.exceptions import UnusableScores
from ranking.lookup import free_name, settle_rights, taking_name
from ranking.models import Collection, Passage, Run, RunStatus, Topic, TopicSet, made_of
from ranking.runs.exporting import run_lines
from ranking.runs.fusing import runs_fused
from ranking.runs.importing import RunLines, run_columns
from ranking.runs.storing import store_run
from ranking.storage.copying import copying
from ranking.storage.uploaded_files import PREFIX, upload_folder
from regrade.files.errors import BadInput

CHUNK = 2000
COPY = f"""
    COPY ranking_passage (collection_id, ordinal, {", ".join(PASSAGE_COLUMNS)}) FROM STDIN
"""
Row = dict[str, Any]


class ImportedBase(NamedTuple):
    """Collection, topics and runs; the names of what was made."""

    collection: Collection
    topic_set: TopicSet
    runs: list[Run]
    made: list[str]


def make_or_find(
    archive: Archive, checked: Checked, *, collection: Collection | None, new_name: str
) -> ImportedBase:
    """Make missing ones, in the caller's transaction.

    Raises:
        NameTaken: there is a collection of the new name.
    """
    made = list[str]()
    if collection is None:
        collection = _make_collection(archive, checked, new_name)
        made.append(collection.name)
    topic_set = _topic_set(archive, made)
    base = ImportedBase(collection, topic_set, [], made)
    _runs(archive, base, checked.runs)
    return base


def check_collection(archive: Archive, checked: Checked, collection: Collection) -> None:
    """Check that a collection has each passage that is referred to, with the same texts.

    Raises:
        ArchiveRefused: the first one that it lacks, or has another text of.
    """
    for rows in _chunks(row for row in _passages(archive) if row["doc_id"] in checked.used):
        stored = collection.passages.filter(doc_id__in=[row["doc_id"] for row in rows])
        known = {doc_id: texts for doc_id, *texts in stored.values_list("doc_id", "title", "text")}
        for row in rows:
            _check_passage(collection, row, known)


def _check_passage(collection: Collection, row: Row, known: Mapping[str, list[Any]]) -> None:
    doc_id = row["doc_id"]
    if doc_id not in known:
        raise ArchiveRefused(
            f"Collection {collection} has no passage {doc_id!r}, which the archive refers to; take"
            " another collection, or let the archive make its own.",
            code="unknown_passage",
            field="collection",
        )
    if row["text"] is not None and known[doc_id] != [row["title"], row["text"]]:
        raise ArchiveRefused(
            f"Passage {doc_id!r} has another text or title in collection {collection} than in the"
            " archive; take another collection, or let the archive make its own.",
            code="other_text",
            field="collection",
        )


def _passages(archive: Archive) -> Iterator[Row]:
    reader = reader_of(Passage, PASSAGE_COLUMNS)
    return (row for _, row in checked_rows(archive, COLLECTION, reader))


def _chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    chunk = list[Row]()
    for row in rows:
        chunk.append(row)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    yield chunk


def _make_collection(archive: Archive, checked: Checked, name: str) -> Collection:
    described = archive.manifest.collection
    known = {key: described.get(key, "") for key in OF_COLLECTION if key != "name"}
    collection = create_collection(name=name, **known)
    lock_for_additions(collection=collection)
    n_with_text = 0
    with copying(COPY) as copy:
        for ordinal, row in enumerate(_passages(archive)):
            row["metadata"] = Jsonb(row["metadata"])
            copy.write_row((collection.pk, ordinal, *(row[name] for name in PASSAGE_COLUMNS)))
            n_with_text += row["text"] is not None
    record_growth(collection=collection, doc_ids=checked.doc_ids, is_text_added=n_with_text > 0)
    return collection


def _topic_set(archive: Archive, made: list[str]) -> TopicSet:
    """The topic set of the archive's name with the same topics, or a new one."""
    name, reader = archive.manifest.topic_set["name"], reader_of(Topic, OF_TOPIC)
    rows = [row for _, row in checked_rows(archive, TOPICS, reader)]
    found = TopicSet.objects.seen().filter(name=name).first()
    if found is not None and not found.is_private:
        stored = list(found.topics.order_by("ordinal").values(*OF_TOPIC))
        if stored == sorted(rows, key=lambda row: row["ordinal"]):
            return found
    name = free_name(TopicSet, name)
    with taking_name(TopicSet, name):
        topic_set = TopicSet.objects.create(name=name, **made_of())
        Topic.objects.bulk_create(
            (Topic(topic_set=topic_set, **row) for row in rows), batch_size=CHUNK
        )
    made.append(name)
    return topic_set


def _runs(archive: Archive, base: ImportedBase, rows: Sequence[Row]) -> None:
    """Find or make the runs; those that are made get their parents, which may come later."""
    made = dict[int, Run]()
    for number, row in enumerate(rows, start=1):
        found = _found_run(archive, base, number, row["name"])
        if found is None:
            found = made[number] = _make_run(archive, base, number, row)
            base.made.append(found.name)
        base.runs.append(found)
    names = {row["name"]: run.name for row, run in zip(rows, base.runs, strict=True)}
    for number, run in made.items():
        if fused := runs_fused(run):
            run.spec = {**(run.spec or {}), "runs": [names.get(name, name) for name in fused]}
            run.save(update_fields=["spec"])
        if (parent := rows[number - 1]["parent"]) is not None:
            run.parent = base.runs[parent - 1]
            run.spec = run.spec and {**run.spec, "parent": run.parent.name}
            run.save(update_fields=["parent", "spec"])


def _found_run(archive: Archive, base: ImportedBase, number: int, name: str) -> Run | None:
    """The complete run of this name with the same rankings, shown to the team."""
    over = {"collection": base.collection, "topic_set": base.topic_set}
    complete = Run.objects.seen().filter(status=RunStatus.COMPLETE)
    found = complete.filter(name=name, **over).first()
    if found is None or found.is_private:
        return None
    digest = sha256()
    for topic in run_lines(run=found, tag=name):
        digest.update(topic.text.encode())
    is_same = digest.hexdigest() == archive.manifest.members[RUN_MEMBER.format(number)].sha256
    return found if is_same else None


def _make_run(archive: Archive, base: ImportedBase, number: int, row: Row) -> Run:
    member, name = RUN_MEMBER.format(number), free_name(Run, row["name"])
    over = {"collection": base.collection, "topic_set": base.topic_set, "parent": None}
    run = Run(**{**row, "name": name, **over})
    with taking_name(Run, name), _extracted(archive, member) as path:
        try:
            _store(run, path)
        except BadInput as error:
            raise archive.wrong(member, error.reason, code=error.code, line=error.line) from error
        except UnusableScores as error:
            raise archive.wrong(member, str(error), code=error.code) from error
    Run.objects.filter(pk=run.pk).update(created_at=row["created_at"])
    return run


def _store(run: Run, path: Path) -> None:
    topic_ids = dict(run.topic_set.topics.values_list("query_id", "pk"))
    columns = run_columns(path, None)
    lines = RunLines(columns, topic_ids, docid_map(run.collection).ordinals_of_packed)
    store_run(run=run, rankings=lines.rankings(docid_map(run.collection).ordinals_of([])))
    settle_rights(run, run.collection, run.topic_set)


@contextmanager
def _extracted(archive: Archive, member: str) -> Iterator[Path]:
    """A member as a file under a name of ours, gone at the end."""
    with NamedTemporaryFile(prefix=PREFIX, dir=upload_folder(), suffix=".run") as file:
        with archive.opened(member) as stream:
            copyfileobj(stream, file)
        file.flush()
        yield Path(file.name)
