from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import connection, models


def insert_select(model: type[models.Model], columns: Mapping[str, str], source: str) -> None:
    """Insert a row for each row of `source` in one statement; `columns` is SQL by field name.

    Fields that are left out take their default, as they would from the ORM.
    """
    fields = {field.name: field for field in model._meta.concrete_fields}
    others = {
        name: value
        for name, field in fields.items()
        if name not in columns and (value := _default(model, field)) is not None
    }
    names = ", ".join(f'"{fields[name].column}"' for name in (*columns, *others))
    given = [text.replace("%", "%%") for text in columns.values()]
    values = ", ".join([*given, *("%s" for _ in others)])
    query = f'INSERT INTO "{model._meta.db_table}" ({names}) SELECT {values} '
    with connection.cursor() as cursor:
        cursor.execute(query + source.replace("%", "%%"), list(others.values()))


def _default(model: type[models.Model], field: models.Field[Any, Any]) -> Any:
    """The value that the ORM would store; None leaves the column to the database."""
    if field.primary_key or (field.null and not field.has_default()):
        return None
    return field.get_db_prep_save(getattr(model(), field.attname), connection)
