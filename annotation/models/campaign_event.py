from __future__ import annotations

from django.conf import settings
from django.db import models

from annotation.models.campaign import Campaign
from ranking.models.constraints import one_of


class EventKind(models.TextChoices):
    CREATED = "created"
    OPTIONS = "options"
    STATE = "state"
    POLICY = "policy"
    PILOT = "pilot"
    GUIDELINE = "guideline"
    NOTICE = "notice"
    INVITED = "invited"
    INVITATION_REVOKED = "invitation_revoked"
    JOINED = "joined"
    QUALIFIED = "qualified"
    QUOTA = "quota"
    PAUSED = "paused"
    RESUMED = "resumed"
    WITHDRAWN = "withdrawn"
    MESSAGE = "message"
    DECISION_TAKEN_BACK = "decision_taken_back"
    CHOSEN_NO_MORE = "chosen_no_more"
    LABELS_DERIVED = "labels_derived"
    PAIRS_ADDED = "pairs_added"
    JUDGMENTS_ASKED = "judgments_asked"
    TOPICS_ENDED = "topics_ended"
    TOPICS_RESUMED = "topics_resumed"
    IMPORTED = "imported"
    ANONYMIZED = "anonymized"


class CampaignEvent(models.Model):
    """An event of a campaign: what, when and by whom. Rows are only ever inserted.

    Members are named by pseudonym in `details`. Without an actor it was done at the command line,
    or by a member about themselves, which `details` tell: no account is to stand beside their
    pseudonym.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="events")
    kind = models.TextField(choices=EventKind.choices)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="campaign_events"
    )
    details = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["campaign_id", "at", "id"]
        constraints = [
            models.CheckConstraint(
                name="campaign_event_kind_known", condition=one_of("kind", EventKind)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.kind}"
