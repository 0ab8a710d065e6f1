"""The adjudicators' queue: who has which pair, what they did with it, and what was chosen."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from annotation.models.adjudication import DecisionReason
from annotation.models.campaign import Campaign
from annotation.models.campaign_pair import CampaignPair
from ranking.models.constraints import one_of


class ChosenPair(models.Model):
    """A pair that an organizer chose for adjudication; it stays chosen once it is decided on."""

    campaign_pair = models.OneToOneField(
        CampaignPair, models.CASCADE, primary_key=True, related_name="chosen"
    )
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="chosen_pairs")
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="chosen_pairs"
    )  # null where the campaign's people were made anonymous
    chosen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["campaign_pair_id"]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id}"


class AdjudicationTurnQuerySet(models.QuerySet["AdjudicationTurn"]):
    def live(self) -> Self:
        return self.filter(until__gt=Now())


class AdjudicationTurn(models.Model):
    """The pair that an adjudicator has in hand; `annotation.adjudication.turns` alone writes it.

    A pair has one turn at most, and so has an adjudicator in a campaign. It ends with a decision,
    by skipping and by leaving; after `until` anybody may take the pair over. `rule` is why the pair
    was served.
    """

    campaign_pair = models.OneToOneField(
        CampaignPair, models.CASCADE, primary_key=True, related_name="turn"
    )
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="turns", db_index=False)
    adjudicator = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="turns")
    rule = models.TextField(choices=DecisionReason.choices)
    until = models.DateTimeField()

    objects = AdjudicationTurnQuerySet.as_manager()

    class Meta:
        ordering = ["campaign_pair_id"]
        constraints = [
            models.UniqueConstraint(
                name="adjudication_turn_one_per_adjudicator", fields=["campaign", "adjudicator"]
            ),
            models.CheckConstraint(
                name="adjudication_turn_rule_known", condition=one_of("rule", DecisionReason)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id} {self.adjudicator_id}"


class QueueVisit(models.Model):
    """An adjudicator's visit to a pair of the queue: skip it, see its votes, decide on it.

    A pair that was skipped comes back after all others. That votes were seen is never forgotten.
    `decided_at` is of a decision that can be undone in the queue: undoing it empties it.
    """

    campaign_pair = models.ForeignKey(CampaignPair, models.CASCADE, related_name="queue_visits")
    adjudicator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="queue_visits"
    )
    skipped_at = models.DateTimeField(null=True)
    saw_votes_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["campaign_pair_id", "adjudicator_id"]
        constraints = [
            models.UniqueConstraint(
                name="queue_visit_one_per_pair_and_adjudicator",
                fields=["campaign_pair", "adjudicator"],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id} {self.adjudicator_id}"
