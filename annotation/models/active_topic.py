from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Count, Q
from django.db.models.lookups import Exact

from annotation.models.campaign import OVER, Campaign
from ranking.models import Topic
from ranking.models.constraints import all_or_none, one_of
from ranking.models.fields import PackedArrayField, n_bytes


class EndReason(models.TextChoices):
    """Why no more pairs of a topic are chosen."""

    NOTHING_LEFT = "nothing_left"  # every passage that can be chosen was
    LIMIT = "limit"  # as many as the organizer allowed
    RULE = "rule"  # the stopping rule says so
    STOPPED = "stopped"  # an organizer did
    FAILED = "failed"  # `error` says why nothing can be chosen


class ActiveTopicQuerySet(models.QuerySet["ActiveTopic"]):
    def going_on(self) -> ActiveTopicQuerySet:
        return self.filter(ended_at=None)

    def choosing(self) -> ActiveTopicQuerySet:
        """Those for which more pairs are chosen: their campaign goes on as well."""
        return self.going_on().exclude(campaign__state__in=OVER)

    def n_by_campaign(self, campaigns: Iterable[Campaign]) -> dict[int, int]:
        """How many there are in each of these campaigns; those without any are left out."""
        found = self.filter(campaign__in=campaigns).order_by().values_list("campaign")
        return dict(found.annotate(n=Count("pk")))


class ActiveTopic(models.Model):
    """A topic whose next pairs are chosen from its judgments, in one campaign.

    It goes on from step to step until it ends; an organizer may let an ended one go on. Once it
    `is_resumed` after its rule, the rule ends it no more. From
    `due_since` on a next step is wanted, which a worker takes. `n_candidates` passages can be
    chosen in all, as the last step found.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="active_topics")
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="active_topics")
    due_since = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_because = models.TextField(choices=EndReason.choices, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="ended_topics"
    )
    error = models.TextField(blank=True)
    is_resumed = models.BooleanField(default=False)
    n_candidates = models.PositiveIntegerField(null=True)

    objects = ActiveTopicQuerySet.as_manager()

    class Meta:
        ordering = ["campaign_id", "topic_id"]
        constraints = [
            models.UniqueConstraint(
                name="active_topic_unique_in_campaign", fields=["campaign", "topic"]
            ),
            models.CheckConstraint(
                name="active_topic_reason_known",
                condition=Q(ended_because="") | one_of("ended_because", EndReason),
            ),
            models.CheckConstraint(
                name="active_topic_ends_for_a_reason",
                condition=Q(ended_at=None, ended_because="")
                | (Q(ended_at__isnull=False, due_since=None) & ~Q(ended_because="")),
            ),
            models.CheckConstraint(
                name="active_topic_error_when_failed",
                condition=Q(ended_because="failed") & ~Q(error="")
                | ~Q(ended_because="failed") & Q(error=""),
            ),
            models.CheckConstraint(
                name="active_topic_ended_by_when_stopped",
                condition=Q(ended_by=None) | Q(ended_because="stopped"),
            ),
        ]
        indexes = [
            models.Index(
                name="active_topic_due", fields=["due_since"], condition=Q(due_since__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id}/{self.topic_id}"


class ActiveStep(models.Model):
    """One choice of a topic's next pairs, with all that it follows from.

    What was known is stored before anything is trained on it: a worker that dies, and one that
    repeats the step at any time later, choose the same. Arrays hold ordinals of passages.

    `judged` and `is_relevant` are parallel, in the order judged; `waiting` were chosen and have no
    label yet, or were left out. The first step of a topic with a control sample draws that: its
    pairs count as neither before a later step comes to them. `chosen` is in the order in which
    pairs are served; `left_out` are those of the batch that are not judged. `sums` are those of the
    model's probabilities, as in `ProbabilitySums`, where it has any.

    `draws` are of a strategy that draws by rank: the number of passages in the step's ranking, then
    those that it drew and no step before did, in the order drawn, then the rank of each, from 1. It
    made `wanted` draws, but no more than there are passages.
    """

    topic = models.ForeignKey(ActiveTopic, models.PROTECT, related_name="steps")
    number = models.PositiveIntegerField()
    is_control = models.BooleanField(default=False)
    wanted = models.PositiveIntegerField()
    seed = models.BigIntegerField()
    n_attempts = models.PositiveSmallIntegerField(default=0)
    judged = PackedArrayField("int32")
    is_relevant = PackedArrayField("bool")
    waiting = PackedArrayField("int32")
    planned_at = models.DateTimeField(auto_now_add=True)
    chosen = PackedArrayField("int32", null=True)
    left_out = PackedArrayField("int32", null=True)
    model_hash = models.TextField(blank=True)
    sums = PackedArrayField("float64", null=True)
    draws = PackedArrayField("int32", null=True)
    chosen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["topic_id", "number"]
        constraints = [
            models.UniqueConstraint(
                name="active_step_number_unique_in_topic", fields=["topic", "number"]
            ),
            models.CheckConstraint(
                name="active_step_numbers_from_one", condition=Q(number__gte=1, wanted__gte=1)
            ),
            models.CheckConstraint(
                name="active_step_control_comes_first",
                condition=Q(is_control=False) | Q(number=1),
            ),
            models.CheckConstraint(
                name="active_step_arrays_same_length",
                condition=Exact(n_bytes("judged"), n_bytes("is_relevant") * 4),
            ),
            models.CheckConstraint(
                name="active_step_chosen_at_a_time",
                condition=all_or_none("chosen", "left_out", "chosen_at"),
            ),
            models.CheckConstraint(
                name="active_step_hash_when_chosen",
                condition=Q(model_hash="", sums=None, draws=None) | Q(chosen_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic_id}#{self.number}"
