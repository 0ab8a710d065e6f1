"""Members for the assessors named in recorded rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef

from annotation.identity.user_names import MAX_USER_NAME, RECORDED
from annotation.models import AssessorKind, Campaign, Cause, EnglishLevel, Judgment, Membership
from annotation.people.joining import accounts_by_name, join_campaign
from regrade.files.judging.judgment_row import JudgmentRow

MAX_NAME = MAX_USER_NAME - len(
    RECORDED
)  # characters that are left of what an account's name may have


class Assessors(NamedTuple):
    """The assessors of recorded rows, by their name in the file.

    Attributes:
        owners: user names of the people with an account here, by pseudonym.
    """

    members: dict[str, Membership]
    owners: dict[str, str]
    n_new_accounts: int

    @property
    def named(self) -> dict[str, list[str]]:
        """Their pseudonyms for the log, without account names, so that nobody can match the two."""
        return {"in_name_of": list(self.owners)} if self.owners else {}


def recorded_assessors(
    campaign: Campaign, rows: Sequence[JudgmentRow], kind: AssessorKind, *, as_accounts: bool
) -> Assessors:
    """The campaign's members for the assessors of the rows.

    They get placeholder accounts without a login, even if an account has the same name, so that a
    name neither identifies anybody nor lets rows be attributed to them. With `as_accounts`, an
    account's name means its owner, unless an earlier import into the campaign made a placeholder
    for it. New members have the kind and English level in their rows, or else `kind`.

    Raises:
        BadInput: a name that is too long, or a pseudonym of this campaign, whose rows are stored
            already; an unknown kind or level, or two of them for one assessor.
        PeopleRefused: the campaign's people were made anonymous.
    """
    _check_names(campaign, rows)
    kinds = _values_by_assessor(rows, "kind", AssessorKind.values)
    levels = _values_by_assessor(rows, "english_level", EnglishLevel.values)
    names = list(dict.fromkeys(row.assessor for row in rows))
    usernames = _usernames(campaign, names, as_accounts=as_accounts)
    accounts, n_new = accounts_by_name(usernames=list(usernames.values()))
    before = set(campaign.memberships.values_list("user", flat=True))
    users = {name: accounts[username] for name, username in usernames.items()}
    members = _members(campaign, users, {name: kinds.get(name, kind) for name in users})
    for name, level in levels.items():
        if members[name].user_id not in before:
            members[name].english_level = level
            members[name].save(update_fields=["english_level"])
    return Assessors(members, _owners(members, usernames), n_new)


def _usernames(campaign: Campaign, names: Collection[str], *, as_accounts: bool) -> dict[str, str]:
    """Account names by the name in the file."""
    plain = {name: User.normalize_username(name) for name in names}
    persons = _persons(campaign, plain.values()) if as_accounts else set()
    return {
        name: username if username in persons else f"{RECORDED}{username}"
        for name, username in plain.items()
    }


def _persons(campaign: Campaign, usernames: Collection[str]) -> set[str]:
    """Accounts by name, without placeholders of earlier imports."""
    found = User.objects.filter(username__in=usernames)
    others = _imported(campaign)
    names = found.values_list("username", flat=True)
    return {name for name in names if f"{RECORDED}{name}" not in others}


def _imported(campaign: Campaign) -> set[str]:
    """User names of members with imported rows."""
    rows = Judgment.objects.filter(
        assessor=OuterRef("pk"), cause__in=(Cause.IMPORTED, Cause.REJECTED)
    )
    members = campaign.memberships.filter(Exists(rows), user__isnull=False)
    return set(members.values_list("user__username", flat=True))


def _owners(members: Mapping[str, Membership], usernames: Mapping[str, str]) -> dict[str, str]:
    owners = {
        members[name].pseudonym: username
        for name, username in usernames.items()
        if not username.startswith(RECORDED)
    }
    return dict(sorted(owners.items()))  # in an order independent of the file's


def _check_names(campaign: Campaign, rows: Sequence[JudgmentRow]) -> None:
    pseudonyms = set(campaign.memberships.values_list("pseudonym", flat=True))
    for row in rows:
        if len(User.normalize_username(row.assessor)) > MAX_NAME:
            reason = f"the assessor's name is over {MAX_NAME} characters"
            raise row.wrong(reason, code="name_too_long")
        if row.assessor in pseudonyms:
            what = f"{row.assessor} is a pseudonym of {campaign} itself"
            raise row.wrong(f"{what}, whose judgments are here already", code="own_export")


def _values_by_assessor(
    rows: Sequence[JudgmentRow], field: str, known: Collection[str]
) -> dict[str, str]:
    """Each assessor's value of a field, by name."""
    values: dict[str, str] = {}
    for row in rows:
        value = getattr(row, field)
        if value and value not in known:
            raise row.wrong(f"{value!r} is none of {', '.join(known)}", code=f"unknown_{field}")
        if value and values.setdefault(row.assessor, value) != value:
            reason = f"{row.assessor} is {value} here and {values[row.assessor]} before"
            raise row.wrong(reason, code=f"other_{field}")
    return values


def _members(
    campaign: Campaign, accounts: Mapping[str, User], kinds: Mapping[str, str]
) -> dict[str, Membership]:
    members: dict[int, Membership] = {}
    for kind in sorted(set(kinds.values())):
        users = [account for name, account in accounts.items() if kinds[name] == kind]
        members |= join_campaign(campaign=campaign, users=users, kind=AssessorKind(kind))
    return {name: members[account.pk] for name, account in accounts.items()}
