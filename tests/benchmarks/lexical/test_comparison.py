from __future__ import annotations

import pytest

from benchmarks.lexical.anserini import Hit
from benchmarks.lexical.comparison import Difference, compare, same_but_for_ties

A, B, C = Hit("a", "2.0"), Hit("b", "1.0"), Hit("c", "1.0")


def test_compare_counts_nothing_where_all_is_the_same() -> None:
    assert compare({"1": [A, B]}, {"1": [A, B]}) == Difference(1, 2, 0, 0)


def test_compare_counts_rows_that_changed_places() -> None:
    found = compare({"1": [A, C, B]}, {"1": [A, B, C]})
    assert (found.n_order, found.n_score) == (2, 0)
    assert found.first.startswith("topic 1, rank 2")


def test_compare_counts_another_score() -> None:
    found = compare({"1": [Hit("a", "2.1")]}, {"1": [A]})
    assert (found.n_order, found.n_score) == (0, 1)


@pytest.mark.parametrize(("ours", "theirs"), [({"1": [A]}, {}), ({}, {"1": [A]})])
def test_compare_counts_a_row_that_one_side_lacks(
    ours: dict[str, list[Hit]], theirs: dict[str, list[Hit]]
) -> None:
    assert compare(ours, theirs)[:4] == (1, 1, 1, 1)


def test_same_but_for_ties_takes_tied_passages_in_any_order() -> None:
    assert same_but_for_ties([A, B, C, Hit("d", "0.5")], [A, C, B, Hit("d", "0.5")])


def test_same_but_for_ties_takes_any_passages_of_the_score_that_was_cut() -> None:
    assert same_but_for_ties([A, B], [A, C])


@pytest.mark.parametrize(
    "theirs",
    [[A, B], [A, B, Hit("d", "1.0")], [Hit("x", "2.0"), B, C], []],
    ids=["shorter", "a passage more", "another passage", "nothing"],
)
def test_same_but_for_ties_sees_what_ties_do_not_explain(theirs: list[Hit]) -> None:
    assert not same_but_for_ties([A, B, C, Hit("e", "0.1")], [*theirs, Hit("e", "0.1")])
