"""What a campaign's pool holds, how it was drawn, and how its pairs were judged, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Q

from annotation.datasheets.people import recorded_in
from annotation.models import (
    VOTING_KINDS,
    Campaign,
    ExpertGrade,
    Judgment,
    PairKind,
)
from annotation.quality.flags import gold_checks, repeat_checks


class Ground(NamedTuple):
    """What the pairs are of, and how they were chosen."""

    collection: str
    language: str
    licence: str
    n_passages: int
    topic_set: str
    n_topics_in_set: int
    pool: str
    strategy: str
    depth: int | None
    runs: Sequence[str]
    seed: int | None
    recipe: Mapping[str, Any]  # how topics were drawn; with the names of files
    n_topics: int
    n_pairs: int
    n_textless: int
    n_by_stratum: Mapping[str, int]  # topics; empty without strata


class Judged(NamedTuple):
    """How many judgments the pairs have."""

    n_by_kind: Mapping[str, int]  # pairs, by their kind
    n_pilot: int  # of the overlap pairs
    n_by_votes: Mapping[int, int]  # pairs that vote, by the number of their votes
    n_short: int  # regular pairs with fewer votes than are wanted of them
    n_not_judged: Mapping[str, int]  # judgments without a grade, by the reason
    n_by_grade: Mapping[int, int]  # votes

    @property
    def n_voting_pairs(self) -> int:
        return sum(self.n_by_votes.values())

    @property
    def n_unjudged(self) -> int:
        return self.n_by_votes.get(0, 0)

    @property
    def n_votes(self) -> int:
        return sum(self.n_by_grade.values())


class Checks(NamedTuple):
    """How assessors did where it was known what to say."""

    n_expert_grades: Mapping[str, int]  # gold and qualification pairs that have one
    n_on_gold: int  # grades given to gold pairs
    n_as_expert: int
    n_repeats: int
    n_same: int  # of the repeats, those with the grade of the first look
    n_qualified: int  # members
    n_tried: int  # members who finished a round of qualification


def ground_of(campaign: Campaign) -> Ground:
    pool = campaign.pool
    collection, pairs = pool.collection, campaign.pairs.order_by()
    strata = pairs.exclude(pair__stratum="").values_list("pair__stratum")
    return Ground(
        collection=collection.name,
        language=collection.language,
        licence=collection.licence,
        n_passages=collection.n_passages,
        topic_set=pool.topic_set.name,
        n_topics_in_set=pool.topic_set.topics.count(),
        pool=pool.name,
        strategy=pool.strategy,
        depth=pool.depth,
        runs=list(pool.runs.order_by("name").values_list("name", flat=True)),
        seed=pool.seed,
        recipe=pool.recipe,
        n_topics=pairs.values("pair__topic").distinct().count(),
        n_pairs=pairs.count(),
        n_textless=pairs.filter(pair__passage__text__isnull=True).count(),
        n_by_stratum=dict(strata.annotate(n=Count("pair__topic", distinct=True)).order_by()),
    )


def judged_in(campaign: Campaign) -> Judged:
    pairs, recorded = campaign.pairs.order_by(), recorded_in(campaign)
    kinds = dict(pairs.values_list("kind").annotate(n=Count("pk")))
    votes = recorded.filter(grade__isnull=False)
    n_votes = dict(votes.values_list("campaign_pair").annotate(n=Count("pk")))
    blank = recorded.filter(grade__isnull=True)
    grades = dict(votes.values_list("grade__value").annotate(n=Count("pk")))
    by_votes, n_short = _by_votes(pairs.filter(kind__in=VOTING_KINDS), n_votes)
    return Judged(
        n_by_kind={kind: kinds[kind] for kind in PairKind.values if kind in kinds},
        n_pilot=pairs.filter(in_pilot=True).count(),
        n_by_votes=by_votes,
        n_short=n_short,
        n_not_judged=dict(sorted(blank.values_list("reason_not_judged").annotate(n=Count("pk")))),
        n_by_grade={
            value: grades.get(value, 0)
            for value in campaign.grades.order_by("value").values_list("value", flat=True)
        },
    )


def checks_in(campaign: Campaign) -> Checks:
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    grades = campaign.grades.order_by("value").values_list("pk", flat=True)
    gold = gold_checks(judgments).values()
    repeats = repeat_checks(judgments, {key: place for place, key in enumerate(grades)}).values()
    experts = ExpertGrade.objects.filter(campaign_pair__campaign=campaign).order_by()
    members = campaign.memberships.aggregate(
        n_qualified=Count("pk", filter=Q(qualified_at__isnull=False)),
        n_tried=Count("pk", filter=Q(n_attempts__gt=0)),
    )
    return Checks(
        n_expert_grades=dict(
            sorted(experts.values_list("campaign_pair__kind").annotate(n=Count("pk")))
        ),
        n_on_gold=sum(check.n_gold for check in gold),
        n_as_expert=sum(check.n_as_expert for check in gold),
        n_repeats=sum(check.n_repeats for check in repeats),
        n_same=sum(check.n_same for check in repeats),
        **members,
    )


def _by_votes(pairs: Any, n_votes: Mapping[int, int]) -> tuple[dict[int, int], int]:
    """How many pairs have how many votes, and how many of them fewer than are wanted."""
    by_votes, n_short = Counter[int](), 0
    for key, wanted in pairs.values_list("pk", "wanted").iterator(chunk_size=10_000):
        n = n_votes.get(key, 0)
        by_votes[n] += 1
        n_short += wanted is not None and n < wanted
    return dict(sorted(by_votes.items())), n_short
