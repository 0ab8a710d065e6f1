from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class PasswordLink(models.Model):
    """A link by which the owner of an account sets its password once, until it expires.

    Only the token's hash is stored. Without an account that made it, it was made at the command
    line, or, if `is_mailed`, sent by e-mail on a request that anybody could make.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="password_links"
    )
    token_hash = models.TextField()
    is_mailed = models.BooleanField(default=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="made_password_links"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(name="password_link_token_unique", fields=["token_hash"]),
            models.UniqueConstraint(
                name="password_link_one_open_of_each_kind",
                fields=["account", "is_mailed"],
                condition=Q(used_at=None, revoked_at=None),
            ),
            models.CheckConstraint(
                name="password_link_used_or_revoked",
                condition=Q(used_at=None) | Q(revoked_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} until {self.expires_at}"
