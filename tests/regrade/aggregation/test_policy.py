from __future__ import annotations

from typing import Any

import pytest

from regrade.aggregation.policy import AggregationPolicy, default_min_relevance


@pytest.mark.parametrize(
    "options",
    [
        {"aggregate": "mode"},
        {"rounding": "nearest"},
        {"tie": "coin"},
        {"min_assessors": 0},
        {"min_votes": -1},
        {"max_blank_share": 1.01},
        {"max_blank_share": -0.1},
        {"min_agreement": 1.01},
    ],
)
def test_aggregation_policy_refuses(options: dict[str, Any]) -> None:
    [(name, value)] = options.items()
    with pytest.raises(ValueError, match=f"^{name} must be .* got '?{value}"):
        AggregationPolicy(**{"aggregate": "majority", **options})


def test_aggregation_policy_refuses_a_fallback_for_grades() -> None:
    with pytest.raises(ValueError, match="threshold"):
        AggregationPolicy(aggregate="majority", tie="fallback")


@pytest.mark.parametrize(
    ("options", "needed"),
    [
        ({"aggregate": "majority", "threshold": 2, "tie": "fallback"}, True),
        ({"aggregate": "majority", "threshold": 2, "tie": "highest"}, False),
        ({"aggregate": "unanimous", "threshold": 2, "tie": "fallback"}, True),
        ({"aggregate": "median", "tie": "fallback"}, False),
        ({"aggregate": "highest", "tie": "fallback"}, False),
        ({"aggregate": "median", "require_fallback_relevant": True}, True),
    ],
)
def test_aggregation_policy_knows_whether_it_needs_a_fallback(
    options: dict[str, Any], needed: bool
) -> None:
    assert AggregationPolicy(**options).needs_fallback is needed


@pytest.mark.parametrize(
    ("scale", "midpoint"),
    [(range(1, 6), 3), (range(4), 2), ([0, 1], 1), ([1, 2, 3, 4], 3), ([-2, -1], -1), ([7], 7)],
)
def test_default_min_relevance_is_the_midpoint_rounded_up(scale: list[int], midpoint: int) -> None:
    assert default_min_relevance(scale) == midpoint


def test_default_min_relevance_of_an_empty_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="scale"):
        default_min_relevance([])
