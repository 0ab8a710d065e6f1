from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.text.spans import Span, checked_spans

TEXT = 10  # characters

apart = st.lists(st.integers(0, TEXT), unique=True).map(sorted)


def in_pairs(offsets: Sequence[int]) -> list[Span]:
    return list(zip(offsets[::2], offsets[1::2], strict=False))


def test_checked_spans_are_sorted() -> None:
    assert checked_spans([[4, 6], [0, 2]], n_characters=TEXT) == [(0, 2), (4, 6)]


def test_checked_spans_of_none_are_none() -> None:
    assert checked_spans([], n_characters=0) == []


def test_checked_spans_may_touch_and_cover_the_whole_text() -> None:
    assert checked_spans([[0, 4], [4, TEXT]], n_characters=TEXT) == [(0, 4), (4, TEXT)]


@given(apart)
def test_checked_spans_come_out_the_same_in_any_order(offsets: list[int]) -> None:
    spans = in_pairs(offsets)
    assert checked_spans(spans[::-1], n_characters=TEXT) == spans


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([[2, 2]], "no part"),
        ([[3, 1]], "no part"),
        ([[-1, 2]], "no part"),
        ([[8, 11]], "10 characters"),
        ([[0, 4], [3, 6]], "from 0 and from 3 overlap"),
        ([[0, 2], [0, 2]], "overlap"),
        ([[0, 9], [1, 2]], "overlap"),
        ([[1]], "whole numbers"),
        ([[1, 2, 3]], "whole numbers"),
        ([[0.0, 2.0]], "whole numbers"),
        ([[False, True]], "whole numbers"),
        ([["0", "2"]], "whole numbers"),
        (["ab"], "whole numbers"),
    ],
)
def test_checked_spans_that_do_not_fit_are_refused(
    spans: Sequence[Sequence[int]], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        checked_spans(spans, n_characters=TEXT)
