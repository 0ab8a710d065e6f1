"""Forecast of the judgments that a planned campaign requests from assessors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from annotation.campaigns.policy import PolicyOptions
from annotation.models import Unit
from annotation.people.staffing import on_regular_pairs
from annotation.pools.asked_design import check_scale_of_ideal
from annotation.pools.pairs import MarkFault, keys_of_ids, mark_faults
from annotation.pools.planned import PlannedPool
from regrade.files.judging.marks import MarkLine

SETTLED = 50  # rounds after which gold and repeats no longer change one another


class PlannedPairs(NamedTuple):
    """The pairs of a campaign by kind; each pair is of one kind."""

    regular: int
    for_all: int
    gold: int
    qualification: int


class Crew(NamedTuple):
    """Who judges: how many assessors, the quota of each, and the seconds a judgment takes."""

    people: int
    quota: int | None
    seconds: float


class GoldTopic(NamedTuple):
    """A topic with gold pairs: its other pairs, and its gold pairs."""

    n_others: int
    n_gold: int


class PlannedWork(NamedTuple):
    """Judgments by what they are for; gold and repeats are expected numbers.

    `total` leaves out `extra_most`, the most that disagreement can add. `n_each` is what one
    assessor gives: within the quota, with repeats and qualification on top. `n_uncovered` counts
    judgments of regular pairs and pairs for everyone that no quota covers.
    """

    regular: int
    for_all: int
    gold: int
    repeats: int
    qualification: int
    total: int
    extra_most: int
    n_each: int
    hours: float
    hours_each: float
    n_uncovered: int


class Plan(NamedTuple):
    """A campaign that is not made yet: marks that do not fit it, its pairs, and their work."""

    faults: list[MarkFault]
    pairs: PlannedPairs
    work: PlannedWork


def plan_campaign(
    *,
    pool: PlannedPool,
    n_pairs: int,
    marks: Sequence[MarkLine],
    scale: Sequence[int],
    n_overlap: int,
    judgments_per_pair: int,
    crew: Crew,
    policy: PolicyOptions,
) -> Plan:
    """Check the marks against the pool, and forecast the work without those at fault.

    Args:
        n_pairs: all pairs of the pool, as `pool_preview` counts them at its depth.
        scale: the values that an expert may give.

    Raises:
        PoolRefused: the scale is not that of the ideal rankings that pairs are drawn for.
    """
    if pool.design is not None:
        check_scale_of_ideal(pool.design, scale)
    keys = keys_of_ids(marks, pool)
    pooled = pool.pairs({topic for topic, _ in keys})
    faults = list(mark_faults(marks, keys, pooled, scale=scale, pool=pool))
    bad = {fault.number for fault in faults}
    good = [
        (one, topic) for one, (topic, _) in zip(marks, keys, strict=True) if one.line not in bad
    ]
    pairs = _pairs(n_pairs, n_overlap, [one for one, _ in good])
    n_pooled = Counter(topic for topic, _ in pooled)
    n_marked = Counter(topic for _, topic in good)
    n_gold = Counter(topic for one, topic in good if one.kind == "gold")
    topics = [GoldTopic(n_pooled[topic] - n_marked[topic], n) for topic, n in n_gold.items()]
    return Plan(faults, pairs, planned_work(pairs, topics, judgments_per_pair, crew, policy))


def _pairs(n_pairs: int, n_overlap: int, marks: Sequence[MarkLine]) -> PlannedPairs:
    n_by_kind = Counter(one.kind for one in marks)
    n_gold, n_qualification = n_by_kind["gold"], n_by_kind["qualification"]
    n_others = max(0, n_pairs - n_gold - n_qualification)
    n_for_all = min(n_overlap, n_others)
    return PlannedPairs(n_others - n_for_all, n_for_all, n_gold, n_qualification)


def planned_work(
    pairs: PlannedPairs,
    gold_topics: Sequence[GoldTopic],
    judgments_per_pair: int,
    crew: Crew,
    policy: PolicyOptions,
) -> PlannedWork:
    """The judgments that these pairs take under a policy.

    A regular pair takes k judgments; a pair for everyone, and a qualification pair in its first
    attempt, takes one of each assessor. Where topics are served whole, k assessors judge each, and
    meet its gold pairs as `gold_places` spreads them; where single pairs are, gold pairs come in
    every assessor's sequence. Repeats follow `schedule`.
    """
    n_regular, n_for_all = pairs.regular * judgments_per_pair, pairs.for_all * crew.people
    n_first = (n_regular + n_for_all) / crew.people  # of one assessor, without gold and repeats
    gold_each, repeats_each = _mixed_in(
        pairs, gold_topics, judgments_per_pair, n_first, crew, policy
    )
    n_gold, n_repeats = round(gold_each * crew.people), round(repeats_each * crew.people)
    n_qualification = pairs.qualification * crew.people
    total = n_regular + n_for_all + n_gold + n_repeats + n_qualification
    n_each = total / crew.people
    if crew.quota is not None and crew.quota < n_first + gold_each:
        n_each = crew.quota + _repeats(crew.quota, n_first, policy) + pairs.qualification
    return PlannedWork(
        regular=n_regular,
        for_all=n_for_all,
        gold=n_gold,
        repeats=n_repeats,
        qualification=n_qualification,
        total=total,
        extra_most=pairs.regular * policy.extra_judgments,
        n_each=round(n_each),
        hours=total * crew.seconds / 3600,
        hours_each=n_each * crew.seconds / 3600,
        n_uncovered=_uncovered(n_regular, pairs, crew, policy),
    )


def _mixed_in(
    pairs: PlannedPairs,
    gold_topics: Sequence[GoldTopic],
    judgments_per_pair: int,
    n_first: float,
    crew: Crew,
    policy: PolicyOptions,
) -> tuple[float, float]:
    """Expected gold pairs and repeats of one assessor, each of whom also lengthens the sequence."""
    gold = repeats = 0.0
    every = policy.gold_every
    if every and policy.unit == Unit.TOPICS:
        share = _share_regular(pairs)
        met = sum(_gold_met(topic, share, every) for topic in gold_topics)
        gold = met * min(judgments_per_pair, crew.people) / crew.people
    for _ in range(SETTLED):
        n = n_first + gold + repeats
        if every and policy.unit == Unit.PAIRS:
            gold = min(pairs.gold, n / every)
        repeats = _repeats(n_first + gold, n_first, policy)
    return gold, repeats


def _repeats(n_looks: float, most: float, policy: PolicyOptions) -> float:
    """Expected repeats on top of so many first judgments; repeats count towards the next ones."""
    every = policy.repeat_every
    if not every or n_looks <= policy.repeat_after:
        return 0.0
    return min((n_looks - policy.repeat_after) / (every - 1), most) if every > 1 else most


def _share_regular(pairs: PlannedPairs) -> float:
    """Share of the unmarked pairs that are regular; those for everyone are drawn from any topic."""
    n = pairs.regular + pairs.for_all
    return pairs.regular / n if n else 0.0


def _gold_met(topic: GoldTopic, share_regular: float, every: int) -> float:
    """Gold pairs that an assessor of this topic is expected to meet, as `gold_places` has it."""
    n_regular = topic.n_others * share_regular
    wanted = n_regular / (every - 1) if every > 1 else topic.n_gold
    return min(wanted, topic.n_gold, n_regular)


def _uncovered(n_regular: int, pairs: PlannedPairs, crew: Crew, policy: PolicyOptions) -> int:
    """Judgments beyond the quotas, which go to pairs for everyone first, then as `capacity` says.

    Repeats come on top of a quota.
    """
    if crew.quota is None:
        return 0
    each = on_regular_pairs(
        crew.quota, n_overlap=pairs.for_all, n_gold=pairs.gold, gold_every=policy.gold_every
    )
    n_for_all = max(0, pairs.for_all - crew.quota) * crew.people
    return n_for_all + max(0, n_regular - each * crew.people)
