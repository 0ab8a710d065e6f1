"""Every model and every column is archived, or left out on purpose."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db.models import JSONField, Model

from annotation.archives.checking import PASSAGE_COLUMNS
from annotation.archives.contents import OF_COLLECTION, OF_RUN, OF_TOPIC
from annotation.archives.rows import target_of
from annotation.archives.shapes import FREE, SHAPES
from annotation.archives.tables import LEFT_OUT, TABLES, Table
from ranking.models import Collection, Passage, Run, Topic


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


OWNED = {"owner", "visibility", "archived_at"}
# Of the collection, topics and runs, what an archive has no column of.
OTHERS: dict[type[Model], tuple[set[str], set[str]]] = {
    Run: ({*OF_RUN, "parent"}, {*OWNED, "collection", "topic_set", "status", "depth"}),
    Topic: (set(OF_TOPIC), {"topic_set"}),
    Passage: (set(PASSAGE_COLUMNS), {"collection", "ordinal"}),
    Collection: (
        set(OF_COLLECTION),
        {
            *OWNED,
            *("parent", "recipe", "seed", "mojibake"),
            *("text_version", "n_passages", "docids_hash", "created_at"),
        },
    ),
}


@pytest.mark.parametrize("model", OTHERS, ids=lambda model: model.__name__)
def test_every_column_of_the_base_is_archived_or_left_out(model: type[Model]) -> None:
    archived, left_out = OTHERS[model]
    assert archived | left_out == {field.name for field in model._meta.concrete_fields} - {"id"}


def test_every_json_column_has_a_shape_or_is_free() -> None:
    models: list[type[Model]] = [*(table.model for table in TABLES), Run, Topic, Passage]
    columns = {
        (model, field.name)
        for model in models
        for field in model._meta.concrete_fields
        if isinstance(field, JSONField)
    }
    assert columns == set(SHAPES) | set(FREE)


def test_rows_refer_to_tables_above_their_own() -> None:
    above = set[type[Model]]()
    of_tables = {table.model for table in TABLES}
    for table in TABLES:
        targets = {target_of(table, column) for column in table.columns} & of_tables
        assert targets <= above, table.name
        above.add(table.model)
