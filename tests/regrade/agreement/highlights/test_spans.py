from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Mean, compute
from regrade.agreement.highlights.spans import (
    Match,
    OverlapF1,
    match_spans,
    mean_jaccard,
    share_empty,
)
from regrade.highlights.words import Highlights, highlighted_words, split_words

ALICE: Highlights = [(0, 5), (10, 20), (30, 32)]
BOB: Highlights = [(0, 5), (12, 16)]
CAROL: Highlights = []
TEXT = "The bridge was closed to carriages"
spans = st.tuples(st.integers(0, 20), st.integers(1, 5)).map(lambda at: (at[0], at[0] + at[1]))
any_answers = st.lists(st.lists(spans, max_size=4, unique=True), max_size=4)


def f1(rows: NDArray[np.int64]) -> float | None:
    return compute(OverlapF1(), rows)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("strict", 2 / 5),
        ("lenient", 4 / 5),
    ],
)
def test_overlap_of_two_answers_by_hand(how: Match, expected: float) -> None:
    assert f1(match_spans([[ALICE, BOB]], how)) == pytest.approx(expected)


@pytest.mark.parametrize("how", ["strict", "lenient"])
def test_overlap_of_the_same_highlights_is_full(how: Match) -> None:
    assert f1(match_spans([[ALICE, ALICE, ALICE]], how)) == 1


def test_spans_that_touch_do_not_overlap() -> None:
    assert f1(match_spans([[[(0, 5)], [(5, 9)]]], "lenient")) == 0


def test_overlap_with_an_answer_without_highlights_is_zero() -> None:
    assert f1(match_spans([[ALICE, CAROL]], "lenient")) == 0


def test_overlap_where_nobody_highlights_is_undefined() -> None:
    assert f1(match_spans([[CAROL, CAROL], [ALICE], []], "strict")) is None
    assert f1(match_spans([], "strict")) is None


@given(any_answers, st.sampled_from(["strict", "lenient"]))
def test_match_spans_adds_up_over_couples(answers: list[Highlights], how: Match) -> None:
    couples = [[first, second] for at, first in enumerate(answers) for second in answers[at + 1 :]]
    expected = match_spans(couples, how).sum(axis=0)
    np.testing.assert_array_equal(match_spans([answers], how).sum(axis=0), expected)


@given(any_answers)
def test_lenient_overlap_is_never_below_strict(answers: list[Highlights]) -> None:
    strict = compute(OverlapF1(), match_spans([answers], "strict"))
    lenient = compute(OverlapF1(), match_spans([answers], "lenient"))
    assert (strict is None) == (lenient is None)
    assert strict is None or lenient is None or strict <= lenient


@given(any_answers)
def test_order_of_two_answers_changes_no_f1(answers: list[Highlights]) -> None:
    there = compute(OverlapF1(), match_spans([answers[:2]], "lenient"))
    back = compute(OverlapF1(), match_spans([answers[:2][::-1]], "lenient"))
    assert back == pytest.approx(there)


@pytest.mark.parametrize("span", [(3, 3), (5, 2), (-1, 4)])
def test_a_span_that_holds_nothing_is_refused(span: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="span"):
        match_spans([[[span], ALICE]], "strict")


def test_mean_jaccard_is_the_mean_over_couples() -> None:
    words = split_words(TEXT)
    answers: list[Highlights] = [[(0, 10)], [(4, 14)], [], []]
    touched = highlighted_words(answers, words)
    # Two words each, one shared: 1/3; either with an empty one: 0; the two empty ones: left out.
    assert mean_jaccard(touched) == pytest.approx((1 / 3 + 0 + 0 + 0 + 0) / 5)


@pytest.mark.parametrize("n_answers", [0, 1, 2])
def test_mean_jaccard_without_highlights_is_undefined(n_answers: int) -> None:
    assert np.isnan(mean_jaccard(np.zeros((n_answers, 6), dtype=np.bool_)))


def test_mean_jaccard_over_pairs_leaves_out_where_there_is_none() -> None:
    assert compute(Mean(), np.array([1.0, np.nan, 0.5])) == 0.75
    assert compute(Mean(), np.array([np.nan])) is None


def test_share_empty_is_of_the_answers_of_a_pair() -> None:
    shares = share_empty([[ALICE, CAROL], [CAROL], []])
    np.testing.assert_array_equal(shares, [0.5, 1.0, np.nan])
