"""A comparison topic by topic: all runs, all labels, and what stands at rank 1."""

from __future__ import annotations

import csv
import io
from functools import partial
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import CampaignState, LabelSet
from evaluation.models import Evaluation, TopicScores
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.measures import measures_of
from ranking.models import Ranking, Run, Topic
from tests.evaluation.asking import n_queries, post
from tests.evaluation.four_runs import RUNS
from tests.evaluation.labelled import derive_like
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_pool,
    make_run,
    make_topics,
)

pytestmark = pytest.mark.django_db

TABLE = "/api/comparison/topic-table"
ASKED = {"baseline": "r1", "runs": "r2", "labels": "old,new", "measures": "RR@10,P@2"}


@pytest.fixture
def small(db: None) -> None:
    """Two runs under two label sets; the second run lacks q2."""
    collection, topic_set = make_collection(), make_topics()
    make_run("r1", collection, topic_set, {"q1": ["d1", "d2"], "q2": ["d3", "d2"]})
    make_run("r2", collection, topic_set, {"q1": ["d2", "d1"]})
    make_labels("old", collection, topic_set, {"q1": {"d1": 1, "d2": 0}, "q2": {"d2": 1}})
    make_labels("new", collection, topic_set, {"q1": {"d2": 1}, "q2": {"d2": 1, "d3": 1}})


def make_derived(state: CampaignState) -> Any:
    """The labels of `new`, derived from a campaign."""
    new = LabelSet.objects.get(name="new")
    campaign = make_campaign(pool=make_pool("p", new.collection, new.topic_set), state=state)
    return derive_like(new, campaign)


def ask(client: Client, **asked: str) -> dict[str, str]:
    question = {**ASKED, **asked}
    answer = post(client, "comparison", question)
    assert answer.status_code == 200, answer.json()
    return question


def table(client: Client, measure: str = "RR@10", **asked: str) -> Any:
    return client.get(TABLE, {**ask(client, **asked), "measure": measure}).json()


def runs_of(answer: Any, key: str) -> dict[str, list[Any]]:
    return {block["labels"]: [run[key] for run in block["runs"]] for block in answer["blocks"]}


@pytest.mark.usefixtures("small")
def test_every_run_is_reported_on_every_topic_under_every_label_set(researcher: Client) -> None:
    answer = table(researcher, "P@2")
    assert runs_of(answer, "run") == {"old": ["r1", "r2"], "new": ["r1", "r2"]}
    assert runs_of(answer, "values") == {
        "old": [[0.5, 0.5], [0.5, 0.0]],
        "new": [[0.5, 1.0], [0.5, 0.0]],
    }
    assert runs_of(answer, "judged") == {
        "old": [[1.0, 0.5], [1.0, None]],
        "new": [[0.5, 1.0], [0.5, None]],
    }
    assert (answer["measure"], answer["cutoff"], answer["lower_is_better"]) == ("P@2", 2, False)


@pytest.mark.usefixtures("small")
def test_what_stands_at_rank_1_is_reported(researcher: Client) -> None:
    assert runs_of(table(researcher), "at_rank_1") == {
        "old": [["relevant", "unjudged"], ["not relevant", "nothing"]],
        "new": [["unjudged", "relevant"], ["relevant", "nothing"]],
    }


@pytest.mark.usefixtures("small")
def test_what_is_known_of_a_topic_stands_beside_it(researcher: Client) -> None:
    Topic.objects.filter(query_id="q2").update(metadata={"stratum": "hard"})
    answer = table(researcher)
    assert answer["topics"][0] == {
        "query_id": "q1",
        "query": "how long do spruces live",
        "n_words": 5,
        "answer_type": "NUM",
        "stratum": "",
    }
    assert answer["topics"][1]["stratum"] == "hard"
    counts = [(block["n_judged"], block["n_relevant"]) for block in answer["blocks"]]
    assert counts == [([2, 1], [1, 1]), ([1, 2], [1, 2])]


