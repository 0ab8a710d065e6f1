from __future__ import annotations

from typing import Self
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from annotation.models.answers import Cause, Reason, answers, stands
from annotation.models.campaign_pair import VOTING_KINDS, CampaignPair, PairKind
from annotation.models.grade import Grade
from annotation.models.guideline import Guideline
from annotation.models.membership import Membership, Role
from annotation.models.serving_policy import ServingPolicy
from ranking.models.constraints import one_of
from regrade.files.judging.judgment_row import LEAST_CONFIDENCE, MOST_CONFIDENCE


class JudgmentQuerySet(models.QuerySet["Judgment"]):
    def live(self) -> Self:
        return self.filter(superseded_at__isnull=True)

    def answers(self) -> Self:
        """Answers, as claims and changes see them; see `answers`."""
        return self.filter(answers())

    def standing(self) -> Self:
        """Judgments that count; see `stands`."""
        return self.filter(stands())

    def with_withdrawals(self) -> Self:
        """With `is_withdrawn`: what was withdrawn stays stored, and nobody reads what it said."""
        return self.annotate(is_withdrawn=_is_withdrawn())

    def not_withdrawn(self) -> Self:
        return self.exclude(_is_withdrawn())

    def recorded(self) -> Self:
        """Rows for aggregation and agreement: first looks on pairs that vote, graded or not.

        Left out are surplus grades: on a regular pair a vote holds a slot.
        """
        surplus = Q(campaign_pair__kind=PairKind.REGULAR, grade__isnull=False, slot__isnull=True)
        return self.first_looks().exclude(surplus)

    def first_looks(self) -> Self:
        """First looks on pairs that vote, graded or not, surplus grades among them."""
        return self.standing().filter(occasion=0, campaign_pair__kind__in=VOTING_KINDS)

    def surplus(self) -> Self:
        """First grades without a slot; of a regular pair they wait for one."""
        return self.standing().filter(occasion=0, grade__isnull=False, slot__isnull=True)

    def votes(self) -> Self:
        return self.recorded().filter(grade__isnull=False)


def _is_withdrawn() -> Exists:
    """Whether a judgment was withdrawn, then or in a later version of the same look.

    The row that says so counts as well; what was judged after coming back does not.
    """
    return Exists(
        Judgment.objects.filter(
            pk__gte=OuterRef("pk"),
            cause=Cause.WITHDRAWN,
            campaign_pair=OuterRef("campaign_pair"),
            assessor=OuterRef("assessor"),
            occasion=OuterRef("occasion"),
        )
    )


def judges() -> Q:
    """For memberships: who judges or ever did. Adjudicators judge nothing, unless it was before."""
    return Q(role=Role.ASSESSOR) | Q(Exists(Judgment.objects.filter(assessor=OuterRef("pk"))))


class Judgment(models.Model):
    """One assessor's answer to one pair, at one time. Rows are only ever inserted.

    A change is a new row that supersedes the old one, a retraction a new row with the reason
    `retracted`; setting `superseded_at` once is the only update the database lets through.
    Occasion 0 is the first look, 1 and up are deliberate repeats. `client_key` is chosen by the
    sender and makes a resend harmless. A live grade that holds no slot is surplus. `position`,
    `rotation` and the serving policy say how the pair was shown.
    """

    campaign_pair = models.ForeignKey(CampaignPair, models.PROTECT, related_name="judgments")
    assessor = models.ForeignKey(Membership, models.PROTECT, related_name="judgments")
    occasion = models.PositiveSmallIntegerField(default=0)
    grade = models.ForeignKey(Grade, models.PROTECT, null=True, related_name="judgments")
    reason_not_judged = models.TextField(  # noqa: DJ001  (null goes with a grade)
        choices=Reason.choices, null=True
    )
    spans = models.JSONField(default=list, blank=True)
    text_hash = models.TextField(blank=True)
    confidence = models.SmallIntegerField(null=True)
    note = models.TextField(blank=True)
    active_ms = models.PositiveBigIntegerField(null=True)
    away_ms = models.PositiveBigIntegerField(null=True)
    position = models.PositiveIntegerField(null=True, help_text="Place in what the person saw.")
    rotation = models.PositiveIntegerField(default=0)
    guideline = models.ForeignKey(Guideline, models.PROTECT, null=True, related_name="judgments")
    policy = models.ForeignKey(
        ServingPolicy, models.PROTECT, null=True, related_name="judgments", db_index=False
    )
    cause = models.TextField(choices=Cause.choices, default=Cause.JUDGED)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="recorded_judgments",
        help_text="Who made the row, when it was not its assessor.",
    )
    client_key = models.UUIDField(default=uuid4)
    extra = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True)

    objects = JudgmentQuerySet.as_manager()

    class Meta:
        ordering = ["campaign_pair_id", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(name="judgment_client_key_unique", fields=["client_key"]),
            models.UniqueConstraint(
                name="judgment_one_live_per_assessor_and_occasion",
                fields=["campaign_pair", "assessor", "occasion"],
                condition=Q(superseded_at__isnull=True),
            ),
            models.CheckConstraint(
                name="judgment_grade_or_reason",
                condition=Q(grade__isnull=False, reason_not_judged__isnull=True)
                | Q(grade__isnull=True, reason_not_judged__isnull=False),
            ),
            models.CheckConstraint(
                name="judgment_reason_known",
                condition=Q(reason_not_judged=None) | one_of("reason_not_judged", Reason),
            ),
            models.CheckConstraint(name="judgment_cause_known", condition=one_of("cause", Cause)),
            models.CheckConstraint(
                name="judgment_confidence_on_its_scale",
                condition=Q(confidence=None)
                | Q(confidence__range=(LEAST_CONFIDENCE, MOST_CONFIDENCE)),
            ),
        ]
        indexes = [
            # Serves the assessor's own history and progress.
            models.Index(
                name="judgment_live_by_assessor",
                fields=["assessor", "-created_at"],
                condition=Q(superseded_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id} {self.assessor_id}"
