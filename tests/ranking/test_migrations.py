"""What migrations make of rows that an older state of the database let through."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

from ranking.models import Passage
from tests.factories import make_collection


@pytest.mark.django_db
def test_a_text_of_white_space_alone_is_kept_as_none() -> None:
    make_collection(texts={"d1": "one", "d2": None, "d3": "", "d4": " \t", "d5": "gone", "d6": ""})
    with connection.cursor() as cursor:
        # Checks of foreign keys still wait; they are done before a migration begins.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE ranking_passage DROP CONSTRAINT passage_empty_text_is_null")
        Passage.objects.filter(doc_id="d5").update(text="")
        Passage.objects.filter(doc_id="d6").update(text=" \n")
        cursor.execute(
            import_module("ranking.migrations.0011_keep_empty_texts_as_none").FORGET_BLANK_TEXTS
        )
    kept = dict(Passage.objects.values_list("doc_id", "text"))
    assert kept == {"d1": "one", "d2": None, "d3": "", "d4": None, "d5": None, "d6": ""}
