"""Who may change a run, a collection or a topic set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ranking.asking import MAY_RESEARCH, has_role
from ranking.models import Owned

if TYPE_CHECKING:
    from ranking.asking import Account


def why_not_change(account: Account, thing: Owned) -> str:
    """Why an account may not change a thing that it sees; empty where it may.

    Its owner may, and an administrator; what has no owner every researcher.
    """
    if account.is_superuser:
        return ""
    if not has_role(account):
        return "Only researchers and organizers can change the library."
    if thing.owner_id == account.pk:
        return ""
    if thing.owner is not None:
        return f"{thing} is {thing.owner.username}'s: ask them, or an administrator."
    return (
        "" if account.has_perm(MAY_RESEARCH) else f"{thing} has no owner: a researcher changes it."
    )
