"""Database refusals by the name of their constraint or trigger."""

from __future__ import annotations

from collections.abc import Callable

import psycopg
from django.apps import apps
from django.db import IntegrityError, connection, transaction

TRIGGERS = """
    SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND relname = ANY(%s) AND tgtype & 2 = 2
"""  # those before the change can refuse it; those after it keep copies in step


def refused_by(action: Callable[[], object]) -> str | None:
    """Name of the constraint or trigger that refuses the action; None if none does.

    Deferred constraints are checked at once.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            action()
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except IntegrityError as refused:
        cause = refused.__cause__
        assert isinstance(cause, psycopg.Error)
        return cause.diag.constraint_name
    return None


def declared(app: str) -> set[str | None]:
    """Every constraint that the app's models declare, and every trigger before a change."""
    models = list(apps.get_app_config(app).get_models())
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS, [[model._meta.db_table for model in models]])
        triggers = {name for (name,) in cursor.fetchall()}
    return triggers | {
        constraint.name for model in models for constraint in model._meta.constraints
    }
