from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from django.test import Client

from annotation.models import LabelSet, Pool
from evaluation.scores import streamed_runs
from ranking.collections.docid_maps import docid_map
from ranking.models import Run, Visibility
from tests.evaluation.asking import n_queries
from tests.evaluation.labelled import derive_like
from tests.evaluation.single_precision import make_close_run
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_pool,
    make_run,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db

N_TOPICS = 20
ASKED = {"baseline": "bm25", "runs": "bert,copy", "labels": "old", "measures": "P@2,RR@2,Judged@2"}
POOLED = {"runs": "bm25,bert,copy", "label_set": "old", "measures": "P@2,MFR@2", "depth": "2"}


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    """bert finds one of two relevant passages first on every topic, and both on every other."""
    queries = {f"q{n}": "what" for n in range(N_TOPICS)}
    collection = make_collection(texts=dict.fromkeys(["d1", "d2", "d3", "d4"], "text"))
    topic_set = make_topics(queries=queries)
    make_run("bm25", collection, topic_set, {query_id: ["d3", "d1"] for query_id in queries})
    bert = {query_id: ["d1", "d2" if n % 2 else "d3"] for n, query_id in enumerate(queries)}
    for name in ("bert", "copy"):
        make_run(name, collection, topic_set, bert)
    labels = {"d1": 1, "d2": 1, "d3": 0}
    make_labels("old", collection, topic_set, dict.fromkeys(queries, labels))
    Run.objects.exclude(name="bm25").update(team="neural")


def verdict(client: Client, asked: Mapping[str, str] = ASKED, **about: str) -> Any:
    client.post("/api/comparison", asked, content_type="application/json")
    return client.get("/api/comparison/verdict", {**asked, **about})


def test_verdict_shows_the_first_run_in_the_first_measure(researcher: Client) -> None:
    answer = verdict(researcher, {**ASKED, "correction": "holm"}).json()
    assert answer["text"] == (
        "bert leads bm25 in P@2 under old labels, +.250 [.130, .370]. All of the"
        " first 2 passages are judged."
    )
    assert "".join(segment["text"] for segment in answer["sentence"]) == answer["text"]
    assert answer["claims"] == [{"kind": "lead", "labels": ["old"], "n_topics": N_TOPICS}]
    assert (answer["weakest"]["kind"], answer["weakest"]["number"]) == ("few-topics", N_TOPICS)


def test_numbers_of_a_verdict_are_those_of_the_comparison(researcher: Client) -> None:
    sentence = verdict(researcher, run="copy", measure="RR@2").json()["sentence"]
    shown = {segment["stands_for"]: segment["value"] for segment in sentence}
    [block] = researcher.get("/api/comparison", ASKED).json()["blocks"]
    cell = block["rows"][1]["cells"][1]
    low, high = cell["interval"]
    assert (shown["difference"], shown["low"], shown["high"]) == (cell["difference"], low, high)


@pytest.fixture
def labelled_again(researcher: Client) -> Client:
    """A label set of other relevant passages, and a run that finds these alone."""
    run = Run.objects.get(name="bm25")
    queries = [f"q{n}" for n in range(N_TOPICS)]
    labels = {key: {"d1": 0, "d2": 1, "d3": 0} for key in queries}
    make_labels("new", run.collection, run.topic_set, labels)
    make_run("lm", run.collection, run.topic_set, {key: ["d2", "d3"] for key in queries})
    return researcher


