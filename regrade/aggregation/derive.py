from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from regrade.aggregation.filters import (
    Votes,
    drop_blank_assessors,
    drop_not_judged,
    drop_thin_pairs,
    drop_thin_topics,
    keep_assessors,
    keep_topics,
)
from regrade.aggregation.policy import AggregationPolicy, default_min_relevance
from regrade.aggregation.relevance import Label, label_pair
from regrade.aggregation.report import Step, describe_step
from regrade.aggregation.votes import PairKey, Vote, group_by_pair

Fallback: TypeAlias = Mapping[PairKey, bool]
Decisions: TypeAlias = Mapping[PairKey, int]
Value = TypeVar("Value", int, float)
ADJUDICATION = "\0adjudication"  # who gives a decision's vote: no assessor's name


@dataclass(frozen=True)
class Aggregation:
    """The relevances that a campaign's votes came to, and what was left out on the way."""

    labels: Mapping[str, Mapping[int, int]]  # topic -> passage -> relevance; unjudged pairs lack
    medians: Mapping[str, Mapping[int, float]]  # the same pairs before rounding; empty otherwise
    scale: tuple[int, ...]  # the values a relevance can have
    min_relevance: int  # from here on a relevance counts as relevant
    n_ties: int  # pairs of the remaining topics that the tie rule decided, unjudged ones too
    steps: tuple[Step, ...]  # every step in the order applied, those that removed nothing too

    def n_by_value(self) -> Counter[int]:
        """Number of pairs of each relevance."""
        return Counter(value for topic in self.labels.values() for value in topic.values())


def aggregate(
    votes: Votes,
    policy: AggregationPolicy,
    *,
    scale: Sequence[int],
    fallback: Fallback | None = None,
    only_topics: Set[str] | None = None,
    only_assessors: Set[str] | None = None,
    decisions: Decisions | None = None,
) -> Aggregation:
    """One relevance a pair from the votes of a campaign, by a policy applied in this order.

    (1) Keep `only_assessors`; within a topic drop those who left too large a share of their own
    rows not judged. (2) Drop not-judged rows. (3) Drop topics with too few distinct assessors,
    then pairs with too few votes; add decisions if they count. (4) Aggregate each pair. (5) If
    asked, drop topics where none of the passages that the fallback calls relevant came out so;
    any one suffices. (6) Keep `only_topics`. The order of the votes changes nothing.

    Args:
        votes: live votes, at most one of an assessor for a pair; not-judged rows among them.
        scale: the grades of the campaign; the result keeps it unless votes became 0 and 1.
        fallback: what other labels say of a pair, by their own `min_relevance`; else not relevant.
        only_topics, only_assessors: None keeps all.
        decisions: the grade that an adjudicator decided on, of the pairs where one did.

    Raises:
        ValueError: a fallback is missing, a threshold off the scale, or someone votes twice.
    """
    _check(policy, scale, fallback)
    trail = _Trail(votes)
    _filter_votes(trail, policy, only_assessors)
    _add_decisions(trail, votes, policy, decisions or {})
    labels = _label_pairs(trail.votes, policy, fallback or {}, decisions or {})
    trail.keep("unjudged ties", [v for v in trail.votes if labels[v.pair].relevance is not None])
    min_relevance = _min_relevance(policy, scale)
    confirmed = _confirmed(policy, labels, fallback or {}, min_relevance)
    trail.keep("fallback relevant", keep_topics(trail.votes, confirmed))
    trail.keep("only topics", keep_topics(trail.votes, only_topics))
    return _result(trail, labels, (0, 1) if policy.is_binary else tuple(scale), min_relevance)


def _result(
    trail: _Trail, labels: Mapping[PairKey, Label], scale: tuple[int, ...], min_relevance: int
) -> Aggregation:
    topics = {vote.topic for vote in trail.votes}
    remaining = {pair: label for pair, label in labels.items() if pair[0] in topics}
    return Aggregation(
        labels=_by_topic({pair: label.relevance for pair, label in remaining.items()}),
        medians=_by_topic({pair: label.median for pair, label in remaining.items()}),
        scale=scale,
        min_relevance=min_relevance,
        n_ties=sum(label.is_tie for label in remaining.values()),
        steps=tuple(trail.steps),
    )


