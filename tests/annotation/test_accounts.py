from __future__ import annotations

import pytest
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Group, Permission, User

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


@pytest.mark.parametrize("kind", ["plain", "in a group", "superuser", "switched off"])
def test_permissions_are_those_that_django_finds(kind: str, alice: User) -> None:
    alice.user_permissions.add(Permission.objects.get(codename="may_research"))
    if kind == "in a group":
        group = Group.objects.create(name="organizers")
        group.permissions.add(Permission.objects.get(codename="may_organize"))
        alice.groups.add(group)
    is_active, is_superuser = kind != "switched off", kind == "superuser"
    User.objects.filter(pk=alice.pk).update(is_active=is_active, is_superuser=is_superuser)
    ours, theirs = User.objects.get(pk=alice.pk), User.objects.get(pk=alice.pk)
    expected = ModelBackend().get_all_permissions(theirs)
    assert AccountBackend().get_all_permissions(ours) == expected
    assert ("annotation.may_organize" in expected) == (kind in {"in a group", "superuser"})
