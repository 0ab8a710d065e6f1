from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.accounts import AccountBackend

pytestmark = pytest.mark.django_db


def test_get_user_finds_the_account_as_django_does(alice: User) -> None:
    found = AccountBackend().get_user(alice.pk)
    assert found is not None
    assert vars(found).keys() == vars(User.objects.get(pk=alice.pk)).keys()
    assert (found, found.username) == (alice, alice.username)


def test_get_user_finds_nobody_under_an_unknown_id(alice: User) -> None:
    assert AccountBackend().get_user(alice.pk + 1) is None


def test_get_user_refuses_an_account_that_was_switched_off(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert AccountBackend().get_user(alice.pk) is None
