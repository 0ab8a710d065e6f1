from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from ranking.asking import has_role, who_asks
from ranking.models.constraints import one_of

if TYPE_CHECKING:
    from ranking.asking import Account

Thing = TypeVar("Thing", bound=models.Model)


class Visibility(models.TextChoices):
    PRIVATE = "private"
    TEAM = "team"
    PUBLIC = "public"


class OwnedQuerySet(models.QuerySet[Thing]):
    def seen_by(self, account: Account | None) -> Self:
        """Rows visible to an account; all rows for None, the server itself.

        Researchers and organizers see everything except others' private things. Other accounts see
        public things, and superusers everything.
        """
        if account is None or (account.is_authenticated and account.is_superuser):
            return self
        if not account.is_authenticated:
            return self.none()
        if not has_role(account):
            return self.filter(visibility=Visibility.PUBLIC)
        return self.filter(~Q(visibility=Visibility.PRIVATE) | Q(owner=account.pk))

    def seen(self) -> Self:
        """Rows visible to the requesting account."""
        return self.seen_by(who_asks())

    def in_use(self) -> Self:
        """Exclude archived rows."""
        return self.filter(archived_at=None)


class Owned(models.Model):
    """Base of things in the library: optional owner, visibility and archiving.

    `visibility` is private to the owner, shared with all researchers and organizers, or public to
    every account. Archived things leave the menus but still work by name.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    visibility = models.TextField(choices=Visibility.choices, default=Visibility.TEAM)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_private(self) -> bool:
        return self.visibility == Visibility.PRIVATE


def visibility_known(model: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        name=f"{model}_visibility_known", condition=one_of("visibility", Visibility)
    )


def made_of(*grounds: Owned) -> dict[str, Any]:
    """Owner and visibility of a thing made from `grounds` for the requesting account.

    It is private if any of them is; made by a command, it belongs to the owner of that one.
    """
    private = [ground for ground in grounds if ground.is_private]
    asking = who_asks()
    owner_id = asking.pk if asking is not None else next((p.owner_id for p in private), None)
    return {
        "owner_id": owner_id,
        "visibility": Visibility.PRIVATE if private else Visibility.TEAM,
    }
