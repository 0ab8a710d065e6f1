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
        owners: pseudonyms of those who are people with an account here, and its user name.
    """

    members: dict[str, Membership]
    owners: dict[str, str]
    n_new_accounts: int

    @property
    def named(self) -> dict[str, list[str]]:
        """What the log says of them: no account is to stand beside a pseudonym."""
        return {"in_name_of": list(self.owners)} if self.owners else {}


def recorded_assessors(
    campaign: Campaign, rows: Sequence[JudgmentRow], kind: AssessorKind, *, as_accounts: bool
) -> Assessors:
    """The campaign's members for the assessors of the rows.

    They have accounts of their own, in which nobody can sign in, whoever else is called the same:
    so nobody learns from a name who is who, or answers in somebody's name. With `as_accounts`, a
    name that is an account's means its owner, but where an import into the campaign took it for
    somebody else. New members are of the kind and the level of English that their rows tell, or
    else of `kind`.

    Raises:
        BadInput: a name that is too long or a pseudonym of this campaign, whose rows are here
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
    """The accounts' names by the name in the file."""
    plain = {name: User.normalize_username(name) for name in names}
    persons = _persons(campaign, plain.values()) if as_accounts else set()
    return {
        name: username if username in persons else f"{RECORDED}{username}"
        for name, username in plain.items()
    }


def _persons(campaign: Campaign, usernames: Collection[str]) -> set[str]:
    """Those who have an account, but for whom an import took for somebody else: nobody becomes
    two."""
    found = User.objects.filter(username__in=usernames)
    others = _imported(campaign)
    names = found.values_list("username", flat=True)
    return {name for name in names if f"{RECORDED}{name}" not in others}


def _imported(campaign: Campaign) -> set[str]:
    """The user names of the members who have rows that were imported."""
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
    return dict(sorted(owners.items()))  # in an order that tells nothing of the file's


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
    """What the rows tell of assessors in a field, by name."""
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
