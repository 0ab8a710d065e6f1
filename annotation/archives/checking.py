"""Checks of everything in an archive before anything of it is stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.contrib.auth.models import User
from django.db.models import Model

from annotation.archives.contents import OF_PASSAGE, OF_PLACE, OF_RUN, OF_TOPIC
from annotation.archives.layout import (
    COLLECTION,
    MANIFEST,
    NUMBERED,
    QRELS_MEMBER,
    RUN_MEMBER,
    RUNS,
    SAMPLE_MEMBER,
    TOPICS,
)
from annotation.archives.opening import Archive
from annotation.archives.rows import field_of, target_of
from annotation.archives.shapes import check_shape
from annotation.archives.tables import ONE_ROW, TABLES, Table
from annotation.archives.values import read_value
from annotation.models import LabelSet, LabelSource, Membership, Pool, PooledPair
from ranking.lookup import MAX_NAME
from ranking.models import Passage, Run, Topic
from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import checked_id, split_columns

PASSAGE_COLUMNS = ("doc_id", *OF_PLACE, *OF_PASSAGE)
MAX_PEOPLE = 10_000
MAX_PSEUDONYM = 100
INT16 = np.iinfo(np.int16)
NAME = re.compile(rf"[^,\s]{{1,{MAX_NAME}}}")
Read = Callable[[Any], Any]


class Checked(NamedTuple):
    """Knowledge of an archive that its import needs beforehand.

    Attributes:
        doc_ids: in the order of the collection, each with its place.
        pooled: doc_ids of pairs.
        used: doc_ids of pairs, runs and labels.
        runs: the rows of runs.json, with values as the database takes them.
        people: numbers of adjudicators who are no members.
    """

    doc_ids: Mapping[str, int]
    query_ids: Collection[str]
    pooled: Collection[str]
    used: Collection[str]
    runs: Sequence[dict[str, Any]]
    members: Sequence[Mapping[str, Any]]
    people: Collection[int]


class Refs:
    """Targets of references: those that there are, and those that were found."""

    def __init__(self, doc_ids: Collection[str], query_ids: Collection[str], n_runs: int) -> None:
        self.n = dict[type[Model], int]()
        self.pooled, self.people = set[str](), set[int]()
        self._ids: Mapping[type[Model], Collection[object]] = {
            Passage: doc_ids,
            Topic: query_ids,
            Run: range(1, n_runs + 1),
            User: range(MAX_PEOPLE),
        }

    def read(self, target: type[Model], column: str, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise BadValue(f"{column} refers to nothing", code="wrong_type")
        known = self._ids.get(target) or range(self.n.get(target, 0))
        if value not in known:
            reason = f"{column} refers to {str(value)[:100]!r}, which is not in the archive"
            raise BadValue(reason, code="points_nowhere")
        if target is User:
            self.people.add(int(value))
        return value


class RowReader:
    """Reads the rows of one model: each column once, and no other one."""

    def __init__(self, columns: Sequence[str], read: Callable[[str], Read], defaults: Read) -> None:
        self._readers = {column: read(column) for column in columns}
        self._defaults = defaults

    def read(self, row: Mapping[str, Any]) -> dict[str, Any]:
        if unknown := next((name for name in row if name not in self._readers), None):
            raise BadValue(f"there is no column {unknown[:100]!r}", code="unknown_column")
        return {
            column: read(row[column]) if column in row else self._defaults(column)
            for column, read in self._readers.items()
        }


def reader_of(model: type[Model], columns: Sequence[str]) -> RowReader:
    """A reader of plain columns."""
    fields = {column: model._meta.get_field(column) for column in columns}
    return RowReader(
        columns,
        lambda column: lambda value: _checked_value(model, fields[column], value),
        lambda column: _default(fields[column]),
    )


def table_reader(table: Table, refs: Refs) -> RowReader:
    def reader(column: str) -> Read:
        field, target = field_of(table, column), target_of(table, column)
        if target is None:
            return lambda value: _checked_value(table.model, field, value)
        nullable = field.null
        return lambda value: (
            None if value is None and nullable else refs.read(target, column, value)
        )

    return RowReader(table.columns, reader, lambda column: _default(field_of(table, column)))


def _checked_value(model: type[Model], field: Any, value: Any) -> Any:
    read = read_value(field, value)
    check_shape(model, field.name, read)
    return read


def _default(field: Any) -> Any:
    """The value of a column that an archive of an earlier release lacks."""
    if field.has_default() or field.null or (field.empty_strings_allowed and field.blank):
        return field.get_default()
    raise BadValue(f"the column {field.name} is missing", code="missing_column")


def check_archive(archive: Archive) -> Checked:
    """Read every member that is stored, and check each value and each reference.

    Raises:
        BadInput: the first one that is refused, with member and line.
    """
    doc_ids = _ids(archive, COLLECTION, reader_of(Passage, PASSAGE_COLUMNS), "doc_id")
    query_ids = _ids(archive, TOPICS, reader_of(Topic, OF_TOPIC), "query_id")
    _check_name(archive, MANIFEST, archive.manifest.topic_set["name"])
    runs = _runs(archive)
    refs = Refs(doc_ids, query_ids, len(runs))
    members = list[dict[str, Any]]()
    for table in TABLES:
        for row in _checked_rows(archive, table, refs):
            if table.model is Membership:
                members.append(row)
    _check_numbered(archive, len(runs), refs.n[LabelSet])
    used = set(refs.pooled)
    for number in range(1, len(runs) + 1):
        member = RUN_MEMBER.format(number)
        used.update(_doc_ids_of_run(archive, member, doc_ids, query_ids))
    for number in range(1, refs.n[LabelSet] + 1):
        labels = read_qrels_member(archive, number, doc_ids, query_ids)
        used.update(doc_id for _, doc_id, _ in labels)
    return Checked(doc_ids, query_ids, refs.pooled, used, runs, members, refs.people)


def checked_rows(
    archive: Archive, member: str, reader: RowReader
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a member with their lines; errors name both."""
    for line, row in archive.rows(member):
        try:
            yield line, reader.read(row)
        except BadValue as error:
            raise archive.wrong(member, str(error), code=error.code, line=line) from error


