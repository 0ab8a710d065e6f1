"""Which kind a run is of: said of imported ones, and followed by what is made of their scores."""

from __future__ import annotations

import pytest

from ranking.models import Run, RunKind, RunSource
from tests.evaluation.library.shelf import change, make_shelf, signed_in
from tests.factories import make_run, make_user

pytestmark = pytest.mark.django_db


def child(run: Run, name: str, ranker: str) -> Run:
    made = make_run(name, run.collection, run.topic_set, {"q1": ["d1"]})
    made.parent, made.source, made.spec = run, RunSource.COMPUTED, {"ranker": ranker}
    made.save()
    return made


def test_what_is_put_together_of_a_runs_scores_is_of_its_kind() -> None:
    run = make_shelf().run
    aggregated = child(run, "aggregated", "pair-aggregation")
    child(aggregated, "rolled", "roll-up")
    child(run, "reranked", "bert-cat")
    rita = signed_in(make_user("rita", "ranking.may_research"))
    told = change(rita, "runs", "bm25", kind="trad")
    assert told.json()["row"]["kind"] == "trad"
    kinds = dict(Run.objects.values_list("name", "kind"))
    assert kinds == {
        **dict.fromkeys(("bm25", "aggregated", "rolled"), RunKind.TRAD),
        "reranked": RunKind.UNKNOWN,
    }


def test_the_kind_of_a_computed_run_is_not_changed() -> None:
    child(make_shelf().run, "reranked", "bert-cat")
    rita = signed_in(make_user("rita", "ranking.may_research"))
    refused = change(rita, "runs", "reranked", kind="trad", archived=True)
    assert (refused.status_code, refused.json()["code"]) == (400, "kind_refused")
    assert Run.objects.get(name="reranked").archived_at is None


def test_only_who_may_rename_a_run_says_its_kind() -> None:
    run = make_shelf().run
    Run.objects.filter(pk=run.pk).update(owner=make_user("alice", "ranking.may_research"))
    rita = signed_in(make_user("rita", "ranking.may_research"))
    assert change(rita, "runs", "bm25", kind="nn").status_code == 403
    assert change(rita, "labels", "gold", kind="nn").status_code == 400
