"""Which kind a run is of: said of imported ones, and followed by what is made of their scores."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest
from django.db import OperationalError, transaction
from pytest_django import DjangoAssertNumQueries

from evaluation.library.describing import RunDetails, describe_runs
from ranking.models import Run, RunKind, RunSource
from ranking.runs.aggregating import aggregate_pairs
from tests.evaluation.library.shelf import change, make_shelf, signed_in
from tests.factories import make_run, make_user
from tests.ranking.runs.pairing import make_duo
from tests.waiting import closing, until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db

N_QUERIES = 14


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
    found = change(rita, "runs", "bm25", kind="trad")
    assert found.json()["row"]["kind"] == "trad"
    kinds = dict(Run.objects.values_list("name", "kind"))
    assert kinds == {
        **dict.fromkeys(("bm25", "aggregated", "rolled"), RunKind.TRAD),
        "reranked": RunKind.UNKNOWN,
    }


@pytest.mark.parametrize(
    ("source", "text"),
    [(RunSource.IMPORTED, "the kind of duo."), (RunSource.COMPUTED, "the ranker of duo.")],
)
def test_what_follows_its_parent_says_whose_kind_is_to_be_changed(
    source: RunSource, text: str
) -> None:
    duo = make_duo()
    Run.objects.filter(pk=duo.pk).update(source=source)
    aggregated = aggregate_pairs(run=duo, name="sums", by="sum")
    child(aggregated, "rolled", "roll-up")
    rita = signed_in(make_user("rita", "ranking.may_research"))
    for name in ("sums", "rolled"):
        refused = change(rita, "runs", name, kind="trad")
        assert refused.json()["detail"].endswith(text)


@pytest.mark.django_db(transaction=True)
def test_what_is_aggregated_while_its_parent_is_changed_follows_it() -> None:
    duo = make_duo()
    Run.objects.filter(pk=duo.pk).update(source=RunSource.IMPORTED)
    known = Run.objects.get(pk=duo.pk)  # as a request found it before
    rita = signed_in(make_user("rita", "ranking.may_research"))
    aggregates = Thread(target=closing(lambda: aggregate_pairs(run=known, name="sums", by="sum")))
    with transaction.atomic():
        assert change(rita, "runs", "duo", kind="nn", name="renamed").status_code == 200
        aggregates.start()
        until_someone_waits_for_a_lock()
    aggregates.join()
    made = Run.objects.get(name="sums")
    assert (made.kind, (made.spec or {})["parent"]) == (RunKind.NN, "renamed")


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


# Several at once


def change_several(names: list[str], **fields: str) -> Any:
    rita = signed_in(make_user("rita", "ranking.may_research"))
    body = {"names": names, **fields}
    return rita.patch("/api/library/runs", body, content_type="application/json")


def test_several_runs_get_the_same_kind_team_and_link() -> None:
    run = make_shelf().run
    make_run("rm3", run.collection, run.topic_set, {"q1": ["d1"]})
    said = {"kind": "trad", "team": "waterloo", "link": "https://example.org/paper"}
    assert change_several(["bm25", "rm3"], **said).status_code == 204
    assert [*Run.objects.values(*said)] == [said, said]


def test_the_scheme_of_a_link_is_stored_in_lower_case() -> None:
    make_shelf()
    assert change_several(["bm25"], link="HTTPS://example.org/Paper").status_code == 204
    assert Run.objects.get().link == "https://example.org/Paper"


def test_a_run_may_be_changed_beside_the_runs_that_follow_its_kind() -> None:
    child(make_shelf().run, "aggregated", "pair-aggregation")
    assert change_several(["aggregated", "bm25"], kind="nn").status_code == 204
    assert {*Run.objects.values_list("kind", flat=True)} == {RunKind.NN}


@pytest.mark.parametrize("n", [2, 20])
def test_several_runs_are_changed_in_the_same_queries_for_any_number(
    n: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    run = make_shelf().run
    names = [f"run{at}" for at in range(n)]
    for name in names:
        make_run(name, run.collection, run.topic_set, {"q1": ["d1"]})
    rita = signed_in(make_user("rita", "ranking.may_research"))
    body = {"names": names, "kind": "nn", "team": "waterloo"}
    with django_assert_num_queries(N_QUERIES):
        rita.patch("/api/library/runs", body, content_type="application/json")
    assert Run.objects.filter(kind="nn", team="waterloo").count() == n


@pytest.mark.django_db(transaction=True)
def test_changes_of_overlapping_runs_do_not_deadlock() -> None:
    first = make_shelf().run
    second = make_run("second", first.collection, first.topic_set, {"q1": ["d1"]})
    third = child(first, "aggregated", "pair-aggregation")
    failed: list[OperationalError] = []

    def changing(runs: list[Run], **fields: Any) -> Thread:
        def change_them() -> None:
            try:
                describe_runs(runs=runs, details=RunDetails(**fields))
            except OperationalError as error:
                failed.append(error)

        return Thread(target=closing(change_them))

    threads = [
        changing([second, third], team="waterloo"),
        changing([first, second], kind=RunKind.NN),
    ]
    with transaction.atomic():
        Run.objects.select_for_update().get(pk=second.pk)
        for n, thread in enumerate(threads, start=1):
            thread.start()
            until_someone_waits_for_a_lock(n)
    for thread in threads:
        thread.join()
    assert not failed
    kinds = {*Run.objects.values_list("name", "kind", "team")}
    assert kinds == {
        ("bm25", RunKind.NN, ""),
        ("second", RunKind.NN, "waterloo"),
        ("aggregated", RunKind.NN, "waterloo"),
    }


@pytest.mark.parametrize(
    ("names", "fields", "status"),
    [
        (["bm25", "hers"], {"team": "mine"}, 403),
        (["bm25", "reranked"], {"team": "mine", "kind": "nn"}, 400),
        (["bm25", "gone"], {"team": "mine"}, 404),
        (["bm25"], {"team": "mine", "link": "javascript:alert(1)"}, 400),
        (["bm25"], {"team": "mine", "link": "ftp://example.org"}, 400),
        (["bm25"], {}, 400),
        ([], {"team": "mine"}, 400),
    ],
)
def test_several_runs_are_changed_all_or_none(
    names: list[str], fields: dict[str, str], status: int
) -> None:
    run = make_shelf().run
    child(run, "reranked", "bert-cat")
    make_run("hers", run.collection, run.topic_set, {"q1": ["d1"]})
    Run.objects.filter(name="hers").update(owner=make_user("alice", "ranking.may_research"))
    assert change_several(names, **fields).status_code == status
    assert {*Run.objects.values_list("team", "link", "kind")} == {("", "", RunKind.UNKNOWN)}
