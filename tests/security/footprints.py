"""Database changes of a request, in a form that makes two requests comparable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import DateTimeField, Field, JSONField, Model, UUIDField

from annotation.models import Tally
from tests.security.scene import APPS

Table = dict[object, dict[str, Any]]
Tables = Mapping[type[Model], Table]
Change = tuple[str, object, dict[str, Any]]
PSEUDONYM = re.compile("[2-9A-HJ-NP-Z]{5}")
SECRETS = {"token_hash", "password"}
DRAWN = {"shuffle_key", "order_key"}  # from the numbers of the rows, new ones among them
FORGED_YEAR = 2001
MODELS = {
    model._meta.db_table: model
    for app in APPS
    for model in apps.get_app_config(app).get_models(include_auto_created=True)
    if model is not Tally  # counts every request that may write, refused ones too
}
WRITES = """
    SELECT relname, pg_stat_get_xact_tuples_inserted(oid)
        + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid)
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY(%s)
"""


def tables(models: Collection[type[Model]] = tuple(MODELS.values())) -> Tables:
    return {
        model: {row[model._meta.pk.attname]: row for row in model._default_manager.values()}
        for model in models
    }


def writes() -> Counter[str]:
    """How many rows this transaction wrote so far, by table.

    PostgreSQL counts them for its statistics. It counts what a savepoint has undone as well, so
    that no write escapes; whether it changed anything in the end is left to `changes`.
    """
    with connection.cursor() as cursor:
        cursor.execute(WRITES, [list(MODELS)])
        return Counter(dict(cursor.fetchall()))


def changes(before: Tables, counted: Counter[str]) -> list[Change]:
    """New, deleted and changed rows, with their current values.

    Values that differ at every request (keys, draws, times, pseudonyms) are replaced by their kind.
    Times of the year 2001, and numbers that are not a new row's, stay. Only tables that were
    written to since `counted` are read.
    """
    touched = [MODELS[name] for name in writes() - counted]
    return sorted(_changes(before, tables(touched)), key=repr)


def _changes(before: Tables, now: Tables) -> Iterator[Change]:
    for model, rows in now.items():
        label, known = model._meta.label, before[model]
        for pk in known.keys() - rows.keys():
            yield label, pk, {}
        for pk, row in rows.items():
            if str(row) != str(known.get(pk)):
                yield label, pk if pk in known else "new", dict(_cells(model, row, before))


def _cells(model: type[Model], row: Mapping[str, Any], before: Tables) -> Iterator[tuple[str, Any]]:
    for field in model._meta.concrete_fields:
        if not field.primary_key:
            yield field.attname, _kind(field, row[field.attname], before)


def _kind(field: Field[Any, Any], value: Any, before: Tables) -> object:
    if value is None:
        return None
    if isinstance(field, DateTimeField):
        return value if value.year == FORGED_YEAR else "a time"
    if isinstance(field, UUIDField):
        return "a key"
    if field.name in SECRETS:
        return "a secret"
    if field.name in DRAWN:
        return "a draw"
    if isinstance(field, JSONField) and isinstance(value, dict):
        return sorted(value)
    if field.related_model is not None:
        return value if value in before[field.related_model] else "new"
    return "a pseudonym" if PSEUDONYM.fullmatch(str(value)) else str(value)
