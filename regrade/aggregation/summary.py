"""Summary of an aggregation: removals by step, and the resulting labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from regrade.aggregation.aggregation import Aggregation
from regrade.aggregation.policy import ROUNDED, Aggregate, AggregationPolicy
from regrade.aggregation.relevance import count_relevant
from regrade.aggregation.report import Step

PHRASES: Mapping[Aggregate, str] = MappingProxyType(
    {
        "majority": "majority",
        "plurality": "most frequent value",
        "unanimous": "unanimous value",
        "weighted": "majority weighted by competence",
        "dawid-skene": "most likely value by Dawid and Skene",
        "highest": "highest grade",
        "lowest": "lowest grade",
    }
)
DECISIONS = {
    "vote": "as one more vote",
    "override": "in place of the votes",
    "tie": "",
    "ignore": "",
}


@dataclass(frozen=True, kw_only=True)
class AggregationSummary:
    """An aggregation with its source and policy.

    Attributes:
        source: where the votes were recorded, such as "the campaign".
        n_recorded: rows, graded or not.
        fallback, only_topics: names of those labels; None without them.
    """

    aggregation: Aggregation
    policy: AggregationPolicy
    source: str
    n_recorded: int
    fallback: str | None
    only_topics: str | None

    @property
    def how(self) -> str:
        """The aggregation rule, as a phrase."""
        policy = self.policy
        if policy.aggregate in ROUNDED:
            return f"{policy.aggregate} rounded {policy.rounding}"
        phrase = PHRASES[policy.aggregate]
        return f"{phrase} of votes of {policy.threshold} or above" if policy.is_binary else phrase

    def steps(self) -> list[dict[str, Any]]:
        """A row for the recorded votes, then one per requested step."""
        phrases, steps = self._step_names(), self.aggregation.steps
        before = steps[0]
        recorded = {
            "": f"recorded in {self.source}",
            **dict.fromkeys(("judgments\nremoved", "pairs\nremoved", "topics\nremoved")),
            "judgments\nleft": self.n_recorded,
            "pairs\nleft": before.n_pairs + before.n_pairs_removed,
            "topics\nleft": before.n_topics + len(before.topics_removed),
        }
        return [
            recorded,
            *(_row(step, phrases[step.name]) for step in steps if step.name in phrases),
        ]

    def counts(self, min_relevance: int) -> dict[str, int | str]:
        """Numbers of topics, of pairs by value, and of pairs decided by rules."""
        aggregation, policy = self.aggregation, self.policy
        by_value = aggregation.n_by_value()
        counts: dict[str, int | str] = {
            "topics": len(aggregation.by_topic),
            "pairs": by_value.total(),
        }
        counts |= {f"pairs of value {value}": by_value[value] for value in aggregation.scale}
        counts[f"pairs relevant, at {min_relevance} or above"] = count_relevant(
            by_value, min_relevance
        )
        if policy.gold == "expert":
            counts["pairs with the known grade"] = aggregation.n_gold
        if policy.counts:
            counts[f"ties of these topics, {self._tie_decision()}"] = aggregation.n_ties
        elif policy.aggregate in ROUNDED:
            rounded = f"{policy.aggregate}s rounded {policy.rounding}"
            counts[rounded] = int(aggregation.is_rounded.sum())
        return counts

    def _step_names(self) -> dict[str, str]:
        """Names of the steps that the policy requests."""
        policy, steps = self.policy, {step.name: step for step in self.aggregation.steps}
        share, n_blank = policy.max_blank_share, steps["blank share"].n_assessor_topics_removed
        names = {
            "gold votes": "on pairs with a known grade",
            "pool depth": f"pairs below rank {policy.pool_depth} of every pooled run",
            "assessors": "of assessors whose votes do not count",
            "blank share": f"assessors with over {share or 0:.0%} of a topic not judged: {n_blank}",
            "not judged": "without a grade",
            "min agreement": f"assessors below {policy.min_agreement} in kappa with the others",
            "min assessors": f"topics with fewer than {policy.min_assessors} assessors",
            "min votes": f"pairs with fewer than {policy.min_votes} votes",
            "decisions": f"decisions, {DECISIONS.get(policy.decisions, '')}",
            "unjudged ties": "ties, left unjudged",
            "fallback relevant": f"topics where no relevant one of {self.fallback} stayed so",
            "only topics": f"topics that {self.only_topics} has not",
        }
        is_asked = {
            "gold votes": "gold votes" in steps,
            "pool depth": policy.pool_depth is not None,
            "assessors": steps["assessors"].n_judgments_removed > 0,
            "blank share": share is not None,
            "not judged": True,
            "min agreement": policy.min_agreement is not None,
            "min assessors": policy.min_assessors > 1,
            "min votes": policy.min_votes > 1,
            "decisions": policy.decisions in ("vote", "override"),
            "unjudged ties": policy.counts and policy.tie == "unjudged",
            "fallback relevant": policy.require_fallback_relevant,
            "only topics": self.only_topics is not None,
        }
        return {name: phrases for name, phrases in names.items() if is_asked[name]}

    def _tie_decision(self) -> str:
        if self.policy.tie == "unjudged":
            return "left unjudged"
        if self.policy.tie == "fallback":
            return f"decided by {self.fallback}"
        return f"decided by the {self.policy.tie}"


def _row(step: Step, phrases: str) -> dict[str, Any]:
    return {
        "": phrases,
        "judgments\nremoved": step.n_judgments_removed,
        "pairs\nremoved": step.n_pairs_removed,
        "topics\nremoved": len(step.topics_removed),
        "judgments\nleft": step.n_judgments,
        "pairs\nleft": step.n_pairs,
        "topics\nleft": step.n_topics,
    }
