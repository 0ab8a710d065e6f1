"""Labels of documents serve a run over their windows, once it is rolled up."""

from __future__ import annotations

import pytest

from evaluation.exceptions import NotComparable
from evaluation.scores.evaluating import evaluate_runs
from ranking.collections.windows import make_windows
from ranking.models import Collection
from ranking.runs.rolling_up import roll_up
from regrade.measures import parse_measures
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db

TEXTS = {"d1": "one two three four", "d2": "five six seven eight", "d3": "nine ten"}
# By their best windows d2, d1, d3; by their first ones d1, d3, for d2's was not retrieved.
WINDOWS = ["d2#2", "d1#2", "d1#1", "d3#1"]


@pytest.mark.parametrize(("by", "expected"), [("max", 1 / 2), ("first", 1.0)])
def test_a_rolled_up_run_is_scored_under_labels_of_the_documents(by: str, expected: float) -> None:
    documents, topics = make_collection("documents", TEXTS), make_topics()
    labels = make_labels("trec", documents, topics, {"q1": {"d1": 1}})
    make_windows(name="windows", of=documents, n_words=2, stride=2)
    run = make_run("run", Collection.objects.get(name="windows"), topics, {"q1": WINDOWS})
    [measure] = parse_measures("RR@10")
    with refused(NotComparable, "other_collection"):
        evaluate_runs(runs=[run], label_sets=[labels], measures=[measure])
    rolled = roll_up(run=run, name="rolled", of=documents, by=by)
    [scores] = evaluate_runs(runs=[rolled], label_sets=[labels], measures=[measure]).scores
    assert scores.mean(measure) == expected
