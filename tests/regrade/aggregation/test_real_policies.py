"""Policies over the real campaign's votes, as docs/real-campaign.md holds them side by side."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from regrade.aggregation import Aggregation
from regrade.measures import evaluate
from tests.real.real_data import needs_real_data
from tests.regrade.aggregation.real_labels import (
    PAGE,
    bm25_run,
    derived,
    original_qrels,
    qrels_of,
    row,
)
from tests.tiers import thorough

pytestmark = needs_real_data

FALLBACK: dict[str, Any] = {"tie": "fallback"}
POLICIES: dict[str, dict[str, Any]] = {
    "median": {"aggregate": "median"},
    "majority-2": {"aggregate": "majority", "threshold": 2} | FALLBACK,
    "majority-3": {"aggregate": "majority", "threshold": 3} | FALLBACK,
    "unanimous-3": {"aggregate": "unanimous", "threshold": 3} | FALLBACK,
    "weighted-3": {"aggregate": "weighted", "threshold": 3} | FALLBACK,
    "dawid-skene-3": {"aggregate": "dawid-skene", "threshold": 3} | FALLBACK,
    "plurality": {"aggregate": "plurality", "tie": "highest"},
    "dawid-skene": {"aggregate": "dawid-skene", "tie": "highest"},
    "mean": {"aggregate": "mean"},
    "highest": {"aggregate": "highest"},
    "lowest": {"aggregate": "lowest"},
}
QUICK = ("majority-3", "mean", "lowest")
Pair = tuple[str, str]


@cache
def policy(name: str) -> Aggregation:
    return derived(**POLICIES[name])


def grades(result: Aggregation) -> dict[Pair, int]:
    return {(t, p): value for t, of in qrels_of(result).items() for p, value in of.items()}


def relevant(result: Aggregation) -> set[Pair]:
    return {pair for pair, value in grades(result).items() if value >= result.min_relevance}


def confirmed(result: Aggregation) -> set[str]:
    """Topics where MS MARCO's passage is relevant."""
    return {topic for topic, passage in relevant(result) if passage in original_qrels()[topic]}


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=thorough) for name in POLICIES],
)
def test_the_page_says_what_a_policy_makes_of_the_votes(name: str) -> None:
    result, median = policy(name), policy("median")
    least = result.min_relevance
    n_other_grades = sum(grades(median)[pair] != grade for pair, grade in grades(result).items())
    found = evaluate(qrels_of(result), bm25_run(), "RR@10, nDCG@10", min_relevance=least)
    shown = (
        f"{len(result.labels)}",
        f"{result.n_pairs:,}",
        f"{len(relevant(result))}",
        f"{result.n_ties}",
        f"{len(relevant(result) ^ relevant(median))}",
        f"{n_other_grades}" if result.scale == median.scale else "",
        f"{len(confirmed(result))}",
        f"{found.mean('RR@10'):.4f}",
        f"{found.mean('nDCG@10'):.4f}",
    )
    assert row(f"`{name}`", *shown) in PAGE.read_text().splitlines()


def test_a_majority_of_grades_is_the_median() -> None:
    """More than half of the votes hold the middle ones; the rule settles all others alike."""
    by_majority = derived(aggregate="majority", tie="median")
    assert by_majority.labels == policy("median").labels
    assert by_majority.n_ties > 0
