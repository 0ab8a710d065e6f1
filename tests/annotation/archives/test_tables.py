"""Every model and every column is archived, or left out on purpose."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db.models import Model

from annotation.archives.rows import target_of
from annotation.archives.tables import LEFT_OUT, TABLES, Table


def test_every_model_is_archived_or_left_out() -> None:
    models = set(apps.get_app_config("annotation").get_models(include_auto_created=True))
    archived = {table.model for table in TABLES}
    assert archived | set(LEFT_OUT) == models
    assert not archived & set(LEFT_OUT)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_column_is_archived_or_left_out(table: Table) -> None:
    columns = {field.name for field in table.model._meta.concrete_fields} - {"id"}
    assert set(table.columns) | set(table.left_out) == columns
    assert not set(table.columns) & set(table.left_out)


def test_rows_refer_to_tables_above_their_own() -> None:
    above = set[type[Model]]()
    of_tables = {table.model for table in TABLES}
    for table in TABLES:
        targets = {target_of(table, column) for column in table.columns} & of_tables
        assert targets <= above, table.name
        above.add(table.model)
