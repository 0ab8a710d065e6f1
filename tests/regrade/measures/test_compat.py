from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import evaluate, parse_measure
from tests.regrade.measures.rankings import ranking
from tests.regrade.measures.rankings import value as value_of

degrees = st.dictionaries(
    st.sampled_from("abcde"), st.sampled_from([-1.0, 0.0, 0.5, 1.0, 1.5]), min_size=1
)
some_order = st.permutations("abcdexy").flatmap(
    lambda doc_ids: st.integers(1, 7).map(lambda length: "".join(doc_ids[:length]))
)


def value(name: str, labels: dict[str, float], doc_ids: str) -> float:
    scores = {doc_id: -float(rank) for rank, doc_id in enumerate(doc_ids)}
    measured = evaluate({"q": labels}, {"q": scores}, name)
    return measured.mean(parse_measure(name).name)


def overlap(run: str, ideal: str, p: float, depth: int) -> float:
    """Rank-biased overlap down to a depth, written out."""
    depths = range(1, depth + 1)
    weights = [p ** (d - 1) for d in depths]
    shared = [len({*run[:d]} & {*ideal[:d]}) / d for d in depths]
    return sum(w * s for w, s in zip(weights, shared, strict=True)) / sum(weights)


def best_overlap(run: str, labels: dict[str, float], p: float, depth: int) -> float:
    """Overlap with the nearest ideal ranking, relative to that ranking's overlap with itself."""
    preferred = [doc_id for doc_id in labels if labels[doc_id] > 0]
    ideals = [
        "".join(ideal)
        for ideal in permutations(preferred)
        if list(ideal) == sorted(ideal, key=lambda doc_id: -labels[doc_id])
    ]
    if not preferred:
        return 0
    itself = overlap(ideals[0], ideals[0], p, depth)
    return max(overlap(run, ideal, p, depth) for ideal in ideals) / itself


def test_compat_by_hand() -> None:
    """Depth 2: the ideal is a, b; the run shares nothing at 1 and half at 2."""
    found = value("Compat(p=0.5)@2", {"a": 2, "b": 0.5}, "xa")
    assert found == pytest.approx((0.5 * 1 / 2) / (1 + 0.5))


def test_compat_without_normalizing_by_hand() -> None:
    found = value("Compat(p=0.5,normalize=False)@3", {"a": 1}, "a")
    assert found == pytest.approx((1 + 0.5 / 2 + 0.25 / 3) / 1.75)


def test_compat_takes_the_order_of_the_run_among_equals() -> None:
    assert value("Compat", {"a": 1, "b": 1, "c": 1}, "bca") == pytest.approx(1)


def test_compat_of_a_run_against_the_preferences_is_below_one() -> None:
    assert value("Compat", {"a": 1.5, "b": 1.25}, "ba") < 1


def test_compat_of_plain_labels_takes_relevance_as_degree() -> None:
    assert value_of("Compat", ranking(4, 2, 2, 0, None)) == pytest.approx(1)


def test_compat_without_a_cutoff_looks_down_to_a_thousand() -> None:
    labels, doc_ids = {"a": 2.0, "b": 1.0}, "xyba"
    assert value("Compat(p=0.99)", labels, doc_ids) == value("Compat(p=0.99)@1000", labels, doc_ids)


def test_compat_gives_nothing_for_degrees_of_zero_and_below() -> None:
    assert value("Compat", {"a": 0.0, "b": -0.5}, "ab") == 0


def test_compat_of_a_missing_topic_is_zero() -> None:
    measured = evaluate({"q": {"a": 0.5}, "r": {"a": 0.5}}, {"q": {"a": 1}}, "Compat")
    assert measured.values["Compat"].tolist() == pytest.approx([1, 0])


def test_compat_of_condensed_lists_lets_judged_passages_move_up() -> None:
    assert value("Compat(judged_only=True)", {"a": 0.5}, "xya") == pytest.approx(1)


@given(degrees, some_order, st.sampled_from([0.5, 0.8, 0.95]), st.integers(1, 9))
def test_compat_equals_the_nearest_of_all_ideal_rankings(
    labels: dict[str, float], doc_ids: str, p: float, depth: int
) -> None:
    found = value(f"Compat(p={p})@{depth}", labels, doc_ids)
    assert found == pytest.approx(best_overlap(doc_ids, labels, p, depth), abs=1e-12)


@pytest.mark.parametrize("name", ["P@5", "nDCG@10", "ERR@20", "NumRel", "alpha_nDCG@10"])
def test_other_measures_of_fractional_labels_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} needs "):
        value(name, {"a": 1, "b": 0.5}, "ab")


@pytest.mark.parametrize(("name", "expected"), [("Judged@4", 0.5), ("RBPResidual(p=0.5)", 0.25)])
def test_measures_of_what_is_judged_take_fractional_labels(name: str, expected: float) -> None:
    assert value(name, {"a": 1, "b": 0.5}, "abxy"[: 4 if "Judged" in name else 2]) == expected