@pytest.mark.usefixtures("small")
def test_the_stratum_may_be_that_of_the_pool(researcher: Client) -> None:
    derived = make_derived(CampaignState.CLOSED)
    derived.campaign.pool.pairs.filter(topic__query_id="q1").update(stratum="low")
    answer = table(researcher, labels="new,derived")
    assert [topic["stratum"] for topic in answer["topics"]] == ["low", ""]


@pytest.mark.usefixtures("small")
def test_runs_under_two_label_sets_stand_under_the_first_of_them_too(researcher: Client) -> None:
    asked = {"runs": "r1,r2", "baseline_labels": "old", "labels": "new", "measures": "P@2"}
    post(researcher, "comparison", asked)
    answer = researcher.get(TABLE, {**asked, "measure": "P@2"}).json()
    assert runs_of(answer, "run") == {"old": ["r1", "r2"], "new": ["r1", "r2"]}
    assert runs_of(answer, "values")["old"] == [[0.5, 0.5], [0.5, 0.0]]


@pytest.mark.usefixtures("small")
def test_ranks_in_single_precision_decide_what_stands_first(researcher: Client) -> None:
    """d2 and d1 tie once rounded, and the greater doc_id comes first."""
    close = np.array([1.0 + 1e-12, 1.0])
    Ranking.objects.filter(run__name="r1", topic__query_id="q1").update(scores=close)
    answer = table(researcher, single_precision="true")
    assert runs_of(answer, "at_rank_1")["old"][0] == ["not relevant", "unjudged"]
    assert runs_of(answer, "values")["old"][0][0] == 0.5


@pytest.mark.usefixtures("four_runs")
def test_values_are_those_that_evaluate_finds_here_and_in_the_file(researcher: Client) -> None:
    asked = {"baseline": "a", "runs": "b,c,d", "labels": "old,new", "measures": "AP,nDCG@5"}
    shown = runs_of(table(researcher, "nDCG@5", **asked), "values")
    response = researcher.get(TABLE, {**ASKED, **asked, "format": "csv"})
    assert response["Content-Disposition"] == 'attachment; filename="comparison-topics.csv"'
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert len(rows) == 6 * 4 * 2 * 2
    found = evaluate_runs(
        runs=[Run.objects.get(name=name) for name in RUNS],
        label_sets=list(LabelSet.objects.all()),
        measures=measures_of("nDCG@5"),
    )
    for label_set in LabelSet.objects.all():
        expected = found.table(label_set, found.measures[0]).tolist()
        assert shown[label_set.name] == expected
        of_c = [
            float(row["value"])
            for row in rows
            if (row["run"], row["labels"], row["measure"]) == ("c", label_set.name, "nDCG@5")
        ]
        assert of_c == expected[2]


@pytest.mark.usefixtures("small")
def test_a_measure_that_is_not_compared_is_refused(researcher: Client) -> None:
    answer = researcher.get(TABLE, {**ask(researcher), "measure": "AP"})
    assert (answer.status_code, answer.json()["code"]) == (400, "not_in_comparison")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("chosen", ["json", "csv"])
def test_labels_of_a_campaign_in_which_one_judges_are_hidden(
    chosen: str, researcher: Client, rita: User
) -> None:
    derived = make_derived(CampaignState.OPEN)
    question = ask(researcher, labels="new,derived")
    make_member(derived.campaign, rita)
    answer = researcher.get(TABLE, {**question, "measure": "RR@10", "format": chosen})
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("chosen", ["json", "csv"])
def test_reading_asks_as_much_of_fifty_runs_as_of_two_and_writes_nothing(
    chosen: str, researcher: Client
) -> None:
    run = Run.objects.get(name="r2")
    for n in range(3, 52):
        make_run(f"r{n}", run.collection, run.topic_set, {"q1": ["d2", "d1"]})
    counts = []
    for n_runs in (2, 50):
        names = ",".join(f"r{n}" for n in range(2, n_runs + 2))
        question = {**ask(researcher, runs=names), "measure": "RR@10"}
        kept = Evaluation.objects.count(), TopicScores.objects.count()
        counts.append(n_queries(partial(researcher.get, TABLE, {**question, "format": chosen})))
        assert kept == (Evaluation.objects.count(), TopicScores.objects.count())
    assert counts[0] == counts[1]
