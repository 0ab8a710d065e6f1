"""Who may rename, archive, show and delete a thing in the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotation.models import LabelSet
from ranking import rights
from ranking.asking import MAY_ORGANIZE, has_role
from ranking.models import Owned

if TYPE_CHECKING:
    from ranking.asking import Account


def why_not_change(account: Account, thing: Owned) -> str:
    """Why an account may not change a thing that it sees; empty where it may.

    As `ranking.rights` has it, but a label set of a campaign is every organizer's, and one
    without an owner every researcher's and organizer's.
    """
    if not isinstance(thing, LabelSet) or not has_role(account):
        return rights.why_not_change(account, thing)
    if thing.campaign is None:
        return "" if thing.owner is None else rights.why_not_change(account, thing)
    if thing.owner_id == account.pk or account.has_perm(MAY_ORGANIZE):
        return ""
    return f"{thing} is of campaign {thing.campaign}: its owner or an organizer changes it."
