"""What a request changed in the database, told so that two requests can be held side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db.models import DateTimeField, Field, JSONField, Model, UUIDField

from annotation.models import Tally
from tests.security.scene import APPS

Table = dict[object, dict[str, Any]]
PSEUDONYM = re.compile("[2-9A-HJ-NP-Z]{5}")
SECRETS = {"token_hash", "password"}
DRAWN = {"shuffle_key", "order_key"}  # from the numbers of the rows, new ones among them
FORGED_YEAR = 2001


def tables() -> dict[type[Model], Table]:
    models = [
        model
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model is not Tally  # counts every request that may write
    ]
    return {
        model: {row[model._meta.pk.attname]: row for row in model._default_manager.values()}
        for model in models
    }


def footprint(before: Mapping[type[Model], Table]) -> list[tuple[str, object, dict[str, Any]]]:
    """Each row that is new, gone or changed, with what it holds now.

    What is drawn anew at every request (keys, draws, times, pseudonyms) is told by its kind alone,
    and a time of the year 2001, or a number that is no new row's, as it stands.
    """
    return sorted(_changes(before), key=repr)


def _changes(before: Mapping[type[Model], Table]) -> Iterator[tuple[str, object, dict[str, Any]]]:
    for model, rows in tables().items():
        label, known = model._meta.label, before[model]
        for pk in known.keys() - rows.keys():
            yield label, pk, {}
        for pk, row in rows.items():
            if str(row) != str(known.get(pk)):
                yield label, pk if pk in known else "new", dict(_told(model, row, before))


def _told(
    model: type[Model], row: Mapping[str, Any], before: Mapping[type[Model], Table]
) -> Iterator[tuple[str, object]]:
    for field in model._meta.concrete_fields:
        if not field.primary_key:
            yield field.attname, _kind(field, row[field.attname], before)


def _kind(field: Field[Any, Any], value: Any, before: Mapping[type[Model], Table]) -> object:
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
