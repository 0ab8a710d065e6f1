"""Answers that are kept with a saved comparison: frozen, opened, downloaded, let go."""

from __future__ import annotations

import csv
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from evaluation.models import Comparison, SavedComparison
from evaluation.saved import answers
from evaluation.scores import scoring
from tests.evaluation.library.shelf import one, signed_in
from tests.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]

ASKED = {"baseline": "a", "runs": "b,c,d", "labels": "old,new", "measures": "RR@10,P@5"}
SEEDED = {**ASKED, "seed": "7", "test": "randomization", "permutations": "200"}
AXES = {"labels_x": "old", "measure_x": "P@5", "labels_y": "new", "measure_y": "RR@10"}
POINT = {"measure": "P@5", "run": "b", "label_set": "new"}
BY_MEASURE = {"measure": "P@5"}
DRAWN = {"method": "randomized-tukey", "seed": 3, "permutations": 500}
POOLED = {"measure": "P@5", "label_set": "new", "depth": 3}
# Of each kind: the question, the address that answers it without keeping, and what it asks there.
OF_ALL_RUNS = {"runs": "a,b,c,d", "labels": "old,new"}
KINDS: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "systems": (
        {**BY_MEASURE, **DRAWN},
        "comparison/systems",
        {**OF_ALL_RUNS, "measures": "P@5", **DRAWN},
    ),
    "order": (BY_MEASURE, "comparison/order", {**SEEDED, **BY_MEASURE}),
    "two-orders": (AXES, "comparison/two-orders", {**SEEDED, **AXES}),
    "topic-plan": (
        {**POINT, "difference": 0.1},
        "comparison/topic-plan",
        {**SEEDED, **POINT, "difference": 0.1},
    ),
    "bounds": (BY_MEASURE, "comparison/bounds", {**SEEDED, **BY_MEASURE}),
    "pool-bias": (
        POOLED,
        "comparison/pool-bias",
        {"runs": "a,b,c,d", "measures": "P@5", "label_set": "new", "depth": 3},
    ),
}


@pytest.fixture
def client(rita: User, four_runs: None) -> Client:
    client = signed_in(rita)
    save(client)
    return client


