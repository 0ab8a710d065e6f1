from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from ranking.http.scopes import Scope

SCOPES = [scope.value for scope in Scope]


class ApiToken(models.Model):
    """A token by which a program acts for an account, within its scopes, until it expires.

    Only its hash is stored. Rows stay after they expire or are revoked; nothing else of them
    changes but the time of their last use. A team's token, with the scope `submit` alone, is of the
    organizer who made the call (`CallTeam`).
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="api_tokens")
    name = models.TextField()
    scopes = ArrayField(models.TextField())
    token_hash = models.TextField()
    expires_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(name="api_token_hash_unique", fields=["token_hash"]),
            models.UniqueConstraint(
                name="api_token_name_unique_while_valid",
                fields=["account", "name"],
                condition=Q(revoked_at=None),
            ),
            models.CheckConstraint(
                name="api_token_scopes_known",
                condition=Q(scopes__contained_by=SCOPES, scopes__len__gt=0),
            ),
            models.CheckConstraint(
                name="api_token_submit_stands_alone",
                condition=~Q(scopes__contains=[Scope.SUBMIT.value]) | Q(scopes__len=1),
            ),
        ]

    def __str__(self) -> str:
        return self.name
