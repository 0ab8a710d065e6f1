"""Placeholders for the people of an imported campaign: never accounts that somebody has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from annotation.archives.checking import Checked
from annotation.archives.opening import Archive
from annotation.identity.user_names import MAX_USER_NAME, RECORDED
from annotation.models import AssessorKind
from annotation.people.joining import accounts_by_name


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

    A model keeps its name, by which policies call it.
    """
    names = {
        str(row["pseudonym"]): _name(archive, row["pseudonym"], row["kind"], campaign_id)
        for row in checked.members
        if not (is_anonymous and row["kind"] == AssessorKind.HUMAN)
    }
    others = {
        number: f"{RECORDED}campaign-{campaign_id}/adjudicator-{number + 1}"
        for number in sorted(checked.people)
    }
    accounts, _ = accounts_by_name(usernames=[*names.values(), *others.values()])
    return People(
        {pseudonym: accounts[name].pk for pseudonym, name in names.items()},
        {number: accounts[name].pk for number, name in others.items()},
    )


def _name(archive: Archive, pseudonym: str, kind: str, campaign_id: int) -> str:
    if kind == AssessorKind.MODEL and (model := archive.manifest.models.get(pseudonym)):
        name = f"{RECORDED}{model}"
        if len(name) <= MAX_USER_NAME:
            return name
    return f"{RECORDED}campaign-{campaign_id}/{pseudonym}"
