from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client

from annotation.administration.changing import change_account, invite_account
from annotation.exceptions import PeopleRefused
from annotation.identity.links import make_link, usable_link
from annotation.identity.rights import Rights, rights_of
from annotation.models import AccountEvent
from ranking.exceptions import NameTaken
from tests.factories import make_administrator, make_user
from tests.refusals import refused
from tests.waiting import closing, until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(db: None) -> User:
    return make_administrator("root")


def events() -> list[tuple[str, str, str | None]]:
    rows = AccountEvent.objects.order_by("pk")
    return list(rows.values_list("kind", "account__username", "actor__username"))


def test_rights_are_those_that_were_ticked_and_others_stay(root: User, alice: User) -> None:
    change_account(account=alice, changes={"may_organize": True}, actor=root)
    change_account(account=alice, changes={"may_research": True}, actor=root)
    change_account(account=alice, changes={"may_organize": False}, actor=root)
    assert rights_of(alice) == Rights(may_research=True)
    assert User.objects.get(pk=alice.pk).has_perm("ranking.may_research")
    assert events() == [("rights", "alice", "root")] * 3
    assert AccountEvent.objects.latest("pk").details == {"given": [], "taken": ["may_organize"]}


def test_what_is_so_already_is_not_logged(root: User, alice: User) -> None:
    changes = {"may_organize": False, "is_active": True}
    change_account(account=alice, changes=changes, actor=root)
    assert events() == []


REASONS = {"is_administrator": "last_administrator", "is_active": "own_account"}


@pytest.mark.parametrize("changes", [{"is_administrator": False}, {"is_active": False}])
def test_the_last_administrator_stays_one(changes: dict[str, bool], root: User) -> None:
    gone, invited = make_administrator("gone"), make_administrator("invited")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    invited.set_unusable_password()  # a link is on its way, which may never be opened
    invited.save()
    with refused(PeopleRefused, REASONS[next(iter(changes))]):
        change_account(account=root, changes=changes, actor=root)
    assert User.objects.get(pk=root.pk).is_superuser
    assert User.objects.get(pk=root.pk).is_active


def test_an_administrator_may_step_down_where_another_is(root: User) -> None:
    make_administrator("other")
    change_account(account=root, changes={"is_administrator": False}, actor=root)
    assert not User.objects.get(pk=root.pk).is_superuser


def test_nobody_deactivates_themselves(root: User) -> None:
    make_administrator("other")
    with refused(PeopleRefused, "own_account"):
        change_account(account=root, changes={"is_active": False}, actor=root)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("changes", [{"is_administrator": False}, {"is_active": False}])
def test_of_two_who_remove_each_other_at_once_one_stays(changes: dict[str, bool]) -> None:
    one, two = make_administrator("one"), make_administrator("two")
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            change_account(account=two, changes=changes, actor=one)
            other = threads.submit(
                closing(lambda: change_account(account=one, changes=changes, actor=two))
            )
            until_someone_waits_for_a_lock()
        with refused(PeopleRefused, "last_administrator"):
            other.result()
    standing = User.objects.filter(is_superuser=True, is_active=True)
    assert list(standing) == [one]


def test_deactivating_ends_sessions_and_links_for_good(root: User, alice: User) -> None:
    mine, others = Client(), Client()
    mine.force_login(alice)
    others.force_login(make_user("bob"))
    token = make_link(account=alice).token
    change_account(account=alice, changes={"is_active": False}, actor=root)
    change_account(account=alice, changes={"is_active": True}, actor=root)
    names = [client.get("/api/session").json()["username"] for client in (mine, others)]
    assert names == [None, "bob"]
    assert Session.objects.count() == 1
    with refused(PeopleRefused, "link_revoked"):
        usable_link(token)
    assert events()[1:] == [("deactivated", "alice", "root"), ("activated", "alice", "root")]


def test_a_new_account_has_its_rights_and_no_password(root: User) -> None:
    rights = Rights(may_organize=True)
    account = invite_account(username=" dave ", rights=rights, hours=3, actor=root).account
    assert account.username == "dave"
    assert rights_of(account) == rights
    assert not account.has_usable_password()
    assert events() == [("made", "dave", "root"), ("link_made", "dave", "root")]


REFUSED = {
    "name_taken": ("alice", 3),
    "name_looks_taken": ("Alice", 3),
    "bad_name": ("a b", 3),
    "out_of_range": ("dave", 0),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_new_account_that_is_refused_leaves_nothing(code: str, root: User, alice: User) -> None:
    username, hours = REFUSED[code]
    with pytest.raises((PeopleRefused, NameTaken)) as found:
        invite_account(username=username, rights=Rights(), hours=hours, actor=root)
    assert found.value.code == code
    assert set(User.objects.all()) == {root, alice}
    assert events() == []
