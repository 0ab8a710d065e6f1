from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Count, F, Q

from annotation.models.answers import stands
from annotation.models.campaign import Campaign
from annotation.models.pooled_pair import PooledPair
from ranking.models.constraints import one_of


class PairKind(models.TextChoices):
    REGULAR = "regular"
    OVERLAP = "overlap"  # everyone judges it
    GOLD = "gold"
    QUALIFICATION = "qualification"


VOTING_KINDS = (PairKind.REGULAR, PairKind.OVERLAP)


class CampaignPairQuerySet(models.QuerySet["CampaignPair"]):
    def decided(self) -> Self:
        """Pairs on which a decision of an adjudicator stands."""
        return self.filter(adjudications__isnull=False, adjudications__superseded_at__isnull=True)

    def served_no_more(self) -> Self:
        """Regular pairs that lack judgments, and that too many people could not judge.

        A pair that has all it wants is not among them.
        """
        lacking = self.filter(
            kind=PairKind.REGULAR, slots__order_key__isnull=False, slots__judgment__isnull=True
        )
        without_grade = self.filter(
            pk__in=lacking.values("pk"),
            judgments__superseded_at__isnull=True,
            judgments__occasion=0,
            judgments__grade__isnull=True,
        )
        counts = stands("judgments__")
        counted = without_grade.annotate(n_not_judged=Count("judgments", filter=counts))
        return counted.filter(n_not_judged__gte=F("campaign__max_not_judged"))


class CampaignPair(models.Model):
    """A pooled pair in a campaign.

    `wanted` judgments are asked for of a regular pair, one slot each; other kinds get their
    slots when they are claimed. `shuffle_key` is random and fixed. Pilot pairs are overlap pairs
    that a pilot serves alone.
    """

    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="pairs", db_index=False
    )  # the unique constraint's index serves
    pair = models.ForeignKey(PooledPair, models.PROTECT, related_name="campaign_pairs")
    kind = models.TextField(choices=PairKind.choices, default=PairKind.REGULAR)
    wanted = models.PositiveSmallIntegerField(null=True)
    priority = models.IntegerField(default=0)
    shuffle_key = models.BigIntegerField()
    in_pilot = models.BooleanField(default=False)

    objects = CampaignPairQuerySet.as_manager()

    class Meta:
        ordering = ["campaign_id", "pair_id"]
        constraints = [
            models.UniqueConstraint(
                name="campaign_pair_unique_in_campaign", fields=["campaign", "pair"]
            ),
            models.CheckConstraint(
                name="campaign_pair_kind_known", condition=one_of("kind", PairKind)
            ),
            models.CheckConstraint(
                name="campaign_pair_wanted_when_regular",
                condition=Q(kind="regular", wanted__isnull=False, wanted__gte=1)
                | (~Q(kind="regular") & Q(wanted__isnull=True)),
            ),
            models.CheckConstraint(
                name="campaign_pair_pilot_is_overlap",
                condition=Q(in_pilot=False) | Q(kind="overlap"),
            ),
        ]
        indexes = [
            # Serve claims, which count them and walk them in order.
            models.Index(
                name="campaign_pair_special",
                fields=["campaign", "kind", "shuffle_key", "id"],
                condition=~Q(kind="regular"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id}/{self.pair_id}"
