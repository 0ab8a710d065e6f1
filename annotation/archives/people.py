"""Placeholders for the people of an imported campaign: never accounts that somebody has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from annotation.archives.checking import Checked
from annotation.archives.opening import Archive
from annotation.identity.user_names import MAX_USER_NAME, RECORDED
from annotation.models import AssessorKind
from annotation.people.joining import accounts_by_name

# Begins the names of other campaigns' placeholders.
PLACEHOLDER = re.compile(rf"{RECORDED}campaign-[0-9]+/")


class People(NamedTuple):
    """Primary keys of placeholder accounts: of members by pseudonym, of others by number.

    Of people who were made anonymous there is none.
    """

    members: Mapping[str, int | None]
    others: Mapping[int, int]


def placeholders(
    archive: Archive, checked: Checked, *, campaign_id: int, is_anonymous: bool
) -> People:
    """Make accounts that nobody can sign in to, in the caller's transaction.

    A model keeps its name, by which policies call it; of two with one name, the first does.
    """
    names = dict[str, str]()
    for row in checked.members:
        if not (is_anonymous and row["kind"] == AssessorKind.HUMAN):
            pseudonym, called = str(row["pseudonym"]), _model_name(archive, row)
            is_free = called is not None and called not in names.values()
            own = f"{RECORDED}campaign-{campaign_id}/{pseudonym}"
            names[pseudonym] = called if called is not None and is_free else own
    others = {
        number: f"{RECORDED}campaign-{campaign_id}/adjudicator-{number + 1}"
        for number in sorted(checked.people)
    }
    accounts, _ = accounts_by_name(usernames=[*names.values(), *others.values()])
    return People(
        {pseudonym: accounts[name].pk for pseudonym, name in names.items()},
        {number: accounts[name].pk for number, name in others.items()},
    )


def _model_name(archive: Archive, row: Mapping[str, Any]) -> str | None:
    """The account's name of a model; None for others, and for names of placeholders."""
    model = archive.manifest.models.get(row["pseudonym"])
    if row["kind"] != AssessorKind.MODEL or model is None:
        return None
    name = User.normalize_username(f"{RECORDED}{model}")
    return None if len(name) > MAX_USER_NAME or PLACEHOLDER.match(name) else name
