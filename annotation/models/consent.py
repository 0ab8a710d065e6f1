from __future__ import annotations

from django.db import models

from annotation.models.membership import Membership
from annotation.models.notice import Notice


class Consent(models.Model):
    """An assessor accepted one version of the notice. Rows are only ever inserted."""

    membership = models.ForeignKey(Membership, models.PROTECT, related_name="consents")
    notice = models.ForeignKey(Notice, models.PROTECT, related_name="consents")
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["membership_id", "given_at"]
        constraints = [
            models.UniqueConstraint(
                name="consent_once_per_notice", fields=["membership", "notice"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.membership_id} {self.notice_id}"
