"""Which pairs the adjudicators' queue holds, by rule, and how many wait in each campaign."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from annotation.exceptions import DecisionRefused
from annotation.models import (
    Adjudication,
    AdjudicationTurn,
    Campaign,
    CampaignPair,
    ChosenPair,
    DecisionReason,
    Judgment,
    PairSummary,
    QueueVisit,
)
from annotation.models.campaign_pair import VOTING_KINDS
from annotation.pairs.listing import MOST_COUNTED, Only, pairs_that_are
from regrade.serving.disagreement import APART

# Of gold pairs alone; decisions of earlier releases keep it as their reason.
QUEUE_RULES: list[DecisionReason] = [
    rule for rule in DecisionReason if rule != DecisionReason.OFF_GOLD
]


class RuleCount(NamedTuple):
    rule: str
    n: int  # up to one more than `MOST_COUNTED`


def check_rules(rules: Collection[str]) -> list[DecisionReason]:
    """The rules asked for, in the order in which a pair is said to be served by one.

    Raises:
        DecisionRefused: there is none by which pairs come.
    """
    found = [rule for rule in QUEUE_RULES if rule in rules]
    if not found:
        known = ", ".join(QUEUE_RULES)
        raise DecisionRefused(
            f"Say by which rule pairs come: {known}.", code="no_rule", field="rules"
        )
    return found


def left_for(
    adjudicator: User, campaign: Campaign, rules: Collection[DecisionReason]
) -> QuerySet[CampaignPair]:
    """Pairs to decide on that any of these rules names, and that nobody else has in hand.

    Left out is what was decided on, what the adjudicator judged, and gold and qualification pairs:
    an expert graded them. They come as they were
    pooled; those that the adjudicator skipped come last, the one skipped longest ago first.
    """
    visits = QueueVisit.objects.filter(campaign_pair=OuterRef("pk"), adjudicator=adjudicator)
    found = _undecided(adjudicator, campaign, rules).exclude(Exists(_held_by_others(adjudicator)))
    skipped = found.annotate(skipped_at=Subquery(visits.values("skipped_at")[:1]))
    return skipped.order_by(F("skipped_at").asc(nulls_first=True), "pk")


def count_held(adjudicator: User, campaign: Campaign, rules: Collection[DecisionReason]) -> int:
    """How many pairs of these rules others have in hand now."""
    found = _undecided(adjudicator, campaign, rules)
    return counted(found.filter(Exists(_held_by_others(adjudicator))))


def count_by_rule(adjudicator: User, campaign: Campaign) -> Sequence[RuleCount]:
    """How many pairs are left by each rule; one that several name counts for each of them."""
    return [
        RuleCount(rule, counted(left_for(adjudicator, campaign, [rule]))) for rule in QUEUE_RULES
    ]


def counted(found: QuerySet[CampaignPair]) -> int:
    """How many there are, up to one more than `MOST_COUNTED`."""
    return found.order_by()[: MOST_COUNTED + 1].count()


def _undecided(
    adjudicator: User, campaign: Campaign, rules: Collection[DecisionReason]
) -> QuerySet[CampaignPair]:
    """Each rule's pairs are found along an index of its own, and put together."""
    first, *others = (
        pairs_that_are(campaign, Only(rule.value)).order_by().values("pk") for rule in rules
    )
    pair = OuterRef("pk")
    decided = Adjudication.objects.live().filter(campaign_pair=pair)
    judged = Judgment.objects.answers().filter(campaign_pair=pair, assessor__user=adjudicator)
    named = campaign.pairs.filter(pk__in=first.union(*others) if others else first)
    named = named.filter(kind__in=VOTING_KINDS)
    return named.exclude(Exists(decided)).exclude(Exists(judged))


def _held_by_others(adjudicator: User) -> QuerySet[AdjudicationTurn]:
    turns = AdjudicationTurn.objects.live().filter(campaign_pair=OuterRef("pk"))
    return turns.exclude(adjudicator=adjudicator)


DISAGREES = Q(is_tied=True) | Q(spread__gte=APART)


def disagreements(campaigns: Collection[Campaign]) -> dict[int, int]:
    """How many pairs nobody decided on are tied or have grades far apart, by campaign."""
    return _n_in_each(_undecided_in(campaigns).filter(DISAGREES))


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
    lengths = _n_in_each(_undecided_in(campaigns).filter(DISAGREES | Q(is_chosen)).exclude(taken))
    unseen = ChosenPair.objects.filter(
        campaign__in=campaigns,
        campaign_pair__summary__isnull=True,
        campaign_pair__kind__in=VOTING_KINDS,
    )
    unseen = unseen.exclude(_is_decided()).exclude(taken).order_by()
    for campaign, n in unseen.values_list("campaign").annotate(n=Count("pk")):
        lengths[campaign] = lengths.get(campaign, 0) + n
    return lengths


def _undecided_in(campaigns: Collection[Campaign]) -> QuerySet[PairSummary]:
    found = PairSummary.objects.filter(campaign__in=campaigns)
    return found.filter(campaign_pair__kind__in=VOTING_KINDS).exclude(_is_decided())


def _is_decided() -> Exists:
    return Exists(Adjudication.objects.live().filter(campaign_pair=OuterRef("campaign_pair")))


def _n_in_each(found: QuerySet[PairSummary]) -> dict[int, int]:
    return dict(found.order_by().values_list("campaign").annotate(n=Count("pk")))
