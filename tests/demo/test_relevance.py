from __future__ import annotations

import pytest

from demo.collection import DocPassage
from demo.relevance import deserved_grade, known_passage, share_of_words
from demo.topics import DemoTopic

TOPIC = DemoTopic(
    "fell",
    "how to fell a tall spruce",
    "Which tool cuts a tree?",
    known="trees.fell",
    answers=("tools.*",),
    about=("trees.*",),
)
KNOWN = DocPassage("trees.fell#2", "trees.fell", "Cut a tree with a tool.")
OTHERS = [
    DocPassage("trees.fell#1", "trees.fell", "Nothing of use here."),
    DocPassage("tools.axe#1", "tools.axe", "Long and sharp."),
    DocPassage("trees.grow#1", "trees.grow", "Slowly."),
    DocPassage("cats.sleep#1", "cats.sleep", "All day."),
]


def test_known_passage_shares_most_words_of_those_at_the_place() -> None:
    assert known_passage(TOPIC, [*OTHERS, KNOWN]) == KNOWN


def test_known_passage_of_equal_ones_is_the_first() -> None:
    twin = KNOWN._replace(doc_id="trees.fell#3")
    assert known_passage(TOPIC, [*OTHERS, KNOWN, twin]) == KNOWN


def test_known_passage_at_an_unknown_place_is_refused() -> None:
    with pytest.raises(ValueError, match=r"trees\.fell"):
        known_passage(TOPIC, OTHERS[1:])


def test_deserved_grade_falls_from_the_known_answer_to_what_is_elsewhere() -> None:
    known, rest_of_place, answer, matter, elsewhere = (
        deserved_grade(TOPIC, passage, KNOWN) for passage in (KNOWN, *OTHERS)
    )
    assert 3 >= known > rest_of_place > matter > elsewhere >= 0
    assert known > answer > matter


def test_deserved_grade_grows_with_the_words_of_the_query() -> None:
    plain, telling = (
        DocPassage("tools.saw#1", "tools.saw", text) for text in ("For wood.", "To fell a spruce.")
    )
    assert deserved_grade(TOPIC, telling, KNOWN) > deserved_grade(TOPIC, plain, KNOWN)


def test_share_of_words_counts_distinct_words_of_title_and_text() -> None:
    passage = DocPassage("d", "Spruces", "tall tall")
    assert share_of_words("fell tall spruce trees", passage) == 0.5