def _ids(archive: Archive, member: str, reader: RowReader, column: str) -> dict[str, int]:
    found = dict[str, int]()
    for line, row in checked_rows(archive, member, reader):
        name = row[column]
        try:
            checked_id(archive.path, line, column, name)
        except BadInput as error:
            raise archive.wrong(member, error.reason, code=error.code, line=line) from error
        if name in found:
            raise archive.wrong(
                member, f"{column} {name!r} appears twice", code="id_twice", line=line
            )
        found[name] = len(found)
    _check_count(archive, member, member, len(found))
    return found


def _runs(archive: Archive) -> list[dict[str, Any]]:
    document, reader = archive.document(RUNS), RunReader()
    if not isinstance(document, list) or not all(isinstance(one, dict) for one in document):
        raise archive.wrong(RUNS, "this is a list of objects", code="not_an_object")
    try:
        runs = [reader.read_run(one, len(document)) for one in document]
        _check_parents([run["parent"] for run in runs])
    except BadValue as error:
        raise archive.wrong(RUNS, str(error), code=error.code) from error
    for run in runs:
        _check_name(archive, RUNS, run["name"])
    return runs


class RunReader:
    """Reads the rows of runs.json; `parent` is the number of another one, or null."""

    def __init__(self) -> None:
        self._plain = reader_of(Run, OF_RUN)

    def read_run(self, row: Mapping[str, Any], n_runs: int) -> dict[str, Any]:
        parent = row.get("parent")
        if parent is not None and (type(parent) is not int or not 0 < parent <= n_runs):
            reason = f"parent refers to {str(parent)[:100]!r}, which is not in the archive"
            raise BadValue(reason, code="points_nowhere")
        plain = {name: value for name, value in row.items() if name != "parent"}
        return self._plain.read(plain) | {"parent": parent}


def _check_parents(parents: Sequence[int | None]) -> None:
    """Check that no run was made of itself, directly or through others."""
    for number in range(1, len(parents) + 1):
        followed, n_steps = parents[number - 1], 0
        while followed is not None:
            n_steps += 1
            if n_steps > len(parents):
                raise BadValue(f"run {number} was made of itself", code="made_of_itself")
            followed = parents[followed - 1]


