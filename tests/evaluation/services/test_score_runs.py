from __future__ import annotations

import pytest

from evaluation.exceptions import TooMuchAsked
from evaluation.models import Evaluation
from evaluation.services import score_runs as module
from regrade.measures import parse_measures
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db


def test_more_values_than_an_answer_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    collection, topic_set = make_collection(), make_topics(queries={"q1": "one", "q2": "two"})
    labels = make_labels("labels", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d2": 1}})
    run = make_run("run", collection, topic_set, {"q1": ["d1"]})
    monkeypatch.setattr(module, "MAX_VALUES", 3)
    with pytest.raises(TooMuchAsked, match="makes 4 values, and one answer holds up to 3"):
        module.score_runs(
            runs=[run],
            label_sets=[labels],
            measures=parse_measures("RR,AP"),
            topic_ids=[topic_set.topics.get(query_id="q1").pk],
            cutoffs=[10],
        )
    assert not Evaluation.objects.exists()
