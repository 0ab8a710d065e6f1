"""Rows of an archive into the tables of the database, by COPY, table after table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from typing import Any
from uuid import uuid4

import numpy as np
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import JSONField, Model
from numpy.typing import NDArray
from psycopg import sql
from psycopg.types.json import Jsonb

from annotation.archives.base import CHUNK, ImportedBase
from annotation.archives.checking import Checked, Refs, checked_rows, table_reader
from annotation.archives.opening import Archive
from annotation.archives.people import People
from annotation.archives.rows import field_of, target_of
from annotation.archives.tables import TABLE_OF, TABLES, PoolRun, Table
from annotation.models import (
    Campaign,
    CampaignState,
    Judgment,
    LabelSet,
    Membership,
    Pool,
    PooledPair,
)
from ranking.lookup import free_name
from ranking.models import Passage, Run, Topic
from ranking.storage.copying import copying

Keys = NDArray[np.int64]
Row = Mapping[str, Any]
KEYS = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"


class Storing:
    """Stores the tables of one archive as the campaign `name`, in the caller's transaction."""

    def __init__(self, archive: Archive, checked: Checked, base: ImportedBase, name: str) -> None:
        self._archive, self._checked, self._base, self._name = archive, checked, base, name
        self._keys: dict[type[Model], Keys] = {}
        self._ids: Mapping[type[Model], Mapping[Any, int]] = {
            Passage: _passage_keys(base, checked),
            Topic: dict(base.topic_set.topics.values_list("query_id", "pk")),
            Run: {number: run.pk for number, run in enumerate(base.runs, start=1)},
        }
        self._people = People({}, {})
        for model in (Pool, Campaign):
            self._keys[model] = new_keys(model, 1)
        [pool] = self._rows(TABLE_OF[Pool])
        self._pool_name = free_name(Pool, pool["name"])

    @property
    def campaign_id(self) -> int:
        return int(self._keys[Campaign][0])

    def store(self, people: People, step: Callable[[str], None]) -> None:
        """Store every table but label sets, which are stored as such."""
        self._people = people
        for table in TABLES:
            if table.model is not LabelSet:
                step(str(table.model._meta.verbose_name_plural))
                self._store(table)

    def _store(self, table: Table) -> None:
        n, meta = self._archive.manifest.n[table.name], table.model._meta
        has_own_key = meta.pk.name not in table.columns
        if has_own_key and table.model not in self._keys:
            self._keys[table.model] = new_keys(table.model, n)
        keys = iter(self._keys[table.model].tolist()) if has_own_key else repeat(None)
        filled = self._filled(table.model)
        names = [
            *(["id"] if has_own_key else []),
            *(str(field_of(table, column).column) for column in (*table.columns, *filled)),
        ]
        converted = [self._converted(table, column) for column in table.columns]
        with copying(_copy(meta.db_table, names)) as copy:
            for key, row in zip(keys, self._rows(table), strict=False):
                values = [
                    None if one is None else convert(one)
                    for convert, one in zip(converted, row.values(), strict=True)
                ]
                own = [key] if has_own_key else []
                copy.write_row([*own, *values, *(fill(row) for fill in filled.values())])

    def _rows(self, table: Table) -> Iterator[Row]:
        """The rows, which were checked: references are not looked up again."""
        refs = Refs(self._checked.doc_ids, self._checked.query_ids, len(self._checked.runs))
        refs.n = {model: len(keys) for model, keys in self._keys.items()}
        reader = table_reader(table, refs)
        return (row for _, row in checked_rows(self._archive, table.member, reader))

    def _converted(self, table: Table, column: str) -> Callable[[Any], Any]:
        target = target_of(table, column)
        if (table.model, column) == (Pool, "name"):
            return lambda _: self._pool_name
        if target is None:
            return Jsonb if isinstance(field_of(table, column), JSONField) else _same
        if target is User:
            return self._people.others.__getitem__
        if (ids := self._ids.get(target)) is not None:
            return ids.__getitem__
        keys = self._keys[target]
        return lambda number: int(keys[number])

    def _filled(self, model: type[Model]) -> dict[str, Callable[[Row], Any]]:
        """Columns that the import sets."""
        pool, campaign = int(self._keys[Pool][0]), self.campaign_id
        special: Mapping[type[Model], dict[str, Callable[[Row], Any]]] = {
            Pool: {
                "collection": lambda _: self._base.collection.pk,
                "topic_set": lambda _: self._base.topic_set.pk,
            },
            PoolRun: {"pool": lambda _: pool},
            PooledPair: {"pool": lambda _: pool},
            Campaign: {
                "name": lambda _: self._name,
                "state": lambda _: CampaignState.CLOSED.value,
                "pool": lambda _: pool,
            },
            Membership: {"user": lambda row: self._people.members.get(row["pseudonym"])},
            Judgment: {"client_key": lambda _: uuid4()},
        }
        filled = special.get(model, {})
        if "campaign" in TABLE_OF[model].left_out:
            filled["campaign"] = lambda _: campaign
        return filled


def _same(value: Any) -> Any:
    return value


def _passage_keys(base: ImportedBase, checked: Checked) -> dict[str, int]:
    keys, pooled = dict[str, int](), list(checked.pooled)
    for start in range(0, len(pooled), CHUNK):
        found = base.collection.passages.filter(doc_id__in=pooled[start : start + CHUNK])
        keys.update(found.order_by().values_list("doc_id", "pk"))
    return keys


def new_keys(model: type[Model], n: int) -> Keys:
    """Primary keys that nothing else gets, ascending."""
    with connection.cursor() as cursor:
        cursor.execute(KEYS, [model._meta.db_table, n])
        return np.array([key for (key,) in cursor.fetchall()], dtype=np.int64)


def _copy(table: str, columns: list[str]) -> str:
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    return statement.as_string(None)