def post(client: Client, path: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/{path}", body, content_type="application/json")


def save(client: Client, name: str = "table-2") -> str:
    content_hash = post(client, "comparison", SEEDED).json()["content_hash"]
    assert post(client, "comparisons", {**SEEDED, "name": name}).status_code == 201
    return str(content_hash)


def keep(client: Client, kind: str = "order", saved: str = "table-2", **question: Any) -> Any:
    body = {"saved": saved, "kind": kind, "question": question or KINDS[kind][0]}
    return post(client, "comparisons/answers", body)


def opened(client: Client) -> Any:
    content_hash = Comparison.objects.get().content_hash
    return client.get("/api/comparisons/one", {"hash": content_hash}).json()


def kept() -> list[dict[str, Any]]:
    return [answer for saved in SavedComparison.objects.all() for answer in saved.answers]


def read(client: Client, content_hash: str, chosen: str = "json") -> Any:
    asked = {"hash": content_hash, "format": chosen}
    return client.get("/api/comparisons/answers/one", asked)


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_kept_as_its_page_shows_it(
    kind: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, path, asked = KINDS[kind]
    shown = client.get(f"/api/{path}", asked)
    assert shown.status_code == 200
    row = keep(client, kind).json()
    assert (row["kind"], row["moved"]) == (kind, [])

    def scored(*_: object) -> None:
        raise AssertionError("it is worked out again")

    monkeypatch.setattr(scoring, "kept_scores", scored)
    data = read(client, row["content_hash"]).json()
    assert {name: data[name.replace("-", "_")] for name in KINDS} == {
        **dict.fromkeys(KINDS),
        kind: shown.json(),
    }


def test_what_was_asked_from_which_seed_and_of_which_contents_is_kept(client: Client) -> None:
    rows = {kind: keep(client, kind).json() for kind in KINDS}
    drawn = {kind: (row["seed"], row["n_draws"]) for kind, row in rows.items()}
    none = (None, None)
    assert drawn["systems"] == (3, 500)
    assert drawn["order"] == drawn["two-orders"] == (7, 2000)
    assert drawn["topic-plan"] == drawn["bounds"] == drawn["pool-bias"] == none
    found = opened(client)["answers"]
    assert [row["content_hash"] for row in found] == [row["content_hash"] for row in rows.values()]
    asked = {each["name"]: each["value"] for each in found[0]["asked"]}
    assert asked == {
        "measure": "P@5",
        **{name: str(value) for name, value in DRAWN.items()},
        "correction": "holm",
    }
    frozen, spec = Comparison.objects.get().spec, kept()[0]["spec"]
    assert {key: spec[key] for key in frozen} == frozen
    assert spec["run_hashes"].keys() == {"a", "b", "c", "d"}


@pytest.mark.parametrize(
    ("kind", "n_rows", "column"),
    [
        ("systems", 12, "letters"),  # of 4 runs 6 pairs, under 2 label sets
        ("order", 5, "second_labels"),
        ("two-orders", 5, "value"),
        ("topic-plan", 20, "curve_difference"),  # alone and as one of its table
        ("bounds", 8, "bounds_optimistic"),
        ("pool-bias", 4, "score_without"),
    ],
)
def test_a_kept_answer_is_downloaded(kind: str, n_rows: int, column: str, client: Client) -> None:
    content_hash = keep(client, kind).json()["content_hash"]
    rows = list(csv.DictReader(read(client, content_hash, "csv").content.decode().splitlines()))
    assert len(rows) == n_rows
    assert all(row[column] for row in rows)
    assert read(client, content_hash).json()["spec"] == kept()[0]["spec"]


def test_numbers_of_a_downloaded_answer_are_those_of_its_json(client: Client) -> None:
    content_hash = keep(client, "topic-plan").json()["content_hash"]
    rows = list(csv.DictReader(read(client, content_hash, "csv").content.decode().splitlines()))
    plan = read(client, content_hash).json()["topic_plan"]
    found = [(row["needed"], row["curve_n_topics"], row["curve_difference"]) for row in rows]
    assert found == [
        (str(family["needed"]), str(point["n_topics"]), str(point["difference"]))
        for family in plan["families"]
        for point in family["curve"]
    ]
    assert {row["difference"] for row in rows} == {str(plan["difference"])}


def test_an_order_without_pairs_is_downloaded_as_one_row(client: Client) -> None:
    alone = {**SEEDED, "labels": "old", "measures": "P@5"}
    post(client, "comparison", alone)
    post(client, "comparisons", {**alone, "name": "alone"})
    found = read(client, keep(client, saved="alone").json()["content_hash"], "csv").content
    [row] = csv.DictReader(found.decode().splitlines())
    assert (row["seed"], row["resamples"]) == ("7", "2000")


def test_an_unknown_hash_of_digits_alone_is_refused_as_any_other(client: Client) -> None:
    keep(client)
    assert [read(client, digit * 64).status_code for digit in "9f"] == [404] * 2


def test_a_list_reads_no_kept_answers(client: Client) -> None:
    keep(client)
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/api/comparisons").json()["n"] == 1
    sql = " ".join(query["sql"] for query in queries)
    assert '"asked"' in sql
    assert '"answers"' not in sql
    assert '"results"' not in sql


def test_the_same_answer_is_kept_once(client: Client) -> None:
    rows = [keep(client).json(), keep(client).json()]
    assert rows[0] == rows[1]
    assert len(kept()) == 1


@pytest.mark.parametrize(
    ("kind", "question", "code"),
    [
        ("order", {}, "invalid"),
        ("order", {"measure": "AP"}, "not_in_comparison"),
        ("order", {"measure": "P@5", "seed": 3}, "invalid"),
        ("systems", {"measure": "P@5", "method": "dunnett"}, "needs_baseline_run"),
        ("pool-bias", {**POOLED, "label_set": "gold"}, "not_in_comparison"),
        ("topic-plan", {**POINT, "difference": 0}, "no_plan"),
    ],
)
def test_what_cannot_be_answered_is_not_kept(
    kind: str, question: dict[str, Any], code: str, client: Client
) -> None:
    body = {"saved": "table-2", "kind": kind, "question": question}
    refused = post(client, "comparisons/answers", body)
    assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert not kept()


def test_who_may_not_change_the_saved_comparison_reads_only(client: Client) -> None:
    content_hash = keep(client).json()["content_hash"]
    otto = signed_in(make_user("otto", "ranking.may_research"))
    assert keep(otto).status_code == 403
    assert read(otto, content_hash).status_code == 200
    where = f"/api/comparisons/answers/one?hash={content_hash}&saved=table-2"
    assert otto.delete(where).status_code == 403
    assert client.delete(where).status_code == 204
    assert client.delete(where).status_code == 404
    assert (kept(), SavedComparison.objects.get().results) == ([], {})


def test_answers_of_a_private_comparison_are_its_owners(client: Client) -> None:
    content_hash = keep(client).json()["content_hash"]
    SavedComparison.objects.update(visibility="private")
    otto = signed_in(make_user("otto", "ranking.may_research"))
    assert [read(otto, content_hash, name).status_code for name in ("json", "csv")] == [404] * 2
    assert keep(otto).status_code == 404
    assert read(client, content_hash).status_code == 200


def test_answers_go_with_their_saved_comparison(client: Client) -> None:
    keep(client)
    assert client.delete(one("comparisons", "table-2")).status_code == 204
    assert (SavedComparison.objects.count(), Comparison.objects.count()) == (0, 1)


def test_each_answer_shows_what_moved_on_since(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(client, "systems")
    with monkeypatch.context() as newer:
        newer.setattr(answers, "ANSWER_ENGINE", "regrade of tomorrow")
        keep(client, "order")
        found = opened(client)
        assert found["moved"] == []
        kinds = [[moved["kind"] for moved in row["moved"]] for row in found["answers"]]
        assert kinds == [["answers"], []]


def test_nothing_is_kept_with_a_comparison_that_moved_on(client: Client) -> None:
    frozen = Comparison.objects.get()
    frozen.spec["engine"], frozen.content_hash = "regrade of old", "0" * 64
    frozen.save()
    assert keep(client).status_code == 404  # nobody has asked for it as it is today
    post(client, "comparison", SEEDED)
    refused = keep(client)
    assert (refused.status_code, refused.json()["code"]) == (400, "moved_on")


def test_only_so_many_and_so_large_ones_are_kept(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "MOST_CHARACTERS", 100)
    assert keep(client).json()["code"] == "answer_too_long"
    monkeypatch.undo()
    monkeypatch.setattr(answers, "MOST_KEPT", 1)
    assert keep(client).status_code == 201
    assert keep(client).status_code == 201  # it is there
    assert keep(client, "bounds").json()["code"] == "too_many_answers"


@pytest.mark.parametrize("n", [2, 40])
def test_opening_takes_the_same_queries_however_many_are_kept(
    n: int, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    keep(client)
    saved = SavedComparison.objects.get()
    [answer], [result] = saved.answers, saved.results.values()
    for number in range(n - 1):
        content_hash = f"{number:064x}"
        saved.answers.append({**answer, "content_hash": content_hash})
        saved.results[content_hash] = result
    saved.save()
    content_hash = Comparison.objects.get().content_hash
    with django_assert_num_queries(13):
        data = client.get("/api/comparisons/one", {"hash": content_hash}).json()
    assert len(data["answers"]) == n
    with django_assert_num_queries(6):
        read(client, answer["content_hash"])
