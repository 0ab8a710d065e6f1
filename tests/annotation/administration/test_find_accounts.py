from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.administration.listing import PAGE_SIZE, find_accounts, person
from annotation.identity.links import make_link, set_password_by_link
from annotation.identity.log import account_events
from annotation.models import AccountEvent, AssessorKind, Campaign, CampaignState, PasswordLink
from annotation.people.anonymizing import anonymize_campaign
from annotation.people.creating import create_account
from annotation.people.joining import accounts_by_name
from ranking.exceptions import NotFound
from tests.annotation.inviting import PASSWORD
from tests.factories import make_administrator, make_campaign, make_member, make_pool, make_user

pytestmark = pytest.mark.django_db
LONG_AGO = datetime(2026, 3, 17, 9, 41, tzinfo=UTC)


def names(**sought: object) -> list[str]:
    return [account.username for account in find_accounts(**sought).rows]  # type: ignore[arg-type]


def imported(name: str) -> User:
    [account] = accounts_by_name(usernames=[name])[0].values()
    return account


def test_accounts_come_by_name_with_rights_and_campaigns() -> None:
    pool = make_pool()
    carol = make_user("Carol", "annotation.may_organize")
    for name in ("one", "two"):
        make_member(make_campaign(name, pool), carol)
    make_user("bob")
    found = find_accounts().rows
    shown = [(each.username, each.may_organize, each.n_campaigns) for each in found]
    assert shown == [("bob", False, 0), ("Carol", True, 2)]


def test_a_part_of_a_name_finds_it() -> None:
    for name in ("alice", "malice_100%", "bob"):
        make_user(name.replace("%", "+"))
    assert names(search="LICE") == ["alice", "malice_100+"]
    assert names(search="_") == ["malice_100+"]
    assert names(search="zz") == []


def test_pages_follow_one_another() -> None:
    User.objects.bulk_create(User(username=f"u{i:03}", password="x") for i in range(PAGE_SIZE + 2))
    first, second, beyond = (find_accounts(page=page) for page in (1, 2, 3))
    assert (first.n, first.n_pages) == (PAGE_SIZE + 2, 2)
    assert [len(page.rows) for page in (first, second)] == [PAGE_SIZE, 2]
    assert second.rows[0].username == f"u{PAGE_SIZE:03}"
    assert beyond == second


def test_accounts_in_which_nobody_signs_in_are_not_listed() -> None:
    program = imported("recorded:model")
    make_member(make_campaign(), program, AssessorKind.MODEL)
    invited = create_account(username="dave", password=None)
    make_link(account=invited)
    assert names() == ["dave"]
    with pytest.raises(NotFound):
        person(program.pk)


@pytest.mark.parametrize("address", ["/api/accounts", "/api/accounts/events"])
def test_the_number_of_queries_is_the_same_for_any_number_of_accounts(address: str) -> None:
    def n_queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    client, pool = Client(), make_pool()
    client.force_login(make_administrator("root"))
    campaign = make_campaign(pool=pool)
    counts = []
    for accounts in (range(2), range(2, 50)):
        for i in accounts:
            make_link(account=make_user(f"u{i}", "annotation.may_organize"))
            make_member(campaign, User.objects.get(username=f"u{i}"))
        counts.append(n_queries())
    assert counts[0] == counts[1]


def test_the_log_is_read_a_page_at_a_time(alice: User) -> None:
    AccountEvent.objects.bulk_create(
        AccountEvent(account=alice, kind="activated") for _ in range(25)
    )
    first = account_events()
    second = account_events(first.next)
    assert [len(page.rows) for page in (first, second)] == [20, 5]
    assert second.next is None
    read = [event.pk for event in (*first.rows, *second.rows)]
    assert read == sorted(read, reverse=True)


# Where people were made anonymous


@pytest.fixture
def closed(alice: User) -> Campaign:
    campaign = make_campaign()
    make_member(campaign, alice)
    make_member(campaign, imported("recorded:Real Name"))
    Campaign.objects.update(state=CampaignState.CLOSED)
    return campaign


def anonymize(campaign: Campaign) -> None:
    anonymize_campaign(campaign=campaign, confirmation=campaign.name)


def test_the_log_keeps_the_month_alone(closed: Campaign, alice: User) -> None:
    """The campaign's log shows the second at which a pseudonym joined."""
    bob = make_user("bob")
    for account in (alice, bob):
        set_password_by_link(token=make_link(account=account).token, password=PASSWORD)
    AccountEvent.objects.update(at=LONG_AGO)
    anonymize(closed)
    times = dict(AccountEvent.objects.values_list("account__username", "at"))
    assert times == {"alice": datetime(2026, 3, 1, tzinfo=UTC), "bob": LONG_AGO}
    assert list(PasswordLink.objects.values_list("account__username", flat=True)) == ["bob"]


def test_no_name_of_an_anonymized_campaign_is_listed(closed: Campaign) -> None:
    client = Client()
    client.force_login(make_administrator("root"))
    anonymize(closed)
    shown = [client.get(f"/api/accounts{more}").content.decode() for more in ("", "/events")]
    assert not any("Real Name" in answer or "P-alice" in answer for answer in shown)
    [alice] = [
        one for one in client.get("/api/accounts").json()["rows"] if one["username"] != "root"
    ]
    assert (alice["username"], alice["n_campaigns"]) == ("alice", 0)
