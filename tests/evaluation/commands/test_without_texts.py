"""Runs under labels, of a collection whose texts are not at hand."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ranking.models import Collection
from tests.factories import make_collection, make_topics
from tests.regrade.files.writing import write

pytestmark = pytest.mark.django_db
QRELS = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 1\n"
RUN = "q1 Q0 d2 1 2.0 t\nq1 Q0 d1 2 1.0 t\nq2 Q0 d3 1 1.0 t\n"


def call(*arguments: str | Path) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def into(collection: str, name: str) -> list[str]:
    return ["--name", name, "--collection", collection, "--topics", "needs"]


def test_runs_are_scored_under_labels_without_a_single_text(tmp_path: Path) -> None:
    make_topics()
    found = call("create_collection", "bare", "--language", "en")
    assert found == (
        "Collection bare is there, without texts; import_run and import_labels bring its doc_ids.\n"
    )
    call("import_labels", write(tmp_path, QRELS, "qrels"), *into("bare", "nist"))
    call("import_run", write(tmp_path, RUN, "run"), *into("bare", "bm25"))
    scores = call(
        "evaluate", "--runs", "bm25", "--labels", "nist", "--measures", "RR", "--format=csv"
    )
    assert "0.75" in scores
    collection = Collection.objects.get(name="bare")
    assert (collection.n_passages, collection.passages.with_text().count()) == (3, 0)


def test_a_taken_name_is_refused() -> None:
    make_collection("bare")
    with pytest.raises(CommandError, match="bare"):
        call("create_collection", "bare")


def test_a_search_of_a_collection_without_texts_is_refused() -> None:
    make_topics()
    call("create_collection", "bare")
    with pytest.raises(CommandError, match="text"):
        call("rank", "r", "--ranker", "bm25", "--collection", "bare", "--topics", "needs")
