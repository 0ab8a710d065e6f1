"""From votes to labels by a policy, in this order.

(1) Drop pairs below the pool depth; keep `only_assessors`; within a topic drop those who left too
large a share of their own rows not judged. (2) Drop not-judged rows, then assessors who agree too
little with the others. (3) Drop topics with too few distinct assessors, then pairs with too few
votes; add decisions if they count. (4) Aggregate each pair. (5) If asked, drop topics where
nothing that the fallback calls relevant came out so. (6) Keep `only_topics`. (7) If asked, label
`gold` pairs of topics that remain; their votes and decisions never count. The order of votes
changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.aggregation import Aggregation
from regrade.aggregation.filters import (
    Flags,
    Ranks,
    drop_blank_assessors,
    drop_deep,
    drop_disagreeing,
    drop_not_judged,
    drop_thin_pairs,
    drop_thin_topics,
    keep_assessors,
)
from regrade.aggregation.panel import GoldPairs, Panel
from regrade.aggregation.policy import AggregationPolicy
from regrade.aggregation.trail import Decisions, Trail
from regrade.agreement.counting.scale import Grades, ascending, places_on
from regrade.given import explained, whole_array
from regrade.ids import by_id_text, id_text
from regrade.votes.packed import PackedVotes, pack
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
    ranks: Ranks | None = None,
) -> Aggregation:
    """One relevance a pair from the votes of a campaign, by a policy in the order of this module.

    Args:
        votes: live votes, at most one of an assessor for a pair; not-judged rows among them.
        scale: the grades of the campaign; the result keeps it unless votes became 0 and 1.
        fallback: the passages that other labels call relevant, by their own `min_relevance`.
        only_topics, only_assessors: None keeps all; 10 is the same name as "10".
        decisions, gold: the grades that adjudicators, or an expert, gave to pairs.
        ranks: shape (n_pairs,), for a `pool_depth`. The best rank at which a run brought each pair
            of the votes to the pool, by the order in which pairs first appear; 0 is by none, and
            such pairs stay. The caller leaves deeper pairs out of `decisions` and `gold`.

    Raises:
        ValueError: no fallback, a value off the scale, or a pair's second vote, decision or grade.
    """
    return panel_of(
        votes,
        policy,
        scale=scale,
        fallback=fallback,
        only_topics=only_topics,
        only_assessors=only_assessors,
        decisions=decisions,
        gold=gold,
        ranks=ranks,
    ).aggregation()


def panel_of(
    votes: Iterable[Vote] | PackedVotes,
    policy: AggregationPolicy,
    *,
    scale: Sequence[int],
    fallback: Fallback | None = None,
    only_topics: Set[str] | None = None,
    only_assessors: Set[str] | None = None,
    decisions: Decisions | None = None,
    gold: Decisions | None = None,
    ranks: Ranks | None = None,
) -> Panel:
    """The votes that remain after the filters of a policy; arguments and errors of `aggregate`."""
    _check(policy, scale, fallback, ranks)
    grades, of_expert = ascending(sorted(scale)), _gold_of(policy, gold)
    trail, decided = _begin(votes, policy, grades, decisions, of_expert)
    _filter_votes(trail, policy, grades, only_assessors, ranks)
    trail.add_decisions(decided, policy)
    is_unanswered = trail.compact()
    return Panel(
        trail,
        policy,
        grades,
        _relevant_in(by_id_text(fallback or {}, "topic"), trail.votes),
        _settled(trail.votes, policy, decided),
        is_unanswered,
        GoldPairs.of(of_expert, trail.votes.topics),
        only_topics,
    )


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


def _filter_votes(
    trail: Trail,
    policy: AggregationPolicy,
    scale: Grades,
    only_assessors: Set[str] | None,
    ranks: Ranks | None,
) -> None:
    votes, keep = trail.votes, trail.keep
    if policy.pool_depth is not None and ranks is not None:
        keep("pool depth", drop_deep(votes, trail.left, ranks, policy.pool_depth))
    keep("assessors", keep_assessors(votes, trail.left, only_assessors))
    keep("blank share", drop_blank_assessors(votes, trail.left, policy.max_blank_share))
    keep("not judged", drop_not_judged(votes, trail.left))
    keep("min agreement", drop_disagreeing(votes, trail.left, scale, policy.min_agreement))
    keep("min assessors", drop_thin_topics(votes, trail.left, policy.min_assessors))
    keep("min votes", drop_thin_pairs(votes, trail.left, policy.min_votes))


def _check(
    policy: AggregationPolicy,
    scale: Sequence[int],
    fallback: Fallback | None,
    ranks: Ranks | None,
) -> None:
    if policy.pool_depth is not None and ranks is None:
        raise ValueError("pool_depth needs the ranks at which runs brought each pair to the pool")
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
