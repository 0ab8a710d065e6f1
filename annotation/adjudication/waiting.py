"""How many pairs wait for a decision, in several campaigns at once."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation.models import (
    Adjudication,
    AdjudicationTurn,
    Campaign,
    ChosenPair,
    Judgment,
    PairKind,
    PairSummary,
)
from regrade.serving.disagreement import APART

DISAGREES = Q(is_tied=True) | Q(spread__gte=APART)


def disagreements(campaigns: Collection[Campaign]) -> dict[int, int]:
    """How many pairs nobody decided on are tied or have grades far apart, by campaign."""
    return _by_campaign(_undecided(campaigns).filter(DISAGREES))


def queue_lengths(adjudicator: User, campaigns: Collection[Campaign]) -> dict[int, int]:
    """How many pairs the queue opens with for the adjudicator, by campaign.

    As `left_for` has them, by the rules that its page starts with: ties, grades far apart, and
    what was chosen by hand, even if nobody judged it.
    """
    pair = OuterRef("campaign_pair")
    judged = Judgment.objects.answers().filter(campaign_pair=pair, assessor__user=adjudicator)
    held = AdjudicationTurn.objects.live().exclude(adjudicator=adjudicator)
    taken = Q(Exists(judged)) | Q(Exists(held.filter(campaign_pair=pair)))
    is_chosen = Exists(ChosenPair.objects.filter(campaign_pair=pair))
    lengths = _by_campaign(_undecided(campaigns).filter(DISAGREES | Q(is_chosen)).exclude(taken))
    unseen = ChosenPair.objects.filter(
        campaign__in=campaigns, campaign_pair__summary__isnull=True
    ).exclude(campaign_pair__kind=PairKind.QUALIFICATION)
    unseen = unseen.exclude(_is_decided()).exclude(taken).order_by()
    for campaign, n in unseen.values_list("campaign").annotate(n=Count("pk")):
        lengths[campaign] = lengths.get(campaign, 0) + n
    return lengths


def _undecided(campaigns: Collection[Campaign]) -> QuerySet[PairSummary]:
    """Newcomers' answers to qualification pairs disagree by design."""
    found = PairSummary.objects.filter(campaign__in=campaigns)
    return found.exclude(campaign_pair__kind=PairKind.QUALIFICATION).exclude(_is_decided())


def _is_decided() -> Exists:
    return Exists(Adjudication.objects.live().filter(campaign_pair=OuterRef("campaign_pair")))


def _by_campaign(found: QuerySet[PairSummary]) -> dict[int, int]:
    return dict(found.order_by().values_list("campaign").annotate(n=Count("pk")))