class _Trail:
    """The votes that are left, and the steps that led there."""

    def __init__(self, votes: Votes) -> None:
        self.votes = votes
        self.steps: list[Step] = []

    def keep(self, step: str, votes: Votes) -> None:
        self.steps.append(describe_step(step, self.votes, votes))
        self.votes = votes

    def add_decisions(
        self, decisions: Decisions, topics: Sequence[str], *, are_alone: bool
    ) -> None:
        """Add a vote for each decision, or put it in the place of the pair's votes."""
        kept = [vote for vote in self.votes if not (are_alone and vote.pair in decisions)]
        made = [Vote(*pair, ADJUDICATION, grade) for pair, grade in decisions.items()]
        place = {topic: i for i, topic in enumerate(topics)}
        votes = sorted([*kept, *made], key=lambda vote: (place[vote.topic], vote.passage))
        step = describe_step("decisions", self.votes, votes)
        n_replaced = len(self.votes) - len(kept)
        self.steps.append(step._replace(n_judgments_removed=n_replaced))
        self.votes = votes


def _add_decisions(
    trail: _Trail, recorded: Votes, policy: AggregationPolicy, decisions: Decisions
) -> None:
    """Decisions as votes, where the policy counts them so, in topics that are still there."""
    if policy.decisions not in ("vote", "override"):
        return
    topics = _topics_to_decide(recorded, trail.votes, policy)
    of_topics = {pair: grade for pair, grade in decisions.items() if pair[0] in topics}
    trail.add_decisions(of_topics, topics, are_alone=policy.decisions == "override")


def _topics_to_decide(recorded: Votes, votes: Votes, policy: AggregationPolicy) -> list[str]:
    """Topics in which a decision counts, in order: where nobody has to have voted, all of them."""
    return list(dict.fromkeys(v.topic for v in (recorded if policy.min_assessors == 1 else votes)))


def _filter_votes(
    trail: _Trail, policy: AggregationPolicy, only_assessors: Set[str] | None
) -> None:
    trail.keep("assessors", keep_assessors(trail.votes, only_assessors))
    trail.keep("blank share", drop_blank_assessors(trail.votes, policy.max_blank_share))
    trail.keep("not judged", drop_not_judged(trail.votes))
    trail.keep("min assessors", drop_thin_topics(trail.votes, policy.min_assessors))
    trail.keep("min votes", drop_thin_pairs(trail.votes, policy.min_votes))


def _check(policy: AggregationPolicy, scale: Sequence[int], fallback: Fallback | None) -> None:
    if policy.needs_fallback and fallback is None:
        raise ValueError("this policy needs a fallback label set")
    if not scale:
        raise ValueError("a scale needs at least one grade")
    if policy.threshold is not None and not min(scale) <= policy.threshold <= max(scale):
        raise ValueError(f"threshold {policy.threshold} is outside {min(scale)}-{max(scale)}")


def _min_relevance(policy: AggregationPolicy, scale: Sequence[int]) -> int:
    if policy.is_binary:
        return 1
    return default_min_relevance(scale) if policy.threshold is None else policy.threshold


def _label_pairs(
    votes: Votes, policy: AggregationPolicy, fallback: Fallback, decisions: Decisions
) -> dict[PairKey, Label]:
    settled = decisions if policy.decisions == "tie" else {}
    return {
        pair: label_pair(
            [vote.grade for vote in cast if vote.grade is not None],
            policy,
            fallback_relevant=fallback.get(pair, False),
            decided=settled.get(pair),
        )
        for pair, cast in group_by_pair(votes).items()
    }


def _confirmed(
    policy: AggregationPolicy,
    labels: Mapping[PairKey, Label],
    fallback: Fallback,
    min_relevance: int,
) -> set[str] | None:
    """Topics where a passage that the fallback calls relevant came out relevant; None is all."""
    if not policy.require_fallback_relevant:
        return None
    return {
        pair[0]
        for pair, label in labels.items()
        if label.relevance is not None
        and label.relevance >= min_relevance
        and fallback.get(pair, False)
    }


def _by_topic(values: Mapping[PairKey, Value | None]) -> dict[str, dict[int, Value]]:
    by_topic: defaultdict[str, dict[int, Value]] = defaultdict(dict)
    for (topic, passage), value in values.items():
        if value is not None:
            by_topic[topic][passage] = value
    return dict(by_topic)
