from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import Relevances, relevances_by_topic
from annotation.labels.storing import Origin, store_labels
from annotation.models import LabelSet, LabelSource, TopicLabels
from ranking.exceptions import NameTaken
from ranking.models import Collection, TopicSet, Visibility
from tests.factories import make_collection, make_topics, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

Pairs = Mapping[str, Mapping[int, int]]  # query_id -> ordinal -> relevance


@pytest.fixture
def collection(db: None) -> Collection:
    return make_collection()


@pytest.fixture
def topic_set(db: None) -> TopicSet:
    return make_topics()


def arrays(pairs: Pairs) -> dict[str, Relevances]:
    return {
        query_id: Relevances(
            np.array(list(labels), dtype=np.int32), np.array(list(labels.values()), dtype=np.int16)
        )
        for query_id, labels in pairs.items()
    }


def store(
    collection: Collection,
    topic_set: TopicSet,
    pairs: Pairs,
    name: str = "labels",
    min_relevance: int = 1,
    scale: tuple[int, ...] | None = None,
) -> LabelSet:
    return store_labels(
        name=name,
        collection=collection,
        topic_set=topic_set,
        origin=Origin(LabelSource.IMPORTED, {}),
        relevances=arrays(pairs),
        min_relevance=min_relevance,
        scale=scale,
    )


def test_store_labels_keeps_each_topic_by_ascending_ordinal(
    collection: Collection, topic_set: TopicSet
) -> None:
    label_set = store(collection, topic_set, {"q2": {2: 1, 0: 3}, "q1": {1: -1}})
    stored = {
        query_id: (labels.ordinals.tolist(), labels.values.tolist())
        for query_id, labels in relevances_by_topic(label_set).items()
    }
    assert stored == {"q1": ([1], [-1]), "q2": ([0, 2], [3, 1])}


def test_store_labels_takes_the_values_in_use_as_scale(
    collection: Collection, topic_set: TopicSet
) -> None:
    label_set = store(collection, topic_set, {"q1": {0: 3, 1: 0}, "q2": {0: 3}})
    assert label_set.scale == [0, 3]


def test_store_labels_keeps_a_given_scale(collection: Collection, topic_set: TopicSet) -> None:
    label_set = store(collection, topic_set, {"q1": {0: 3}}, scale=(3, 2, 1))
    assert label_set.scale == [1, 2, 3]


def test_store_labels_freezes_the_set(collection: Collection, topic_set: TopicSet) -> None:
    store(collection, topic_set, {"q1": {0: 1}})
    assert LabelSet.objects.get().frozen_at is not None


def test_content_hash_does_not_depend_on_how_passages_are_numbered(topic_set: TopicSet) -> None:
    first = make_collection("first", {"d1": "a", "d2": "b"})
    second = make_collection("second", {"d2": "b", "d1": "a"})
    one = store(first, topic_set, {"q1": {0: 1, 1: 0}, "q2": {0: 1}}, name="one")
    other = store(second, topic_set, {"q2": {1: 1}, "q1": {1: 1, 0: 0}}, name="other")
    assert one.content_hash == other.content_hash


@pytest.mark.parametrize(
    ("pairs", "min_relevance"),
    [({"q1": {0: 1}}, 2), ({"q1": {0: 2}}, 1), ({"q1": {1: 1}}, 1), ({"q2": {0: 1}}, 1)],
    ids=["min_relevance", "value", "passage", "topic"],
)
def test_content_hash_of_other_labels_is_another(
    collection: Collection, topic_set: TopicSet, pairs: Pairs, min_relevance: int
) -> None:
    one = store(collection, topic_set, {"q1": {0: 1}}, name="one")
    other = store(collection, topic_set, pairs, name="other", min_relevance=min_relevance)
    assert one.content_hash != other.content_hash


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ({}, "no_labels"),
        ({"q1": {}}, "no_passage"),
        ({"q9": {0: 1}}, "unknown_topic"),
        ({"q1": {3: 1}}, "unknown_passage"),
        ({"q1": {-1: 1}}, "unknown_passage"),
    ],
)
def test_store_labels_that_do_not_fit_is_refused(
    collection: Collection, topic_set: TopicSet, pairs: Pairs, code: str
) -> None:
    with refused(LabelsRefused, code):
        store(collection, topic_set, pairs)
    assert not LabelSet.objects.exists()


@pytest.mark.parametrize(
    ("ordinals", "values", "code"),
    [([0, 0], [1, 1], "passage_twice"), ([0, 1], [1], "other_lengths")],
)
def test_store_labels_from_broken_arrays_is_refused(
    collection: Collection,
    topic_set: TopicSet,
    ordinals: list[int],
    values: list[int],
    code: str,
) -> None:
    broken = Relevances(np.array(ordinals, dtype=np.int32), np.array(values, dtype=np.int16))
    with refused(LabelsRefused, code):
        store_labels(
            name="labels",
            collection=collection,
            topic_set=topic_set,
            origin=Origin(LabelSource.IMPORTED, {}),
            relevances={"q1": broken},
            min_relevance=1,
        )


def test_store_labels_with_too_large_a_min_relevance_is_refused(
    collection: Collection, topic_set: TopicSet
) -> None:
    with refused(LabelsRefused, "out_of_range"):
        store(collection, topic_set, {"q1": {0: 1}}, min_relevance=40000)


def test_store_labels_off_the_scale_is_refused(collection: Collection, topic_set: TopicSet) -> None:
    with refused(LabelsRefused, "grade_off_scale"):
        store(collection, topic_set, {"q1": {0: 1, 1: 7}}, scale=(1, 2, 3))


def test_store_labels_under_a_taken_name_is_refused(
    collection: Collection, topic_set: TopicSet
) -> None:
    store(collection, topic_set, {"q1": {0: 1}})
    with pytest.raises(NameTaken):
        store(collection, topic_set, {"q1": {0: 0}})
    assert TopicLabels.objects.count() == 1


def test_store_labels_over_what_was_hidden_meanwhile_is_hidden(
    collection: Collection, topic_set: TopicSet
) -> None:
    rita = make_user("rita")
    TopicSet.objects.update(visibility=Visibility.PRIVATE, owner=rita)
    label_set = store(collection, topic_set, {"q1": {0: 1}})
    assert (label_set.is_private, label_set.owner) == (True, rita)
