from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.db import transaction
from pytest_django.fixtures import Settings

from annotation.identity.rights import Rights
from annotation.models import AssessorKind
from annotation.people.creating import create_account
from ranking.exceptions import NameTaken
from tests.factories import make_campaign, make_pool
from tests.refusals import refused
from tests.waiting import closing, until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db

RIGHTS = ("annotation.may_organize", "ranking.may_research")


def test_an_account_can_sign_in_with_its_password() -> None:
    user = create_account(username="alice", password="spruce")
    assert authenticate(username="alice", password="spruce") == user
    assert authenticate(username="alice", password="fir") is None


@pytest.mark.parametrize(
    ("may_organize", "may_research"), [(False, False), (True, False), (False, True), (True, True)]
)
def test_an_account_has_the_rights_that_it_was_given(
    may_organize: bool, may_research: bool
) -> None:
    rights = Rights(may_organize=may_organize, may_research=may_research)
    create_account(username="alice", password="spruce", rights=rights)
    user = User.objects.get(username="alice")
    assert [user.has_perm(right) for right in RIGHTS] == [may_organize, may_research]


def test_an_account_judges_in_the_campaigns_that_are_named() -> None:
    pool = make_pool()
    one, two, _ = (make_campaign(name, pool) for name in ("one", "two", "three"))
    user = create_account(username="alice", password="spruce", judges_in=[one, two])
    memberships = user.memberships.values_list("campaign__name", "kind")
    assert set(memberships) == {("one", AssessorKind.HUMAN), ("two", AssessorKind.HUMAN)}


def test_a_pseudonym_reveals_nothing_of_the_name() -> None:
    user = create_account(username="alice", password="spruce", judges_in=[make_campaign()])
    assert "alice" not in user.memberships.get().pseudonym.lower()


@pytest.mark.parametrize("name", ["jos\u00e9", "jose\u0301"], ids=["composed", "decomposed"])
def test_a_taken_name_is_refused_in_either_spelling(name: str) -> None:
    create_account(username="jos\u00e9", password="spruce")
    with refused(NameTaken, "name_taken", field="name"):
        create_account(username=name, password="fir")


class TellingHasher(MD5PasswordHasher):
    hashed: list[str] = []

    def encode(self, password: str, salt: str) -> str:
        self.hashed.append(password)
        return super().encode(password, salt)


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_names_has_hashed_already(settings: Settings) -> None:
    """Accounts are stored one by one, and hashes take long."""
    settings.PASSWORD_HASHERS = [f"{__name__}.TellingHasher"]
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            create_account(username="alice", password="spruce")
            other = threads.submit(closing(lambda: create_account(username="bob", password="fir")))
            until_someone_waits_for_a_lock()
            assert TellingHasher.hashed == ["spruce", "fir"]
        other.result()
    assert User.objects.count() == 2
