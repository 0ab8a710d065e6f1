"""Who may rename, archive, show and delete a thing in the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotation.models import LabelSet
from ranking.asking import MAY_ORGANIZE, MAY_RESEARCH, has_role
from ranking.models import Owned

if TYPE_CHECKING:
    from ranking.asking import Account


def why_not_change(account: Account, thing: Owned) -> str:
    """Why an account may not change a thing that it sees; empty where it may.

    Its owner may, and an administrator. A label set of a campaign is every organizer's, what has
    no owner every researcher's; label sets from files without an owner are both's.
    """
    if account.is_superuser:
        return ""
    if not has_role(account):
        return "Researchers and organizers change what is in the library."
    if thing.owner_id == account.pk:
        return ""
    if isinstance(thing, LabelSet) and thing.campaign is not None:
        if account.has_perm(MAY_ORGANIZE):
            return ""
        return f"{thing} is of campaign {thing.campaign}: its owner or an organizer changes it."
    if thing.owner is not None:
        return f"{thing} is {thing.owner.username}'s: ask them, or an administrator."
    if isinstance(thing, LabelSet) or account.has_perm(MAY_RESEARCH):
        return ""
    return f"{thing} has no owner: a researcher changes it."
