from __future__ import annotations

import sys
from fnmatch import filter as matching

import pytest

from demo.collection import place_of
from demo.topics import TOPICS, DemoTopic
from tests.demo.documentation import passages

# Places that a version of Python no longer has.
GONE = {"urllib.request.URLopener.retrieve": (3, 14)}


def places() -> set[str]:
    return {place_of(passage.doc_id) for passage in passages()}


def each_topic() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.query_id)


def test_there_are_topics_enough() -> None:
    assert len(TOPICS) >= 30


def test_topics_have_ids_of_one_word_each_once() -> None:
    query_ids = [topic.query_id for topic in TOPICS]
    assert [query_id for query_id in query_ids if query_id.split() != [query_id]] == []
    assert len(set(query_ids)) == len(query_ids)


@each_topic()
def test_the_known_answer_of_a_topic_is_in_the_collection(topic: DemoTopic) -> None:
    assert topic.known in places()


@each_topic()
def test_the_other_places_of_a_topic_are_in_the_collection(topic: DemoTopic) -> None:
    patterns = [
        pattern
        for pattern in (*topic.answers, *topic.about)
        if sys.version_info < GONE.get(pattern, (4,))
    ]
    assert [pattern for pattern in patterns if not matching(places(), pattern)] == []


@each_topic()
def test_a_topic_says_what_is_needed_in_a_sentence(topic: DemoTopic) -> None:
    assert topic.query
    assert topic.description.endswith("?")
