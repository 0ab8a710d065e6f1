from __future__ import annotations

import pytest

from ranking.collections.texts import count_rankable, ordinals_without_text, passage_texts
from ranking.models import Passage
from tests.factories import make_collection

pytestmark = pytest.mark.django_db


def test_passage_texts_leave_out_unknown_texts_and_keep_a_title_alone() -> None:
    collection = make_collection(texts={"a": "one", "b": None, "c": "", "d": "four"})
    texts = passage_texts(collection=collection, ordinals=[0, 1, 2])
    assert {ordinal: text.joined for ordinal, text in texts.items()} == {0: "one", 2: "A title "}


def test_passage_texts_begin_with_the_title() -> None:
    collection = make_collection(texts={"a": "one"})
    Passage.objects.update(title="Of numbers")
    texts = passage_texts(collection=collection, ordinals=[0])
    assert texts[0].joined == "Of numbers one"


def test_count_rankable_leaves_out_unknown_texts_alone() -> None:
    assert count_rankable(collection=make_collection(texts={"a": "", "b": None, "c": "x"})) == 2


def test_ordinals_without_text_are_ascending() -> None:
    collection = make_collection(texts={"a": None, "b": "two", "c": None})
    assert ordinals_without_text(collection=collection).tolist() == [0, 2]
