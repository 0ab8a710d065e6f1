"""Who answered in recorded rows, as members of the campaign."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef

from annotation.files.judgment_row import JudgmentRow
from annotation.models import AssessorKind, Campaign, Cause, EnglishLevel, Judgment, Membership
from annotation.services.join_campaign import accounts_by_name, join_campaign

# Nobody can sign up under a name with a colon: what a file says never touches a person's account.
PREFIX = "recorded:"
MAX_NAME = 150 - len(PREFIX)  # characters that are left of what an account's name may have


def recorded_assessors(
    campaign: Campaign, rows: Sequence[JudgmentRow], kind: AssessorKind, *, as_accounts: bool
) -> tuple[dict[str, Membership], int]:
    """The campaign's members by the name in the file, and how many accounts are new.

    Whom an earlier import found in the campaign under a name stays who it means there. Others have
    accounts of their own, in which nobody can sign in, whoever else is called the same; with
    `as_accounts`, a name that is an account's means its owner. New members are of the kind and the
    level of English that their rows tell, or else of `kind`.

    Raises:
        BadInput: a name that is too long or a pseudonym of this campaign, whose rows are here
            already; an unknown kind or level, or two of them for one assessor.
        PeopleRefused: the campaign's people were made anonymous.
    """
    _check_names(campaign, rows)
    kinds = _told(rows, "kind", AssessorKind.values)
    levels = _told(rows, "english_level", EnglishLevel.values)
    names = list(dict.fromkeys(row.assessor for row in rows))
    accounts, n_new = _accounts(campaign, names, as_accounts=as_accounts)
    before = set(campaign.memberships.values_list("user", flat=True))
    members = _members(campaign, accounts, {name: kinds.get(name, kind) for name in accounts})
    for name, level in levels.items():
        if members[name].user_id not in before:
            members[name].english_level = level
            members[name].save(update_fields=["english_level"])
    return members, n_new


def _accounts(
    campaign: Campaign, names: Collection[str], *, as_accounts: bool
) -> tuple[dict[str, User], int]:
    """The accounts by the name in the file; those who have none get one that is theirs alone."""
    plain = {name: User.normalize_username(name) for name in names}
    persons = _known(plain.values()) if as_accounts else set()
    imported = _imported(campaign)
    usernames = {
        name: username if _means_account(username, imported, persons) else f"{PREFIX}{username}"
        for name, username in plain.items()
    }
    accounts, n_new = accounts_by_name(usernames=list(usernames.values()))
    return {name: accounts[username] for name, username in usernames.items()}, n_new


def _means_account(username: str, imported: Collection[str], persons: Collection[str]) -> bool:
    """Whose rows are here already goes before what the importer says now: nobody becomes two."""
    if username in imported:
        return True
    return username in persons and f"{PREFIX}{username}" not in imported


def _known(usernames: Collection[str]) -> set[str]:
    found = User.objects.filter(username__in=usernames)
    return set(found.values_list("username", flat=True))


def _imported(campaign: Campaign) -> set[str]:
    """The user names of the members who have rows that were imported."""
    rows = Judgment.objects.filter(
        assessor=OuterRef("pk"), cause__in=(Cause.IMPORTED, Cause.REJECTED)
    )
    members = campaign.memberships.filter(Exists(rows), user__isnull=False)
    return set(members.values_list("user__username", flat=True))


def _check_names(campaign: Campaign, rows: Sequence[JudgmentRow]) -> None:
    pseudonyms = set(campaign.memberships.values_list("pseudonym", flat=True))
    for row in rows:
        if len(User.normalize_username(row.assessor)) > MAX_NAME:
            raise row.wrong(f"the assessor's name is over {MAX_NAME} characters")
        if row.assessor in pseudonyms:
            what = f"{row.assessor} is a pseudonym of {campaign} itself"
            raise row.wrong(f"{what}, whose judgments are here already")


def _told(rows: Sequence[JudgmentRow], field: str, known: Collection[str]) -> dict[str, str]:
    """What the rows tell of assessors in a field, by name."""
    told: dict[str, str] = {}
    for row in rows:
        value = getattr(row, field)
        if value and value not in known:
            raise row.wrong(f"{value!r} is none of {', '.join(known)}")
        if value and told.setdefault(row.assessor, value) != value:
            raise row.wrong(f"{row.assessor} is {value} here and {told[row.assessor]} before")
    return told


def _members(
    campaign: Campaign, accounts: Mapping[str, User], kinds: Mapping[str, str]
) -> dict[str, Membership]:
    members: dict[int, Membership] = {}
    for kind in sorted(set(kinds.values())):
        users = [account for name, account in accounts.items() if kinds[name] == kind]
        members |= join_campaign(campaign=campaign, users=users, kind=AssessorKind(kind))
    return {name: members[account.pk] for name, account in accounts.items()}
