from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.labels.arrays import labelled_topics, relevances_by_topic
from tests.factories import make_collection, make_labels, make_topics

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("n_topics", [2, 50])
def test_relevances_by_topic_take_one_query(n_topics: int) -> None:
    queries = {f"q{i}": "?" for i in range(n_topics)}
    relevances = {query_id: {"d1": 1, "d3": -1} for query_id in queries}
    label_set = make_labels("labels", make_collection(), make_topics(queries=queries), relevances)
    with CaptureQueriesContext(connection) as asked:
        found = relevances_by_topic(label_set)
    assert len(asked) == 1
    assert list(found) == list(queries)
    assert (found["q1"].ordinals.tolist(), found["q1"].values.tolist()) == ([0, 2], [1, -1])


def test_labelled_topics_are_those_with_labels() -> None:
    label_set = make_labels("labels", make_collection(), make_topics(), {"q2": {"d1": 0}})
    assert labelled_topics(label_set) == {"q2"}
