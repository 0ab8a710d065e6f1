from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.api_token import ApiToken
from annotation.models.campaign import Campaign
from ranking.models import Collection, TopicSet
from ranking.models.constraints import name_constraints


class RunCall(models.Model):
    """A call for runs over one topic set and collection: teams hand runs in until a deadline.

    Rankings deeper than `max_depth` are refused, and runs beyond `runs_per_team`. `campaign` is the
    one whose pool the runs are meant for, if it is known. A call is closed and opened again by its
    organizer, `created_by`, who owns the runs; it is never deleted.
    """

    name = models.TextField()
    topic_set = models.ForeignKey(TopicSet, models.PROTECT, related_name="run_calls")
    collection = models.ForeignKey(Collection, models.PROTECT, related_name="run_calls")
    campaign = models.ForeignKey(Campaign, models.PROTECT, null=True, related_name="run_calls")
    deadline = models.DateTimeField()
    max_depth = models.PositiveIntegerField()
    runs_per_team = models.PositiveIntegerField()
    closed_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="run_calls"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "run call"
        constraints = [
            *name_constraints("run_call"),
            models.CheckConstraint(
                name="run_call_limits_positive",
                condition=Q(max_depth__gte=1, runs_per_team__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CallTeam(models.Model):
    """A team of a call. It hands in runs with `token`, which stays here when it is revoked.

    It is null again if the ended tokens of its account were deleted.
    """

    call = models.ForeignKey(RunCall, models.PROTECT, related_name="teams")
    name = models.TextField()
    token = models.OneToOneField(ApiToken, models.SET_NULL, null=True, related_name="call_team")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(name="call_team_name_unique", fields=["call", "name"]),
            models.CheckConstraint(
                name="call_team_name_without_comma_or_blank",
                condition=Q(name__regex=r"^[^,\s]+$"),
            ),
        ]

    def __str__(self) -> str:
        return self.name
