from __future__ import annotations

import numpy as np
import pytest

from evaluation.scores.hashes import content_hashes, hash_runs
from ranking.models import Run
from tests.factories import make_collection, make_run, make_topics

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(db: None) -> Run:
    return make_run("run", make_collection(), make_topics(), {"q1": ["d1", "d2"], "q2": ["d3"]})


def test_the_hash_of_a_run_is_that_of_its_passages_and_scores(run: Run) -> None:
    before = content_hashes([run])
    ranking = run.rankings.get(topic__query_id="q2")
    ranking.scores = np.array([0.5])
    ranking.save()
    assert content_hashes([run]) != before


def test_a_run_of_the_same_rankings_has_the_same_hash(run: Run) -> None:
    twin = make_run("twin", run.collection, run.topic_set, {"q1": ["d1", "d2"], "q2": ["d3"]})
    assert len(set(content_hashes([run, twin]).values())) == 1


def test_runs_hashed_together_have_their_own_hashes(run: Run) -> None:
    empty = make_run("empty", run.collection, run.topic_set, {})
    apart = content_hashes([run]) | content_hashes([empty])
    assert content_hashes([empty, run]) == apart
    assert len(set(apart.values())) == 2


def test_a_hash_is_worked_out_once(run: Run) -> None:
    first = hash_runs(runs=[run])
    run.rankings.all().delete()
    assert hash_runs(runs=[run]) == first == {"run": first["run"]}
