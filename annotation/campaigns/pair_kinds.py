"""How many pairs of each kind campaigns have, as every page counts them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Count, Q

from annotation.models import Campaign, CampaignPair, PairKind


class PairKinds(NamedTuple):
    """Pairs by kind; each is of one, so that they add up to all pairs of the campaign."""

    regular: int = 0
    pilot: int = 0
    for_all: int = 0  # judged by everyone, outside the pilot
    gold: int = 0
    qualification: int = 0

    @property
    def overlap(self) -> int:
        """Pairs that everyone judges, those of the pilot among them."""
        return self.pilot + self.for_all


NO_PAIRS = PairKinds()


class KindCount(NamedTuple):
    """Pairs of one stored kind, and how many of them are in the pilot."""

    kind: str
    n: int
    n_pilot: int


def pair_kinds_of(counts: Iterable[KindCount]) -> PairKinds:
    n, n_pilot = defaultdict[str, int](int), 0
    for one in counts:
        n[one.kind] += one.n
        n_pilot += one.n_pilot
    return PairKinds(
        regular=n[PairKind.REGULAR],
        pilot=n_pilot,
        for_all=n[PairKind.OVERLAP] - n_pilot,
        gold=n[PairKind.GOLD],
        qualification=n[PairKind.QUALIFICATION],
    )


def pair_kinds(campaigns: Collection[Campaign]) -> dict[int, PairKinds]:
    """One query, whatever the number of campaigns."""
    pairs = CampaignPair.objects.filter(campaign__in=campaigns).order_by()
    rows = pairs.values_list("campaign", "kind").annotate(
        n=Count("pk"), n_pilot=Count("pk", filter=Q(in_pilot=True))
    )
    found = defaultdict[int, list[KindCount]](list)
    for campaign, *row in rows:
        found[campaign].append(KindCount(*row))
    return {campaign.pk: pair_kinds_of(found[campaign.pk]) for campaign in campaigns}
