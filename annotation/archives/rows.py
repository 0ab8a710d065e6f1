"""Rows of a table as JSON: references as numbers, doc_ids and query_ids, and all else as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model
from numpy.typing import NDArray

from annotation.archives.names import IN_COLUMN, Names
from annotation.archives.tables import TABLE_OF, Table
from annotation.models import Campaign
from ranking.models import Passage, Run, Topic

CHUNK = 2000
Keys = NDArray[np.int64]


def field_of(table: Table, column: str) -> Field[Any, Any]:
    return table.model._meta.get_field(column)  # type: ignore[return-value]


def target_of(table: Table, column: str) -> type[Model] | None:
    """The model that a column refers to, None of a plain value."""
    field = field_of(table, column)
    return field.related_model if isinstance(field, ForeignKey) else None


class Numbers:
    """Numbers of the archive, from 0 on, by primary key."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._keys = dict[type[Model], Keys]()
        self._people = dict[int, int]()

    def of(self, model: type[Model], key: int) -> int:
        keys = self._of_table(model)
        number = int(np.searchsorted(keys, key))
        if number == keys.size or keys[number] != key:
            raise ValueError(f"{model.__name__} {key} is not archived")
        return number

    def of_person(self, key: int) -> int:
        return self._people.setdefault(key, len(self._people))

    def _of_table(self, model: type[Model]) -> Keys:
        if model not in self._keys:
            self._keys[model] = keys_of(TABLE_OF[model], self._campaign)
        return self._keys[model]


def keys_of(table: Table, campaign: Campaign) -> Keys:
    rows = table.rows(campaign).order_by("pk").values_list("pk", flat=True)
    return np.fromiter(rows.iterator(chunk_size=10 * CHUNK), dtype=np.int64)


class Ids(NamedTuple):
    """Ids in files by primary key; runs are numbers from 1 on."""

    topics: Mapping[int, str]
    runs: Mapping[int, int]


class RowWriter:
    """Writes rows of the campaign's tables."""

    def __init__(self, campaign: Campaign, ids: Ids, names: Names) -> None:
        self._campaign, self._ids, self._names = campaign, ids, names
        self._numbers = Numbers(campaign)

    def rows(self, table: Table) -> Iterator[dict[str, Any]]:
        sources = [self._source(table, column) for column in table.columns]
        written = [self._written(table, column) for column in table.columns]
        changed = {f"archived_{name}": value for name, value in table.values.items()}
        rows = table.rows(self._campaign).order_by("pk").annotate(**changed)
        for values in rows.values_list(*sources).iterator(chunk_size=CHUNK):
            yield {
                column: None if value is None else write(value)
                for column, write, value in zip(table.columns, written, values, strict=True)
            }

    def _source(self, table: Table, column: str) -> str:
        if target_of(table, column) is Passage:
            return f"{column}__doc_id"
        return f"archived_{column}" if column in table.values else column

    def _written(self, table: Table, column: str) -> Callable[[Any], Any]:
        target = target_of(table, column)
        if (rename := IN_COLUMN.get((table.model, column))) is not None:
            return lambda document: rename(document, self._names)
        if target is None:
            return _plain
        known: Mapping[type[Model], Callable[[Any], Any]] = {
            Passage: _plain,
            Topic: self._ids.topics.__getitem__,
            Run: self._ids.runs.__getitem__,
            User: self._numbers.of_person,
        }
        return known.get(target) or (lambda key: self._numbers.of(target, key))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
