from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.bm25.rm3 import RM3, Feedback, expand

N_DOCUMENTS = 1_000
WORDS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen")
counts = st.dictionaries(st.sampled_from(WORDS), st.integers(1, 5))
feedbacks = st.lists(st.builds(Feedback, st.floats(0.5, 30, width=32), counts), max_size=6)
queries = st.dictionaries(st.sampled_from(WORDS), st.integers(1, 3).map(float))
weights = st.sampled_from([0.0, 0.3, 0.5, 1.0])


def test_expand_of_a_hand_worked_case() -> None:
    """Of the passages' 4 and 2 tokens cat has 3 and 1, so m(cat) = 3/4 * 8 + 1/2 * 4 = 8."""
    feedback = [Feedback(8.0, {"cat": 3, "dog": 1}), Feedback(4.0, {"cat": 1, "elk": 1})]
    weights = _expand({"cat": 1.0, "fox": 3.0}, feedback, RM3(original_query_weight=0.25))
    expected = {
        "cat": 0.25 / 4 + 0.75 * 8 / 12,
        "fox": 0.25 * 3 / 4,
        "dog": 0.75 * 2 / 12,
        "elk": 0.75 * 2 / 12,
    }
    assert weights == pytest.approx(expected, abs=1e-7)


def test_expand_names_terms_of_the_query_first_and_new_ones_by_weight() -> None:
    feedback = [Feedback(2.0, {"hen": 1, "elk": 3, "bee": 1, "cat": 2})]
    assert list(_expand({"dog": 1.0, "cat": 1.0}, feedback)) == ["dog", "cat", "elk", "bee", "hen"]


def test_expand_keeps_the_most_frequent_terms_of_each_passage() -> None:
    """Of bee and cat, which tie, the first in the alphabet stays."""
    feedback = [Feedback(1.0, {"cat": 2, "bee": 2, "ant": 1, "dog": 9})]
    assert set(_expand({}, feedback, RM3(fb_terms=2))) == {"dog", "bee"}


def test_expand_keeps_the_weightiest_terms_of_all_passages() -> None:
    feedback = [Feedback(9.0, {"elk": 1}), Feedback(1.0, {"ant": 1}), Feedback(1.0, {"bee": 1})]
    assert set(_expand({}, feedback, RM3(fb_terms=2))) == {"elk", "ant"}


def test_expand_shares_a_passage_among_its_kept_terms_only() -> None:
    feedback = [Feedback(1.0, {"cat": 2, "ant": 1}), Feedback(1.0, {"dog": 1})]
    weights = _expand({}, feedback, RM3(fb_terms=1))
    assert weights == {"cat": 0.5}  # were ant counted, dog would weigh more


def test_expand_reads_no_more_passages_than_asked() -> None:
    feedback = [Feedback(9.0, {"elk": 1}), Feedback(8.0, {"ant": 1}), Feedback(7.0, {"bee": 1})]
    assert set(_expand({}, feedback, RM3(fb_docs=2))) == {"elk", "ant"}


def test_expand_takes_terms_of_2_to_20_letters_and_digits_and_no_others() -> None:
    taken = ("ab", "a" * 20, "42", "e4")
    others = ("a", "a" * 21, "Ab", "a-b", "na\u00efv", "o'neil", "4.2", "ab\n")
    found = _expand({}, [Feedback(1.0, dict.fromkeys((*taken, *others), 1))], RM3(fb_terms=99))
    assert set(found) == set(taken)


@pytest.mark.parametrize(("n_passages", "is_taken"), [(100, True), (101, False)])
def test_expand_takes_terms_that_a_tenth_of_the_passages_has(
    n_passages: int, is_taken: bool
) -> None:
    found = _expand({}, [Feedback(1.0, {"cat": 1})], frequencies={"cat": n_passages})
    assert ("cat" in found) is is_taken


def test_expand_keeps_every_term_of_the_query() -> None:
    query = {"a": 1.0, "A-b": 1.0, "cat": 2.0}
    assert set(query) <= set(_expand(query, [Feedback(1.0, {"elk": 1})], frequencies={"cat": 999}))


@given(queries, feedbacks, weights)
def test_expand_gives_float32_weights_above_0_that_sum_to_what_was_given(
    query: dict[str, float], feedback: list[Feedback], weight: float
) -> None:
    has_feedback = any(terms for _, terms in feedback)
    expected = (weight if query else 0) + (1 - weight if has_feedback else 0)
    found = _expand(query, feedback, RM3(original_query_weight=weight))
    assert math.fsum(found.values()) == pytest.approx(expected, abs=1e-6)
    assert all(value > 0 and value == np.float32(value) for value in found.values())


def test_expand_does_not_depend_on_the_order_of_terms() -> None:
    terms = {"ant": 1, "bee": 1, "cat": 2, "dog": 1}
    expanded = [
        _expand({}, [Feedback(1.7, dict(order))], RM3(fb_terms=3))
        for order in permutations(terms.items())
    ]
    assert all(each == expanded[0] for each in expanded)


@pytest.mark.parametrize("feedback", [[], [Feedback(1.0, {})], [Feedback(1.0, {"a": 1})]])
def test_expand_without_terms_of_feedback_keeps_the_query(feedback: list[Feedback]) -> None:
    assert _expand({"cat": 1.0}, feedback) == {"cat": 0.5}


def test_expand_of_nothing_is_nothing() -> None:
    assert _expand({}, []) == {}


def test_expand_with_feedback_that_scored_0_keeps_the_query() -> None:
    assert _expand({"cat": 1.0}, [Feedback(0.0, {"elk": 1})]) == {"cat": 0.5}


@pytest.mark.parametrize(
    ("rm3", "text"),
    [
        (RM3(fb_terms=0), "fb_terms .* 0"),
        (RM3(fb_docs=-2), "fb_docs .* -2"),
        (RM3(original_query_weight=-0.1), "original_query_weight .* -0.1"),
        (RM3(original_query_weight=1.5), "original_query_weight .* 1.5"),
        (RM3(original_query_weight=math.nan), "original_query_weight .* nan"),
    ],
)
def test_expand_with_parameters_out_of_range_is_refused(rm3: RM3, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        _expand({"cat": 1.0}, [], rm3)


def _expand(
    query: Mapping[str, float],
    feedback: list[Feedback],
    rm3: RM3 = RM3(),  # noqa: B008
    frequencies: Mapping[str, int] | None = None,
) -> dict[str, float]:
    known = frequencies or {}
    return expand(
        query,
        feedback,
        rm3=rm3,
        document_frequency=lambda term: known.get(term, 1),
        n_documents=N_DOCUMENTS,
    )
