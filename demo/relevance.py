"""Deserved grade of a passage under a topic, as far as the topic's author wrote it down.

The rule knows places, not texts, and no run: it can favour neither BM25 nor BERT on purpose. It is
still a rule, and labels made from it measure nothing but themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from demo.collection import DocPassage, place_of
from demo.topics import DemoTopic
from regrade.text.analyzer import ENGLISH

# What a passage deserves on the scale 0-3: without a word of the query, and more with all of it.
AT_KNOWN, AT_ANSWER, AT_MATTER, ELSEWHERE = (2.5, 0.5), (1.9, 1.0), (0.5, 0.8), (0.0, 0.5)


def known_passage(topic: DemoTopic, passages: Iterable[DocPassage]) -> DocPassage:
    """The passage that the topic's author has in mind.

    Of the passages at the topic's known place it is the one that shares most words with query and
    description; of equal ones the first.

    Raises:
        ValueError: the collection has no passage there.
    """
    there = [passage for passage in passages if place_of(passage.doc_id) == topic.known]
    if not there:
        raise ValueError(f"topic {topic.query_id}: there is no passage at {topic.known}")
    need = f"{topic.query} {topic.description}"
    return max(there, key=lambda passage: share_of_words(need, passage))


def deserved_grade(topic: DemoTopic, passage: DocPassage, known: DocPassage) -> float:
    """Grade that the passage deserves, from 0 (off topic) to 3 (answers)."""
    without_words, with_words = _level(topic, passage, known)
    return without_words + with_words * share_of_words(topic.query, passage)


def share_of_words(need: str, passage: DocPassage) -> float:
    """The share of the need's words that the passage holds, from 0 to 1."""
    wanted = set(ENGLISH.analyze(need))
    found = set(ENGLISH.analyze(f"{passage.title} {passage.text}"))
    return len(wanted & found) / len(wanted)


def _level(topic: DemoTopic, passage: DocPassage, known: DocPassage) -> tuple[float, float]:
    place = place_of(passage.doc_id)
    if passage.doc_id == known.doc_id:
        return AT_KNOWN
    if _is_among(place, [topic.known, *topic.answers]):
        return AT_ANSWER
    return AT_MATTER if _is_among(place, topic.about) else ELSEWHERE


def _is_among(place: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(place, pattern) for pattern in patterns)
