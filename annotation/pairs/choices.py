"""What a campaign's list of pairs can be narrowed to, and how many pairs there are of each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef

from annotation.models import Campaign, Grade, Judgment, Membership, PooledPair
from annotation.pairs.labels import NamedSet, comparable_sets
from annotation.pairs.listing import Only, Sought, count_found


class OnlyCount(NamedTuple):
    only: str
    n: int  # up to one more than `MOST_COUNTED`
    n_undecided: int  # the same, of those that no adjudicator decided on


class KindCount(NamedTuple):
    kind: str
    n: int


class Choices(NamedTuple):
    only: Sequence[OnlyCount]
    kinds: Sequence[KindCount]
    strata: Sequence[str]
    assessors: Sequence[str]  # pseudonyms, of those who answered
    grades: Sequence[Grade]
    label_sets: Sequence[NamedSet]  # whose labels are grades of the scale


def choices_of(campaign: Campaign, *, hidden: Collection[int] = ()) -> Choices:
    pooled = PooledPair.objects.filter(pool=campaign.pool_id)
    strata = list(pooled.order_by("stratum").values_list("stratum", flat=True).distinct())
    kinds = campaign.pairs.order_by("kind").values_list("kind").annotate(n=Count("pk"))
    answers = Judgment.objects.standing().filter(assessor=OuterRef("pk"), occasion=0)
    members = Membership.objects.filter(Exists(answers), campaign=campaign)
    return Choices(
        only=_count_each(campaign),
        kinds=[KindCount(*row) for row in kinds],
        strata=strata if strata != [""] else [],
        assessors=list(members.order_by("pseudonym").values_list("pseudonym", flat=True)),
        grades=list(campaign.grades.order_by("value")),
        label_sets=comparable_sets(campaign, hidden=hidden),
    )


def _count_each(campaign: Campaign) -> list[OnlyCount]:
    """Where nobody decided on anything, the undecided pairs need no second count."""
    n = {only: count_found(campaign, Sought(only=[only])) for only in Only.values}
    if n[Only.DECIDED] == 0:
        return [OnlyCount(only, n[only], n[only]) for only in Only.values]
    return [
        OnlyCount(only, n[only], count_found(campaign, Sought(only=[only, Only.UNDECIDED])))
        for only in Only.values
    ]