@pytest.mark.parametrize(
    "against",
    [
        {"runs": "bert,copy,lm", "labels": "old,new"},
        {"runs": "bm25,bert,copy,lm", "labels": "new", "baseline_labels": "old"},
    ],
    ids=["a run", "other labels"],
)
def test_several_runs_get_a_verdict_on_all_of_them(
    against: dict[str, str], labelled_again: Client
) -> None:
    """The same one where each run is compared with itself: the first run is the baseline."""
    others = {name: value for name, value in ASKED.items() if name != "baseline"}
    asked = others | against if "baseline_labels" in against else ASKED | against
    found = verdict(labelled_again, asked, measure="RR@2").json()["on_all_runs"]
    answer, [changed] = found["overall"], found["changes"]
    assert found["baseline"] == "bm25"
    assert answer["text"] == (
        "Both runs beat bm25 in RR@2 under old and new labels; bert and lm share the best mean"
        " under old labels, lm is first under new labels. The labels matter: from old to new"
        " labels, 0 of 3 pairs of runs change order, and the lead over bm25 changes for 2 of 2"
        " runs, most for lm, from +.500 to +1.000, by +.500 [.500, .500]. copy scores as bert does"
        " on every topic."
    )
    assert "".join(segment["text"] for segment in answer["sentence"]) == answer["text"]
    assert (answer["n_turned"], answer["n_pairs"]) == ([0], 3)
    assert [(lead["run"], lead["before"], lead["after"]) for lead in changed["leads"]] == [
        ("bert", 0.5, 0.25),
        ("copy", 0.5, 0.25),
        ("lm", 0.5, 1.0),
    ]


def test_a_run_alone_has_no_lead_that_labels_could_change(labelled_again: Client) -> None:
    asked = {**ASKED, "runs": "bert", "labels": "new", "baseline_labels": "old"}
    answer = verdict(labelled_again, {key: asked[key] for key in asked if key != "baseline"})
    assert (answer.status_code, answer.json()["code"]) == (400, "needs_two_runs")


def test_leads_that_take_too_many_draws_for_a_page_are_refused(
    labelled_again: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {**ASKED, "runs": "bm25,bert,lm", "labels": "new", "baseline_labels": "old"}
    del asked["baseline"]
    asked["test"] = "randomization"
    assert verdict(labelled_again, asked).status_code == 200
    monkeypatch.setattr("evaluation.comparisons.freezing.MOST_AT_ONCE", 1000)
    answer = verdict(labelled_again, asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "too_many_draws")


def test_one_run_has_no_other_verdict(researcher: Client) -> None:
    assert verdict(researcher, {**ASKED, "runs": "bert"}).json()["on_all_runs"] is None


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"run": "nobody"}, "not_in_comparison"),
        ({"measure": "AP"}, "not_in_comparison"),
        ({"measure": "Judged@2"}, "measure_not_tested"),
    ],
)
def test_verdict_on_what_the_comparison_lacks_is_refused(
    asked: dict[str, str], code: str, researcher: Client
) -> None:
    answer = verdict(researcher, ASKED, **asked)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def bias(client: Client, **asked: str) -> Any:
    return client.get("/api/comparison/pool-bias", POOLED | asked)


def test_pool_bias_by_run_hides_what_a_like_run_brought_in(researcher: Client) -> None:
    rows = bias(researcher).json()["rows"]
    assert [row["n_unique"] for row in rows if row["measure"] == "P@2"] == [10, 0, 0]