def _checked_rows(archive: Archive, table: Table, refs: Refs) -> Iterator[dict[str, Any]]:
    n, reader = 0, table_reader(table, refs)
    for line, row in checked_rows(archive, table.member, reader):
        n += 1
        if table.model is PooledPair:
            refs.pooled.add(row["passage"])
        elif table.model in (Pool, LabelSet):
            _check_name(archive, table.member, row["name"], line)
            if row.get("source") == LabelSource.COMBINED:
                reason = "labels that were combined are in no archive"
                raise archive.wrong(table.member, reason, code="unknown_choice", line=line)
        elif table.model is Membership and not 0 < len(row["pseudonym"]) <= MAX_PSEUDONYM:
            reason = f"a pseudonym has 1 to {MAX_PSEUDONYM} characters"
            raise archive.wrong(table.member, reason, code="bad_pseudonym", line=line)
        yield row
    if table.model in ONE_ROW and n != 1:
        raise archive.wrong(table.member, f"it has one row, not {n:,}", code="not_one_row")
    _check_count(archive, table.member, table.name, n)
    refs.n[table.model] = n


def _check_name(archive: Archive, member: str, name: str, line: int | None = None) -> None:
    if not NAME.fullmatch(name):
        reason = f"{name[:MAX_NAME]!r} is no name: 1 to {MAX_NAME} characters, no comma, no blank"
        raise archive.wrong(member, reason, code="bad_name", line=line)


def _check_count(archive: Archive, member: str, name: str, n: int) -> None:
    counted = archive.manifest.n.get(name)
    if counted != n:
        raise archive.wrong(
            member, f"it has {n:,} lines, the manifest counts {counted}", code="miscounted"
        )


def _check_numbered(archive: Archive, n_runs: int, n_label_sets: int) -> None:
    """Check that there is a file for each run and each label set, and no other one."""
    runs = {RUN_MEMBER.format(number) for number in range(1, n_runs + 1)}
    numbers = range(1, n_label_sets + 1)
    qrels = {QRELS_MEMBER.format(number) for number in numbers}
    samples = {SAMPLE_MEMBER.format(number) for number in numbers}  # of some label sets
    there = {name for name in archive.manifest.members if NUMBERED.fullmatch(name)}
    if missing := sorted((runs | qrels) - there):
        raise archive.wrong(missing[0], "it is missing", code="member_missing")
    if others := sorted(there - runs - qrels - samples):
        raise archive.wrong(others[0], "no run or label set has this number", code="unknown_member")


def _doc_ids_of_run(
    archive: Archive, member: str, doc_ids: Collection[str], query_ids: Collection[str]
) -> Iterator[str]:
    for number, line in archive.lines(member):
        words = split_columns(line.decode(errors="replace"))
        if len(words) != 6:
            raise archive.wrong(member, "a line has six columns", code="column_count", line=number)
        if words[0] not in query_ids or words[2] not in doc_ids:
            reason = f"{words[0]} or {words[2]} is not in the archive"
            raise archive.wrong(member, reason, code="points_nowhere", line=number)
        yield words[2]


def read_qrels_member(
    archive: Archive, number: int, doc_ids: Collection[str], query_ids: Collection[str]
) -> Iterator[tuple[str, str, int]]:
    """The labels of a label set: query_id, doc_id and value."""
    member = QRELS_MEMBER.format(number)
    for at, line in archive.lines(member):
        try:
            yield _label(split_columns(line.decode(errors="replace")), doc_ids, query_ids)
        except BadValue as error:
            raise archive.wrong(member, str(error), code=error.code, line=at) from error


def _label(
    words: Sequence[str], doc_ids: Collection[str], query_ids: Collection[str]
) -> tuple[str, str, int]:
    if len(words) != 4:
        raise BadValue("a line has four columns", code="column_count")
    query_id, _, doc_id, value = words
    if query_id not in query_ids or doc_id not in doc_ids:
        raise BadValue(f"{query_id} or {doc_id} is not in the archive", code="points_nowhere")
    if not re.fullmatch(r"-?[0-9]{1,5}", value, re.ASCII) or not (
        INT16.min <= int(value) <= INT16.max
    ):
        raise BadValue("a label must be from -32,768 to 32,767", code="out_of_range")
    return query_id, doc_id, int(value)
