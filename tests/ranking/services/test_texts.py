from __future__ import annotations

import pytest

from ranking.models import Passage
from ranking.services.texts import count_rankable, ordinals_without_text, rankable_texts
from tests.factories import make_collection

pytestmark = pytest.mark.django_db


def test_rankable_texts_leave_out_unknown_texts_and_keep_empty_ones() -> None:
    collection = make_collection(texts={"a": "one", "b": None, "c": "", "d": "four"})
    assert rankable_texts(collection=collection, ordinals=[0, 1, 2]) == {0: "one", 2: ""}


def test_rankable_texts_begin_with_the_title() -> None:
    collection = make_collection(texts={"a": "one"})
    Passage.objects.update(title="Of numbers")
    assert rankable_texts(collection=collection, ordinals=[0]) == {0: "Of numbers one"}


def test_count_rankable_leaves_out_unknown_texts_alone() -> None:
    assert count_rankable(collection=make_collection(texts={"a": "", "b": None, "c": "x"})) == 2


def test_ordinals_without_text_are_ascending() -> None:
    collection = make_collection(texts={"a": None, "b": "two", "c": None})
    assert ordinals_without_text(collection=collection).tolist() == [0, 2]
