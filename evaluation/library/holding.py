from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from evaluation.library.kinds import Kind
from evaluation.library.resting import rests_on, why_kept
from evaluation.library.rights import why_not_change
from evaluation.library.rows import rows_of
from evaluation.library.sight import Sight
from ranking.models import Owned, Renaming


class FormerName(NamedTuple):
    """A name that a thing had, and who gave it another when."""

    name: str
    by: str | None
    at: datetime


def hold(thing: Owned, kind: Kind, account: User, sight: Sight) -> dict[str, Any]:
    """A thing's row, whether the account may change it, and what rests on it.

    Accounts other than researchers and organizers get only the row.
    """
    why_not = why_not_change(account, thing)
    found = rests_on(thing, kind, sight) if sight.has_role else []
    return {
        "row": rows_of(kind, [thing.pk], sight)[0],
        "may_change": not why_not,
        "why_not": why_not,
        "why_kept": why_kept(thing, found),
        "rests_on_it": found,
        "former_names": former_names(thing) if sight.has_role else [],
    }


def former_names(thing: Owned) -> list[FormerName]:
    """The names that it had, the last one first."""
    renamings = Renaming.objects.filter(kind=thing._meta.label_lower, key=thing.pk)
    return [
        FormerName(one.former_name, _username(one.renamed_by), one.renamed_at)
        for one in renamings.select_related("renamed_by")
    ]


def _username(account: User | None) -> str | None:
    return None if account is None else account.username
