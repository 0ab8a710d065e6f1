from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from ranking.models.constraints import one_of


class Role(models.TextChoices):
    ASSESSOR = "assessor"
    ADJUDICATOR = "adjudicator"


class AssessorKind(models.TextChoices):
    HUMAN = "human"
    SIMULATED = "simulated"
    MODEL = "model"


class EnglishLevel(models.TextChoices):
    """An assessor's own estimate of their English."""

    BASIC = "basic"
    INTERMEDIATE = "intermediate"
    ADVANCED = "advanced"
    NATIVE = "native"


class Membership(models.Model):
    """One account in one campaign, known there by a random pseudonym.

    `kind` is shown and exported wherever the judgments are: a simulated assessor or a model is
    never taken for a person. `n_served` counts the pairs served, `n_attempts` the finished
    rounds of qualification. Paused by an organizer (`suspended_at`) or withdrawn for good, nobody
    is served more. An anonymized membership has no account any more.

    Where others hold all that is left, `waits_since` says from when on the assessor has asked in
    vain, and until `asks_until` they count as waiting.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="memberships"
    )
    role = models.TextField(choices=Role.choices, default=Role.ASSESSOR)
    kind = models.TextField(choices=AssessorKind.choices, default=AssessorKind.HUMAN)
    pseudonym = models.TextField()
    english_level = models.TextField(choices=EnglishLevel.choices, blank=True)
    quota = models.PositiveIntegerField(null=True)
    qualified_at = models.DateTimeField(null=True)
    consented_at = models.DateTimeField(null=True)
    suspended_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    n_served = models.PositiveIntegerField(default=0)
    n_attempts = models.PositiveSmallIntegerField(default=0)
    waits_since = models.DateTimeField(null=True)
    asks_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["campaign_id", "pseudonym"]
        constraints = [
            models.UniqueConstraint(
                name="membership_one_per_campaign_and_user", fields=["campaign", "user"]
            ),
            models.UniqueConstraint(
                name="membership_pseudonym_unique_in_campaign", fields=["campaign", "pseudonym"]
            ),
            models.CheckConstraint(name="membership_role_known", condition=one_of("role", Role)),
            models.CheckConstraint(
                name="membership_kind_known", condition=one_of("kind", AssessorKind)
            ),
            models.CheckConstraint(
                name="membership_english_level_known",
                condition=Q(english_level="") | one_of("english_level", EnglishLevel),
            ),
            models.CheckConstraint(
                name="membership_quota_positive", condition=Q(quota=None) | Q(quota__gte=1)
            ),
            models.CheckConstraint(
                name="membership_waits_for_a_while",
                condition=Q(waits_since=None, asks_until=None)
                | Q(waits_since__isnull=False, asks_until__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                name="membership_waiting",
                fields=["campaign", "waits_since"],
                condition=Q(waits_since__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.pseudonym

    @property
    def is_out(self) -> bool:
        """Whether the member is paused or has withdrawn, and so is served nothing."""
        return self.suspended_at is not None or self.withdrawn_at is not None

    @property
    def may_judge(self) -> bool:
        """Whether the member may judge now: an assessor in a campaign that takes judgments."""
        judges = self.role == Role.ASSESSOR and not self.is_out
        return judges and self.campaign.takes_judgments

    @property
    def may_adjudicate(self) -> bool:
        """Whether the member settles pairs here now."""
        return self.role == Role.ADJUDICATOR and not self.is_out

    def set_english_level(self, level: EnglishLevel | None) -> None:
        """Store what an assessor says of their own English; None takes it back."""
        self.english_level = level or ""
        self.save(update_fields=["english_level"])
