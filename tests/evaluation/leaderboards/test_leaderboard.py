"""The leaderboard: the runs of a topic set by one measure, and by it under other labels."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from scipy.stats import kendalltau

from annotation.models import LabelSet
from evaluation.scores import streamed_runs
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.measures import measures_of
from ranking.models import Collection, Run, RunKind, RunStatus, TopicSet, Visibility
from regrade.measures import parse_measure
from tests.evaluation.asking import got
from tests.evaluation.four_runs import QUERY_IDS, RUNS
from tests.factories import make_collection, make_labels, make_run, make_topics, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]

ASKED = {"topic_set": "needs", "labels": "old", "measure": "AP"}
N_QUERIES = 17


def board(client: Client, **asked: str) -> dict[str, Any]:
    return got(client, "leaderboard", ASKED | asked)


def names(found: dict[str, Any]) -> list[str]:
    return [row["run"] for row in found["rows"]]


@pytest.mark.parametrize(("measure", "is_lower_better"), [("AP", False), ("MFR@5", True)])
def test_runs_stand_in_the_order_of_their_scores(
    measure: str, is_lower_better: bool, researcher: Client
) -> None:
    found = board(researcher, measure=measure)
    asked = {"runs": ",".join(RUNS), "labels": "old", "measures": measure}
    scores = researcher.get("/api/scores", asked).json()["rows"]
    means = {row["run"]: row["scores"][0]["mean"] for row in scores}
    assert found["lower_is_better"] == is_lower_better
    assert {row["run"]: row["mean"] for row in found["rows"]} == means
    sign = 1 if is_lower_better else -1
    assert names(found) == sorted(means, key=lambda run: (sign * means[run], run))
    for row in found["rows"]:
        n_better = sum(sign * mean < sign * row["mean"] for mean in means.values())
        assert row["place"] == 1 + n_better
        least, greatest = parse_measure(measure).limits
        low, high = row["interval"]
        assert least <= low <= row["mean"] <= high <= greatest


def test_equal_means_share_a_place(researcher: Client) -> None:
    ground = Collection.objects.get(), TopicSet.objects.get()
    first = board(researcher)["rows"][0]["run"]
    rankings = {
        ranking.topic.query_id: [f"d{ordinal}" for ordinal in ranking.ordinals]
        for ranking in Run.objects.get(name=first).rankings.select_related("topic")
    }
    make_run("a-copy", *ground, rankings)
    rows = board(researcher)["rows"]
    assert sorted(row["run"] for row in rows[:2]) == sorted([first, "a-copy"])
    assert [row["place"] for row in rows] == [1, 1, 3, 4, 5]


def test_a_run_with_the_rankings_of_another_is_marked_and_counts_once(researcher: Client) -> None:
    before = board(researcher)["rows"]
    original = Run.objects.get(name=before[0]["run"])
    rankings = {
        ranking.topic.query_id: [f"d{ordinal}" for ordinal in ranking.ordinals]
        for ranking in original.rankings.select_related("topic")
    }
    make_run("z-copy", original.collection, original.topic_set, rankings)
    rows = {row["run"]: row for row in board(researcher)["rows"]}
    assert {name: row["same_as"] for name, row in rows.items() if row["same_as"]} == {
        "z-copy": original.name
    }
    letters = {row["run"]: row["letters"] for row in before}
    assert all(letters.values())
    assert {name: row["letters"] for name, row in rows.items()} == {
        **letters,
        "z-copy": letters[original.name],
    }


def test_letters_are_those_of_the_systems_test(researcher: Client) -> None:
    found = board(researcher, measure="MFR@5")
    asked = {"runs": ",".join(RUNS), "labels": "old", "measures": "MFR@5", "method": "tukey"}
    [family] = got(researcher, "comparison/systems", asked)["families"]
    letters = dict(zip(RUNS, family["letters"], strict=True))
    assert {row["run"]: row["letters"] for row in found["rows"]} == letters


def test_other_measures_stand_beside_the_one_that_sorts(researcher: Client) -> None:
    found = board(researcher, beside="MFR@5,AP,P@5")
    assert found["beside"] == [
        {"name": "MFR@5", "lower_is_better": True},
        {"name": "P@5", "lower_is_better": False},
    ]
    alone = {
        measure: {row["run"]: row["mean"] for row in board(researcher, measure=measure)["rows"]}
        for measure in ("MFR@5", "P@5")
    }
    assert names(found) == names(board(researcher))
    for row in found["rows"]:
        assert row["beside"] == [alone["MFR@5"][row["run"]], alone["P@5"][row["run"]]]


def test_the_best_of_each_known_kind_is_marked(researcher: Client) -> None:
    one, other, third, _ = names(board(researcher))
    Run.objects.filter(name__in=[other, third]).update(kind=RunKind.TRAD)
    rows = {row["run"]: row for row in board(researcher)["rows"]}
    assert (rows[other]["kind"], rows[other]["is_best_of_kind"]) == ("trad", True)
    assert (rows[third]["kind"], rows[third]["is_best_of_kind"]) == ("trad", False)
    assert (rows[one]["kind"], rows[one]["is_best_of_kind"]) == ("unknown", False)


def test_places_under_other_labels_and_how_alike_both_orders_are(researcher: Client) -> None:
    found = board(researcher, other_labels="new")
    means = [(row["mean"], row["other"]["mean"]) for row in found["rows"]]
    assert found["tau"] == pytest.approx(kendalltau(*zip(*means, strict=True)).statistic)
    under_new = {row["run"]: row["place"] for row in board(researcher, labels="new")["rows"]}
    for row in found["rows"]:
        other = row["other"]
        assert (other["place"], other["moved"]) == (
            under_new[row["run"]],
            row["place"] - under_new[row["run"]],
        )
    assert any(row["other"]["moved"] for row in found["rows"])


def test_what_the_labels_cannot_score_is_named_apart(researcher: Client) -> None:
    ground = Collection.objects.get(), TopicSet.objects.get()
    make_run("elsewhere", make_collection("hedges"), ground[1], {"q1": ["d1"]})
    make_run("empty", *ground, {"q1": []})
    make_run("under-way", *ground, {"q1": ["d1"]})
    Run.objects.filter(name="under-way").update(status=RunStatus.COMPUTING)
    found = board(researcher)
    assert sorted(names(found)) == list(RUNS)
    assert found["left_out"] == [
        {"run": "elsewhere", "reason": "over another collection"},
        {"run": "empty", "reason": "no passages for any topic that counts"},
        {"run": "under-way", "reason": "not complete"},
    ]


def test_a_run_that_has_none_of_the_common_topics_has_no_place(researcher: Client) -> None:
    """Though it has topics of each label set."""
    ground = Collection.objects.get(), TopicSet.objects.get()
    for name, query_ids in {"one": ["q0", "q1"], "two": ["q1", "q2"]}.items():
        make_labels(name, *ground, {query_id: {"d1": 1} for query_id in query_ids})
    make_run("apart", *ground, {"q0": ["d1"], "q2": ["d1"]})
    both = board(researcher, labels="one", other_labels="two")
    assert (both["n_topics"], sorted(names(both))) == (1, list(RUNS))
    assert [one["run"] for one in both["left_out"]] == ["apart"]
    assert "apart" in names(board(researcher, labels="one"))


@pytest.mark.parametrize("other", ["", "new"])
def test_a_board_without_a_run_is_empty(other: str, researcher: Client) -> None:
    Run.objects.update(status=RunStatus.FAILED)
    found = board(researcher, other_labels=other)
    assert (found["rows"], found["tau"], len(found["left_out"])) == ([], None, len(RUNS))
    text = researcher.get("/api/leaderboard", ASKED | {"format": "csv"}).content.decode()
    assert len(text.splitlines()) == 1


def test_a_board_that_reads_too_much_is_refused_until_its_scores_are_kept(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_passages = sum(run.depth for run in Run.objects.all()) * len(QUERY_IDS)
    monkeypatch.setattr(streamed_runs, "MOST_PASSAGES", n_passages - 1)
    refused = researcher.get("/api/leaderboard", ASKED)
    assert (refused.status_code, refused.json()["code"]) == (400, "too_many_passages")
    assert f"{n_passages:,} passages" in refused.json()["detail"]
    options = [f"--{key}={value}" for key, value in (("labels", "old"), ("measures", "AP"))]
    call_command("evaluate", f"--runs={','.join(RUNS)}", *options, stdout=io.StringIO())
    assert len(board(researcher)["rows"]) == len(RUNS)


def test_topics_that_a_run_lacks_and_the_judged_share_are_reported(researcher: Client) -> None:
    make_run("short", Collection.objects.get(), TopicSet.objects.get(), {"q1": ["d0"]})
    found = board(researcher, measure="P@5")
    rows = {row["run"]: row for row in found["rows"]}
    assert (found["cutoff"], found["n_topics"]) == (5, len(QUERY_IDS))
    assert (rows["short"]["n_missing"], rows["short"]["judged"]) == (5, 1.0)


def test_private_and_archived_runs_are_on_no_board_of_others(researcher: Client) -> None:
    mallory = make_user("mallory", "ranking.may_research")
    Run.objects.filter(name="a").update(owner=mallory, visibility=Visibility.PRIVATE)
    Run.objects.filter(name="b").update(archived_at=timezone.now())
    assert sorted(names(board(researcher))) == ["c", "d"]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"labels": "gone"}, 404, "not_found"),
        ({"topic_set": "gone"}, 404, "not_found"),
        ({"measure": "AP,P@5"}, 400, "not_one_measure"),
        ({"measure": "nDGC@10"}, 400, "unknown_measure"),
        ({"beside": "P@1,P@2,P@3,P@4,P@5,P@6,P@7"}, 400, "too_many_measures"),
        ({"labels": "others"}, 400, "other_topic_set"),
        ({"other_labels": "others"}, 400, "other_topic_set"),
    ],
)
def test_a_board_that_cannot_be_is_refused(
    asked: dict[str, str], status: int, code: str, researcher: Client
) -> None:
    topics = make_topics("wants", {"q0": "what"})
    make_labels("others", Collection.objects.get(), topics, {"q0": {"d1": 1}})
    answer = researcher.get("/api/leaderboard", ASKED | asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("field", "does"),
    [("measure", "cannot order runs"), ("beside", "cannot be shown beside the measure")],
)
def test_a_measure_that_does_not_say_how_good_a_run_is_is_refused_in_its_field(
    field: str, does: str, researcher: Client
) -> None:
    refused = researcher.get("/api/leaderboard", ASKED | {field: "NumRel"}).json()
    assert (refused["code"], [*refused["fields"]]) == ("measure_not_tested", [field])
    assert refused["detail"].startswith(f"NumRel {does}")


@pytest.mark.parametrize("n", [6, 30])
def test_a_board_takes_as_many_queries_for_any_number_of_runs(
    n: int, researcher: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ground = Collection.objects.get(), TopicSet.objects.get()
    for at in range(n - len(RUNS)):
        make_run(f"more{at}", *ground, {key: ["d1"] for key in QUERY_IDS})
    labels = [LabelSet.objects.get(name=name) for name in ("old", "new")]
    evaluate_runs(runs=[*Run.objects.all()], label_sets=labels, measures=measures_of("AP"))
    with django_assert_num_queries(N_QUERIES):
        assert len(board(researcher, other_labels="new")["rows"]) == n


def test_the_file_has_a_line_for_each_run(researcher: Client) -> None:
    asked = ASKED | {"other_labels": "new", "beside": "P@5"}
    text = researcher.get("/api/leaderboard", asked | {"format": "csv"}).content.decode()
    lines = list(csv.DictReader(io.StringIO(text)))
    rows = board(researcher, other_labels="new", beside="P@5")["rows"]
    assert [float(line["P@5"]) for line in lines] == [row["beside"][0] for row in rows]
    assert [(line["run"], float(line["mean"])) for line in lines] == [
        (row["run"], row["mean"]) for row in rows
    ]
    assert [int(line["moved"]) for line in lines] == [row["other"]["moved"] for row in rows]
