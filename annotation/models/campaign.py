from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from annotation.models.pool import Pool
from ranking.models.constraints import name_constraints, one_of

if TYPE_CHECKING:
    from annotation.models.notice import Notice
    from annotation.models.serving_policy import ServingPolicy


class CampaignState(models.TextChoices):
    DRAFT = "draft"
    PILOT = "pilot"
    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"
    ARCHIVED = "archived"


# The mean speed of English readers in the International Reading Speed Texts is 228 words a minute,
# or 987 characters without blanks (Trauzettel-Klosinski and Dietz, IOVS 53(9), 2012): half of all
# readers are faster. Four times that is some 900. Good readers reach 200 to 400 (Rayner et al.,
# Psychological Science in the Public Interest 17(1), 2016); who is faster has not even skimmed.
READING_WORDS_PER_MINUTE = 228
PACE_LIMIT = 4 * READING_WORDS_PER_MINUTE
JUDGED_IN = (CampaignState.PILOT, CampaignState.OPEN)
# These never open again.
OVER = (CampaignState.CLOSED, CampaignState.ARCHIVED)


class Campaign(models.Model):
    """The judging of one pool: who judges, on which scale, how many judgments a pair.

    `seed` fixes the pairs' random order; the newest serving policy says what is served next.
    `quota` is what an assessor is to judge who has none of their own. With a `pass_share` nobody
    sees a real pair before that share of the qualification pairs came out as the expert graded
    them, in at most `max_attempts` rounds. `asks_confidence` and `asks_note` let
    assessors say how sure they are and leave a note; neither is ever required. With
    `allows_search` they search the collection for more passages of the topic that they judge. Who
    judges faster than `pace_limit` words a minute is shown to organizers as too fast to skim; null
    is the usual limit. `announced_complete_at` is when its organizers got the e-mail that all
    judgments are in; null again once more are wanted.
    """

    name = models.TextField()
    pool = models.ForeignKey(Pool, models.PROTECT, related_name="campaigns")
    state = models.TextField(choices=CampaignState.choices, default=CampaignState.DRAFT)
    judgments_per_pair = models.PositiveSmallIntegerField(default=3)
    max_not_judged = models.PositiveSmallIntegerField(default=2)
    lease_s = models.PositiveIntegerField(default=600)
    seat_s = models.PositiveIntegerField(default=24 * 3600)
    seed = models.BigIntegerField()
    quota = models.PositiveIntegerField(null=True)
    allows_sign_up = models.BooleanField(default=False)
    pass_share = models.FloatField(null=True)
    max_attempts = models.PositiveSmallIntegerField(default=2)
    asks_confidence = models.BooleanField(default=False)
    asks_note = models.BooleanField(default=False)
    allows_search = models.BooleanField(default=False)
    pace_limit = models.PositiveSmallIntegerField(null=True)
    announced_complete_at = models.DateTimeField(null=True)
    anonymized_at = models.DateTimeField(null=True)
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
                )
                & Q(max_attempts__gte=1)
                & (Q(quota=None) | Q(quota__gte=1)),
            ),
            models.CheckConstraint(
                name="campaign_pace_limit_positive",
                condition=Q(pace_limit=None) | Q(pace_limit__gte=1),
            ),
            models.CheckConstraint(
                name="campaign_pass_share_is_one",
                condition=Q(pass_share=None) | Q(pass_share__gt=0, pass_share__lte=1),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def policy(self) -> ServingPolicy:
        """The serving policy in force: what is served next."""
        return self.policies.latest("version")

    @property
    def newest_notice(self) -> Notice | None:
        return self.notices.order_by("-version").first()

    @property
    def pace_limit_or_default(self) -> int:
        return PACE_LIMIT if self.pace_limit is None else self.pace_limit

    @property
    def takes_judgments(self) -> bool:
        return self.state in JUDGED_IN

    @property
    def is_over(self) -> bool:
        """Whether the campaign serves nothing any more, so that judgments may be shown to all."""
        return self.state in OVER
