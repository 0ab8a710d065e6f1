"""An account's rights. They are Django's permissions; an administrator is Django's superuser."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import Permission, User
from django.db.models import Exists, OuterRef

# The right's codename, and the app that declares it.
RIGHTS = {"may_organize": "annotation", "may_research": "ranking"}


class Rights(NamedTuple):
    """Rights granted to an account. An administrator may do all, whatever else is granted."""

    may_organize: bool = False
    may_research: bool = False
    is_administrator: bool = False

    @property
    def names(self) -> list[str]:
        return [name for name, granted in self._asdict().items() if granted]


def set_rights(user: User, rights: Rights) -> None:
    """Grant a stored account exactly these rights."""
    for codename, app in RIGHTS.items():
        right = Permission.objects.get(content_type__app_label=app, codename=codename)
        if getattr(rights, codename):
            user.user_permissions.add(right)
        else:
            user.user_permissions.remove(right)
    if user.is_superuser != rights.is_administrator:
        user.is_superuser = rights.is_administrator
        user.save(update_fields=["is_superuser"])


def rights_of(user: User) -> Rights:
    """Rights granted to an account, as stored."""
    granted = set(user.user_permissions.values_list("codename", flat=True))
    return Rights("may_organize" in granted, "may_research" in granted, user.is_superuser)


def is_granted(codename: str) -> Exists:
    """Whether the account of the outer query is granted a right of its own."""
    grants = User.user_permissions.through.objects.filter(
        user=OuterRef("pk"),
        permission__codename=codename,
        permission__content_type__app_label=RIGHTS[codename],
    )
    return Exists(grants)
