from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

from ranking.jobs.creating import create_job
from ranking.models import Run, RunKind, RunSource
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.bm25_plan import BM25Options, plan_bm25
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.reranking import make_bm25, plan_bert


def tell_kinds_anew() -> None:
    """As an upgrade does."""
    with connection.cursor() as cursor:
        migration = import_module("ranking.migrations.0017_tell_kinds_of_computed_runs")
        cursor.execute(migration.TELL)


@pytest.mark.django_db
def test_a_re_ranked_run_is_of_its_rankers_kind() -> None:
    assert plan_bert(make_bm25()).run.kind == RunKind.NNLM
    assert NEURAL_RANKERS["tk"].kind == RunKind.NN


@pytest.mark.parametrize(("expansions", "kind"), [(None, "trad"), ("a" * 64, "nnlm")])
@pytest.mark.django_db
def test_bm25_over_generated_queries_is_of_the_model_that_wrote_them(
    expansions: str | None, kind: str
) -> None:
    options = BM25Options(index=IndexOptions(expansions=expansions))
    plan = plan_bm25(
        name="run", collection=make_collection(), topic_set=make_topics(), options=options
    )
    create_job(plan=plan)
    run = Run.objects.get()
    assert run.kind == kind
    Run.objects.update(kind=RunKind.UNKNOWN)
    tell_kinds_anew()
    run.refresh_from_db()
    assert run.kind == kind


@pytest.mark.django_db
def test_computed_runs_of_before_get_their_kinds() -> None:
    ground = make_collection(), make_topics()
    parent = None
    for ranker in ("bm25", "tk", "duo-t5", "pair-aggregation", "roll-up", "simulated-pairs"):
        run = make_run(ranker, *ground, {})
        run.parent, run.source, run.spec = parent, RunSource.COMPUTED, {"ranker": ranker}
        run.save()
        parent = run
    make_run("imported", *ground, {})
    tell_kinds_anew()
    assert dict(Run.objects.values_list("name", "kind")) == {
        "bm25": RunKind.TRAD,
        "tk": RunKind.NN,
        "duo-t5": RunKind.NNLM,
        "pair-aggregation": RunKind.NNLM,
        "roll-up": RunKind.NNLM,
        "simulated-pairs": RunKind.UNKNOWN,
        "imported": RunKind.UNKNOWN,
    }