def test_pool_bias_counts_the_topics_that_are_compared(researcher: Client) -> None:
    first_half = {f"q{n}": {"d1": 1} for n in range(N_TOPICS // 2)}
    run = Run.objects.get(name="bm25")
    make_labels("half", run.collection, run.topic_set, first_half)
    for narrowing in ({"labels": "old,half"}, {"only_topics_of": "half"}):
        rows = bias(researcher, **narrowing, measures="P@2").json()["rows"]
        assert [row["n_unique"] for row in rows] == [5, 0, 0]
    assert bias(researcher, only_topics_of="none").status_code == 404


def test_pool_bias_by_team_takes_out_what_the_team_alone_brought_in(researcher: Client) -> None:
    assert bias(researcher, by="team").json()["rows"][1] == {
        "run": "bert",
        "team": "neural",
        "measure": "P@2",
        "lower_is_better": False,
        "n_unique": 10,
        "n_unique_relevant": 10,
        "score": 0.75,
        "score_without": 0.5,
        "difference": -0.25,
        "place": 1,
        "place_without": 1,
    }


def derive(pooled: Sequence[str]) -> None:
    """The same labels as a campaign's whose pool came of these runs."""
    old, runs = LabelSet.objects.get(name="old"), Run.objects.filter(name__in=pooled)
    pool = make_pool("pool", old.collection, old.topic_set, [*runs])
    derive_like(old, make_campaign(pool=pool))


def test_what_a_pooled_run_not_asked_for_brought_in_is_not_unique(researcher: Client) -> None:
    derive(["bm25", "bert", "copy"])
    asked = {"runs": "bm25,bert", "label_set": "derived"}
    others = Run.objects.filter(name="copy")
    others.update(visibility=Visibility.PRIVATE, owner=make_user("olga"))
    answer = bias(researcher, **asked)
    data = answer.json()
    unique = {row["run"]: row["n_unique"] for row in data["rows"]}
    assert unique == {"bm25": 10, "bert": 0}
    assert (len(data["rows"]), data["pool_known"]) == (4, True)
    assert b"copy" not in answer.content
    # Of one team, copy is left out with bert.
    assert bias(researcher, **asked, by="team").json()["rows"][1]["n_unique"] == 10


def test_pool_bias_says_where_the_pool_is_not_known(researcher: Client) -> None:
    data = bias(researcher, runs="bm25,bert").json()
    assert (data["pool_known"], data["rows"][1]["n_unique"]) == (False, 10)


@pytest.mark.parametrize(("run", "score"), [("bm25", 0), ("close", 1)])
def test_pool_bias_reads_the_order_of_single_precision(
    run: str, score: float, researcher: Client
) -> None:
    """Of the runs asked for and of the others in the pool, which are cut once they are ordered."""
    bm25 = Run.objects.get(name="bm25")
    make_close_run("close", bm25.collection, bm25.topic_set)
    derive(["bm25", "close"])
    asked = {"runs": run, "label_set": "derived", "measures": "P@1", "depth": "1"}
    rows = [bias(researcher, **asked, single_precision=way).json() for way in ("false", "true")]
    [(plain,), (single,)] = (each["rows"] for each in rows)
    assert (plain["n_unique"], plain["score"]) == (N_TOPICS, score)
    assert (single["n_unique"], single["score"]) == (0, 0)  # both have d3 first


def test_pool_bias_reads_no_more_whole_rankings_than_one_answer_may(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streamed_runs, "MOST_PASSAGES", 1)
    whole, cut = (bias(researcher, single_precision=way) for way in ("true", "false"))
    assert (cut.status_code, whole.json()["code"]) == (200, "too_many_passages")


def test_pool_bias_asks_the_same_queries_for_many_runs(researcher: Client) -> None:
    """Be they asked for or in the pool beside those."""
    numbers, bm25 = [], Run.objects.get(name="bm25")
    docid_map(bm25.collection)  # is made once
    derive(["bm25"])
    pool = Pool.objects.get()
    for n_runs in (2, 50):
        names = [f"run{n_runs}-{n}" for n in range(n_runs)]
        for name in names:
            make_run(name, bm25.collection, bm25.topic_set, {"q1": ["d1", "d4"]})
            pool.runs.add(make_run(f"pooled-{name}", bm25.collection, bm25.topic_set, {}))
        asked = {"runs": ",".join(names), "label_set": "derived", "single_precision": "true"}
        numbers.append(n_queries(partial(bias, researcher, **asked)))
    assert numbers[0] == numbers[1]


def test_pool_bias_by_a_measure_of_subtopics_is_refused(researcher: Client) -> None:
    answer = bias(researcher, measures="alpha_nDCG@5")
    assert (answer.status_code, answer.json()["code"]) == (400, "not_computable")
