from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models

from ranking.models.constraints import one_of


class AccountEventKind(models.TextChoices):
    MADE = "made"
    RIGHTS = "rights"
    DEACTIVATED = "deactivated"
    ACTIVATED = "activated"
    LINK_MADE = "link_made"
    LINK_REVOKED = "link_revoked"
    PASSWORD_SET = "password_set"
    EMAIL = "email"
    TOKEN_ISSUED = "token_issued"
    TOKEN_REVOKED = "token_revoked"


class AccountEvent(models.Model):
    """A change to an account, with time and actor. Changes at the command line have no actor.

    Rows stay; where a campaign is made anonymous, those about its people keep the month alone.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="account_events"
    )
    kind = models.TextField(choices=AccountEventKind.choices)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="done_account_events"
    )
    details = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                name="account_event_kind_known", condition=one_of("kind", AccountEventKind)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.kind}"

    @property
    def on(self) -> date:
        """The day alone: a campaign's log has the second at which a pseudonym joined."""
        return self.at.date()
