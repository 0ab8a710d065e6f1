from __future__ import annotations

import sys
from fnmatch import filter as matching

from demo.collection import place_of
from demo.topics import TOPICS
from tests.demo.documentation import passages

# Places that a version of Python no longer has.
GONE = {"urllib.request.URLopener.retrieve": (3, 14)}


def test_topics_have_ids_of_one_word_each_once_and_say_what_is_needed() -> None:
    query_ids = [topic.query_id for topic in TOPICS]
    assert len(set(query_ids)) == len(query_ids) >= 30
    assert [query_id for query_id in query_ids if query_id.split() != [query_id]] == []
    assert [one.query_id for one in TOPICS if not one.query or one.description[-1:] != "?"] == []


def test_the_places_of_each_topic_are_in_the_collection() -> None:
    places = {place_of(passage.doc_id) for passage in passages()}
    patterns = {pattern for topic in TOPICS for pattern in (*topic.answers, *topic.about)}
    here = {pattern for pattern in patterns if sys.version_info < GONE.get(pattern, (4,))}
    assert {topic.query_id: topic.known for topic in TOPICS if topic.known not in places} == {}
    assert [pattern for pattern in sorted(here) if not matching(places, pattern)] == []
