"""From votes to labels by a policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.aggregation import Aggregation
from regrade.aggregation.filters import (
    Flags,
    drop_blank_assessors,
    drop_disagreeing,
    drop_not_judged,
    drop_thin_pairs,
    drop_thin_topics,
    keep_assessors,
    keep_pairs,
    keep_topics,
)
from regrade.aggregation.least_relevant import usual_min_relevance
from regrade.aggregation.policy import AggregationPolicy
from regrade.aggregation.relevance import Labels, at_threshold, label_pairs
from regrade.aggregation.trail import Decisions, Trail, longer
from regrade.agreement.counting.scale import Grades, ascending, places_on
from regrade.given import explained, whole_array
from regrade.ids import by_id_text, id_text
from regrade.votes.packed import PackedVotes, pack, present
from regrade.votes.vote import Vote

# Passages that other labels call relevant, by topic.
Fallback: TypeAlias = Mapping[str, Collection[int] | NDArray[np.integer]]


@explained
def aggregate(
    votes: Iterable[Vote] | PackedVotes,
    policy: AggregationPolicy,
    *,
    scale: Sequence[int],
    fallback: Fallback | None = None,
    only_topics: Set[str] | None = None,
    only_assessors: Set[str] | None = None,
    decisions: Decisions | None = None,
    gold: Decisions | None = None,
) -> Aggregation:
    """One relevance a pair from the votes of a campaign, by a policy applied in this order.

    (1) Keep `only_assessors`; within a topic drop those who left too large a share of their own
    rows not judged. (2) Drop not-judged rows, then assessors who agree too little with the others.
    (3) Drop topics with too few distinct assessors, then pairs with too few votes; add decisions
    if they count. (4) Aggregate each pair. (5) If asked, drop topics where nothing that the
    fallback calls relevant came out so. (6) Keep `only_topics`. (7) If asked, label `gold` pairs of
    topics that remain; their votes and decisions never count. The order of votes changes nothing.

    Args:
        votes: live votes, at most one of an assessor for a pair; not-judged rows among them.
        scale: the grades of the campaign; the result keeps it unless votes became 0 and 1.
        fallback: the passages that other labels call relevant, by their own `min_relevance`.
        only_topics, only_assessors: None keeps all; 10 is the same name as "10".
        decisions, gold: the grades that adjudicators, or an expert, gave to pairs.

    Raises:
        ValueError: no fallback, a value off the scale, or a pair's second vote, decision or grade.
    """
    _check(policy, scale, fallback)
    grades, of_expert = ascending(sorted(scale)), _gold_of(policy, gold)
    trail, decided = _begin(votes, policy, grades, decisions, of_expert)
    _filter_votes(trail, policy, grades, only_assessors)
    trail.add_decisions(decided, policy)
    is_unanswered = trail.compact()
    is_relevant = _relevant_in(by_id_text(fallback or {}, "topic"), trail.votes)
    labels = _labels(trail, policy, grades, is_relevant, decided)
    _drop_topics(trail, policy, labels, is_relevant, scale, only_topics)
    return _result(trail, policy, labels, is_unanswered, scale, of_expert)


def _gold_of(policy: AggregationPolicy, gold: Decisions | None) -> Decisions:
    return _by_text(gold, "known grades") if policy.gold == "expert" else {}


def _begin(
    votes: Iterable[Vote] | PackedVotes,
    policy: AggregationPolicy,
    scale: Grades,
    decisions: Decisions | None,
    of_expert: Decisions,
) -> tuple[Trail, Decisions]:
    """The checked votes and decisions, without those on pairs that an expert graded."""
    trail, decided = Trail(pack(votes)), _by_text(decisions)
    places_on(scale, trail.votes.grades[~np.isnan(trail.votes.grades)])
    for graded in (decided if policy.decisions != "ignore" else {}, of_expert):
        places_on(scale, np.array(list(graded.values()), dtype=np.float64))
    trail.leave_to_gold(of_expert)
    return trail, {pair: grade for pair, grade in decided.items() if pair not in of_expert}


def _labels(
    trail: Trail,
    policy: AggregationPolicy,
    scale: Grades,
    is_fallback_relevant: Flags,
    decided: Decisions,
) -> Labels:
    settled = _settled(trail.votes, policy, decided)
    counted = label_pairs(trail.voted(policy), policy, scale, is_fallback_relevant, settled)
    return trail.decide(counted, policy)


def _by_text(decisions: Decisions | None, what: str = "decisions") -> Decisions:
    pairs = list(decisions or {})
    passages = whole_array([passage for _, passage in pairs], f"passages of {what}").tolist()
    keys = [
        (id_text(topic, "topic"), passage)
        for (topic, _), passage in zip(pairs, passages, strict=True)
    ]
    found = dict(zip(keys, (decisions or {}).values(), strict=True))
    if len(found) < len(keys):
        [(topic, passage), *_] = [key for key, n in Counter(keys).items() if n > 1]
        raise ValueError(f"topic {topic}, passage {passage}: there are several {what}")
    return found


def _drop_topics(
    trail: Trail,
    policy: AggregationPolicy,
    labels: Labels,
    is_fallback_relevant: Flags,
    scale: Sequence[int],
    only_topics: Set[str] | None,
) -> None:
    """Drop pairs without a label, then the topics that the policy leaves out."""
    votes, keep = trail.votes, trail.keep
    keep("unjudged ties", keep_pairs(votes, trail.left, labels.is_labelled))
    least = usual_min_relevance(policy, scale)
    confirmed = _confirmed(votes, policy, labels, is_fallback_relevant, least)
    keep("fallback relevant", keep_topics(votes, trail.left, confirmed))
    keep("only topics", keep_topics(votes, trail.left, only_topics))


def _result(
    trail: Trail,
    policy: AggregationPolicy,
    labels: Labels,
    is_unanswered: Flags,
    scale: Sequence[int],
    of_expert: Decisions,
) -> Aggregation:
    votes, topics, is_topic_left = trail.votes, trail.votes.topics, trail.remaining.is_topic_left
    is_there = present(votes.pairs[trail.left], votes.n_pairs)
    of_topics = is_topic_left[votes.pair_topics]
    number_of = {topic: number for number, topic in enumerate(topics) if is_topic_left[number]}
    gold = [(number_of[t], p, grade) for (t, p), grade in of_expert.items() if t in number_of]
    gold_topics, passages, grades = np.array(gold, dtype=np.int64).reshape(-1, 3).T
    return Aggregation(
        topics=topics,
        pair_topics=longer(votes.pair_topics[is_there], gold_topics),
        passages=longer(votes.passages[is_there], passages),
        relevances=longer(labels.relevances[is_there], at_threshold(grades, policy)),
        exact=longer(labels.exact[is_there], np.full(len(gold), np.nan)),
        scale=(0, 1) if policy.is_binary else tuple(scale),
        min_relevance=usual_min_relevance(policy, scale),
        n_ties=int((labels.is_tie & of_topics).sum()),
        n_unanswered=int((is_unanswered & is_there).sum()),
        n_gold=len(gold),
        steps=tuple(trail.steps),
    )


def _filter_votes(
    trail: Trail, policy: AggregationPolicy, scale: Grades, only_assessors: Set[str] | None
) -> None:
    votes, keep = trail.votes, trail.keep
    keep("assessors", keep_assessors(votes, trail.left, only_assessors))
    keep("blank share", drop_blank_assessors(votes, trail.left, policy.max_blank_share))
    keep("not judged", drop_not_judged(votes, trail.left))
    keep("min agreement", drop_disagreeing(votes, trail.left, scale, policy.min_agreement))
    keep("min assessors", drop_thin_topics(votes, trail.left, policy.min_assessors))
    keep("min votes", drop_thin_pairs(votes, trail.left, policy.min_votes))


def _check(policy: AggregationPolicy, scale: Sequence[int], fallback: Fallback | None) -> None:
    if policy.needs_fallback and fallback is None:
        raise ValueError("this policy needs a fallback label set")
    if not scale:
        raise ValueError("a scale needs at least one grade")
    if policy.threshold is not None and not min(scale) <= policy.threshold <= max(scale):
        raise ValueError(f"threshold {policy.threshold} is outside {min(scale)}-{max(scale)}")


def _relevant_in(fallback: Fallback, votes: PackedVotes) -> Flags:
    """Which pairs the fallback calls relevant, shape (n_pairs,)."""
    is_relevant = np.zeros(votes.n_pairs, dtype=np.bool_)
    order = np.argsort(votes.pair_topics, kind="stable")
    bounds = np.searchsorted(votes.pair_topics[order], np.arange(len(votes.topics) + 1)).tolist()
    for topic, start, end in zip(votes.topics, bounds, bounds[1:], strict=False):
        if relevant := list(fallback.get(topic, ())):
            pairs = order[start:end]
            is_relevant[pairs] = np.isin(votes.passages[pairs], relevant)
    return is_relevant


def _settled(
    votes: PackedVotes, policy: AggregationPolicy, decisions: Decisions
) -> NDArray[np.float64]:
    """The grade of the decision that settles a tie of each pair, shape (n_pairs,); or NaN."""
    grades = np.full(votes.n_pairs, np.nan)
    if policy.decisions == "tie":
        pairs = votes.find_named(decisions)
        is_there = pairs >= 0
        grades[pairs[is_there]] = np.array(list(decisions.values()), dtype=np.float64)[is_there]
    return grades


def _confirmed(
    votes: PackedVotes,
    policy: AggregationPolicy,
    labels: Labels,
    is_fallback_relevant: Flags,
    min_relevance: int,
) -> set[str] | None:
    """Topics where a passage that the fallback calls relevant came out relevant; None is all."""
    if not policy.require_fallback_relevant:
        return None
    is_relevant = labels.is_labelled & (labels.relevances >= min_relevance)
    topics = np.unique(votes.pair_topics[is_relevant & is_fallback_relevant])
    return {votes.topics[topic] for topic in topics.tolist()}
