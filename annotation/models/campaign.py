from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotation.models.pool import Pool
from ranking.models.constraints import name_constraints, one_of


class CampaignState(models.TextChoices):
    DRAFT = "draft"
    PILOT = "pilot"
    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"
    ARCHIVED = "archived"


class Campaign(models.Model):
    """The judging of one pool: who judges, on which scale, how many judgments a pair.

    `seed` fixes every random order; `policy` keeps options of what is handed out next.
    """

    name = models.TextField()
    pool = models.ForeignKey(Pool, models.PROTECT, related_name="campaigns")
    state = models.TextField(choices=CampaignState.choices, default=CampaignState.DRAFT)
    judgments_per_pair = models.PositiveSmallIntegerField(default=3)
    max_not_judged = models.PositiveSmallIntegerField(default=2)
    lease_s = models.PositiveIntegerField(default=600)
    seat_s = models.PositiveIntegerField(default=24 * 3600)
    seed = models.BigIntegerField()
    policy = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        permissions = [("may_organize", "May organize campaigns")]
        constraints = [
            *name_constraints("campaign"),
            models.CheckConstraint(
                name="campaign_state_known", condition=one_of("state", CampaignState)
            ),
            models.CheckConstraint(
                name="campaign_numbers_positive",
                condition=Q(
                    judgments_per_pair__gte=1, max_not_judged__gte=1, lease_s__gte=1, seat_s__gte=1
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def takes_judgments(self) -> bool:
        return self.state in {CampaignState.PILOT, CampaignState.OPEN}
