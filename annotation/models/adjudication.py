from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotation.models.campaign_pair import CampaignPair
from annotation.models.grade import Grade
from annotation.models.membership import Membership
from ranking.models.constraints import one_of


class DecisionReason(models.TextChoices):
    """Why a pair was decided on; a decision keeps what held when it was made."""

    TIED = "tied", "Tied: no grade has more than half of the votes"
    APART = "apart", "Grades far apart"
    NOT_JUDGED = "not_judged", "Somebody could not judge it"
    UNSURE = "unsure", "Somebody was not sure"
    OFF_GOLD = "off_gold", "Somebody missed the known grade"
    CHOSEN = "chosen", "Chosen by hand"


class AdjudicationQuerySet(models.QuerySet["Adjudication"]):
    def live(self) -> Self:
        return self.filter(superseded_at__isnull=True)


class Adjudication(models.Model):
    """An adjudicator's decision on a pair, with its reason.

    A later one supersedes it, and taking it back ends it; all are kept. `annotation.pairs.deciding`
    alone writes it. `member` is who the adjudicator is in the campaign, if they are a member; where
    its people were made anonymous, the account is gone and `member` remains. `saw_votes` is whether
    the adjudicator was shown the votes; null if unknown.
    """

    campaign_pair = models.ForeignKey(CampaignPair, models.PROTECT, related_name="adjudications")
    adjudicator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="adjudications"
    )
    member = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="adjudications")
    grade = models.ForeignKey(Grade, models.PROTECT, related_name="adjudications")
    reason = models.TextField(choices=DecisionReason.choices)
    note = models.TextField(blank=True)
    saw_votes = models.BooleanField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    superseded_at = models.DateTimeField(null=True)

    objects = AdjudicationQuerySet.as_manager()

    class Meta:
        ordering = ["campaign_pair_id", "created_at"]
        constraints = [
            models.UniqueConstraint(
                name="adjudication_one_live_per_pair",
                fields=["campaign_pair"],
                condition=Q(superseded_at__isnull=True),
            ),
            models.CheckConstraint(
                name="adjudication_reason_known", condition=one_of("reason", DecisionReason)
            ),
            models.CheckConstraint(
                name="adjudication_by_somebody",
                condition=Q(adjudicator__isnull=False) | Q(member__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id} {self.grade_id}"

    @property
    def by(self) -> str:
        """Who decided, for organizers: the pseudonym of a member, else the account's name."""
        if self.member is not None:
            return self.member.pseudonym
        return self.adjudicator.get_username() if self.adjudicator else ""
