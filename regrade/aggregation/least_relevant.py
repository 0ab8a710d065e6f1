"""From which label on a pair counts as relevant: by the policy, or as somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regrade.aggregation.policy import AggregationPolicy, default_min_relevance


def usual_min_relevance(policy: AggregationPolicy, scale: Sequence[int]) -> int:
    """The policy's own min_relevance, when none is requested."""
    if policy.is_binary:
        return 1
    return default_min_relevance(scale) if policy.threshold is None else policy.threshold


def with_min_relevance(
    policy: AggregationPolicy, scale: Sequence[int], asked: int | None
) -> AggregationPolicy:
    """The policy with this least relevant grade where it has a place for one.

    What follows from the policy anyway changes nothing.

    Raises:
        ValueError: the grade is not on the scale, or the policy has no place for another one.
    """
    if asked is None or asked == usual_min_relevance(policy, scale):
        return policy
    if not min(scale) <= asked <= max(scale):
        raise ValueError(f"a min_relevance of {asked} is not on the scale {list(scale)}")
    if policy.is_binary:
        raise ValueError("under a threshold the labels are 0 and 1; leave min_relevance out")
    if not policy.counts:
        if policy.threshold is not None:
            raise ValueError(
                f"the threshold of a {policy.aggregate} ({policy.threshold}) is its min_relevance;"
                " give one"
            )
        return replace(policy, threshold=asked)
    if policy.require_fallback_relevant:
        raise ValueError(
            "where grades are counted, relevant passages are asked for by the midpoint of the"
            " scale; leave min_relevance out, or give a threshold"
        )
    return policy
