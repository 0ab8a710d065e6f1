from __future__ import annotations

import pytest

from evaluation.exceptions import TooMuchAsked
from evaluation.models import Evaluation, TopicScores
from evaluation.scores import scoring as module
from ranking.models import Run
from regrade.measures import parse_measures
from tests.evaluation.single_precision import make_close_run
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_more_values_than_an_answer_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    collection, topic_set = make_collection(), make_topics(queries={"q1": "one", "q2": "two"})
    labels = make_labels("labels", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d2": 1}})
    run = make_run("run", collection, topic_set, {"q1": ["d1"]})
    monkeypatch.setattr(module, "MAX_VALUES", 3)
    with refused(TooMuchAsked, "too_many_values"):
        module.score_runs(
            runs=[run],
            label_sets=[labels],
            measures=parse_measures("RR,AP"),
            topic_ids=[topic_set.topics.get(query_id="q1").pk],
            cutoffs=[10],
        )
    assert not Evaluation.objects.exists()


@pytest.mark.parametrize("asked", [(False, True, False), (True, False, True)])
def test_values_of_either_precision_are_kept_apart_in_whatever_order_they_are_asked_for(
    asked: tuple[bool, ...],
) -> None:
    collection, topic_set = make_collection(), make_topics()
    run = make_close_run("close", collection, topic_set)
    labels = make_labels("labels", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d1": 1}})

    def score(run: Run, single_precision: bool) -> tuple[list[float], float | None]:
        ((scores,),) = module.score_runs(
            runs=[run],
            label_sets=[labels],
            measures=parse_measures("RR"),
            topic_ids=[topic.pk for topic in topic_set.topics.all()],
            cutoffs=[1],
            single_precision=single_precision,
        )
        return scores.values["RR"].tolist(), scores.unjudged[1]

    double, single = ([1.0, 1.0], 0.0), ([1 / 3, 1 / 3], 1.0)
    assert [score(run, each) for each in asked] == [single if each else double for each in asked]
    kept = {
        each.evaluation.single_precision: each.values.tolist() for each in TopicScores.objects.all()
    }
    assert kept == {False: [1.0, 1.0], True: [1 / 3, 1 / 3]}
    assert TopicScores.objects.count() == 2
