"""Every address by every method: who may, who may not, and what may be sent there.

One pass over each door makes all checks on one scene; what each finds names check and role.
"""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import Resolver404, resolve
from rest_framework.authentication import SessionAuthentication

from annotation.models import Membership
from annotation.tokens.authentication import TokenAuthentication
from ranking.http.body_text import JSONText
from ranking.http.uploads import HeaderSession, WholeMultiPartParser
from tests.database.shared_rows import undone
from tests.security.checks import access, forged_ids, tokens
from tests.security.checks.extra_fields import LONG_AGO, extra_fields_change_nothing
from tests.security.checks.privacy import (
    what_is_private_is_as_what_is_not_there,
    what_is_private_is_listed_nowhere,
)
from tests.security.door import Door
from tests.security.doors import BY_ID, DOORS, addresses, views
from tests.security.footprints import changes, writes
from tests.security.house import House

pytestmark = pytest.mark.django_db

CHECKS = (
    *access.CHECKS,
    *forged_ids.CHECKS,
    *tokens.CHECKS,
    extra_fields_change_nothing,
    what_is_private_is_as_what_is_not_there,
    what_is_private_is_listed_nowhere,
)
NO_NUMBERS = ("-1", "1.0", "+1", "0x1", "1e1", "\u0663", "\uff11", " 1", "1\0", "1/../1", "..%2f1")


@pytest.mark.parametrize("door", DOORS, ids=str)
def test_every_door(door: Door, house: House) -> None:
    faults = [f"{check.__name__}: {fault}" for check in CHECKS for fault in check(door, house)]
    assert not faults, "\n".join(faults)


def test_every_address_and_method_has_an_entry() -> None:
    found = {(method, path) for path, methods in addresses().items() for method in methods}
    assert found == {(door.method, door.path) for door in DOORS}


def test_every_view_takes_tokens_and_sessions_and_reads_bodies_by_what_checks_them() -> None:
    """The parsers that `test_bodies` tries at a few doors are the same at all doors."""
    kinds = {(*view.authentication_classes, *view.parser_classes) for view in views()}
    assert kinds == {
        (TokenAuthentication, SessionAuthentication, JSONText),
        (TokenAuthentication, HeaderSession, WholeMultiPartParser),
    }


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_no_address_takes_what_is_no_number(text: str) -> None:
    for door in BY_ID:
        for place in re.findall("<int:.+?>", door.path):
            path = re.sub("<.+?>", "1", door.path.replace(place, text))
            with pytest.raises(Resolver404):
                resolve(f"/{path}")


# What the checks rest on


def test_every_write_is_seen(house: House) -> None:
    """A right, a role, a row of another campaign all leave a mark, undone or not."""
    people, member = User.objects.in_bulk(field_name="username"), house.scene.stage.assessor.member
    for deed in (
        lambda: User.objects.filter(username="mallory").update(is_superuser=True),
        lambda: people["mallory"].user_permissions.add(1),
        lambda: people["carol"].user_permissions.clear(),
        lambda: Membership.objects.filter(pk=member.pk).update(qualified_at=LONG_AGO),
        lambda: Membership.objects.filter(pk=member.pk).update(quota=4242),
    ):
        counted = writes()
        with undone():
            deed()
            seen = changes(house.rows, counted)
        assert (seen != [], changes(house.rows, counted)) == (True, [])
        assert writes() != counted
