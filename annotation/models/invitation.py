from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation.models.campaign import Campaign
from annotation.models.membership import Role
from ranking.models.constraints import one_of


class Invitation(models.Model):
    """A link that lets a limited number of people join until it expires; its token is hashed.

    `sent_to` is the e-mail address it was sent to, until it is used or revoked or expires, or
    the campaign is made anonymous; empty if it was not sent.

    Without an account that made it, it was made at the command line.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="invitations")
    role = models.TextField(choices=Role.choices, default=Role.ASSESSOR)
    token_hash = models.TextField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    max_uses = models.PositiveIntegerField(default=1)
    n_uses = models.PositiveIntegerField(default=0)
    sent_to = models.TextField(default="", blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="invitations"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(name="invitation_token_unique", fields=["token_hash"]),
            models.CheckConstraint(name="invitation_role_known", condition=one_of("role", Role)),
            models.CheckConstraint(
                name="invitation_not_overused", condition=Q(n_uses__lte=F("max_uses"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.role}"
