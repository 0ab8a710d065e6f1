from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

from ranking.models import Run, RunKind, RunSource
from ranking.rankers.rankers import RANKERS
from ranking.runs import aggregating, rolling_up
from ranking.runs.kinds import KINDS, OF_PARENT
from tests.factories import make_collection, make_run, make_topics


def test_every_ranker_has_a_kind() -> None:
    assert set(KINDS) == set(RANKERS)
    assert set(OF_PARENT) == {aggregating.RANKER, rolling_up.RANKER}


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
