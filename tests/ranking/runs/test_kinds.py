from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

from ranking.models import Run, RunKind, RunSource
from ranking.runs.kinds import kind_of_ranker
from tests.factories import make_collection, make_run, make_topics


@pytest.mark.parametrize(
    ("ranker", "kind"), [("bm25", "trad"), ("tk", "nn"), ("bert-dot", "nnlm"), ("gone", "unknown")]
)
def test_a_computed_run_is_of_its_rankers_kind(ranker: str, kind: str) -> None:
    assert kind_of_ranker(ranker) == kind


@pytest.mark.django_db
def test_computed_runs_of_before_are_told_their_kinds() -> None:
    ground = make_collection(), make_topics()
    parent = None
    for ranker in ("bm25", "tk", "duo-t5", "pair-aggregation", "roll-up", "simulated-pairs"):
        run = make_run(ranker, *ground, {})
        run.parent, run.source, run.spec = parent, RunSource.COMPUTED, {"ranker": ranker}
        run.save()
        parent = run
    make_run("imported", *ground, {})
    with connection.cursor() as cursor:
        migration = import_module("ranking.migrations.0017_tell_kinds_of_computed_runs")
        cursor.execute(migration.TELL)
    assert dict(Run.objects.values_list("name", "kind")) == {
        "bm25": RunKind.TRAD,
        "tk": RunKind.NN,
        "duo-t5": RunKind.NNLM,
        "pair-aggregation": RunKind.NNLM,
        "roll-up": RunKind.NNLM,
        "simulated-pairs": RunKind.UNKNOWN,
        "imported": RunKind.UNKNOWN,
    }
