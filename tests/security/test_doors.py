"""Every address by every method, tried by everybody."""

from __future__ import annotations

import pytest

from tests.security.doors import DOORS, EVERYBODY, METHODS, ROLES, Door, addresses, enter
from tests.security.scene import Scene, rows, undone

pytestmark = pytest.mark.django_db


def test_every_address_and_method_has_an_entry() -> None:
    found = {(method, path) for path, methods in addresses().items() for method in methods}
    assert found == {(door.method, door.path) for door in DOORS}


@pytest.mark.parametrize("door", [door for door in DOORS if door.who != EVERYBODY], ids=str)
def test_who_may_not_is_refused_and_changes_nothing(door: Door, scene: Scene) -> None:
    outside = {role: scene.client(role) for role in ROLES if role not in door.who}
    before = rows()
    told = {role: enter(door, client, scene, role) for role, client in outside.items()}
    assert {role: answer.status_code for role, answer in told.items()} == {
        role: 403 if role == "anonymous" else door.refusal for role in outside
    }
    assert rows() == before


@pytest.mark.parametrize("door", DOORS, ids=str)
def test_who_may_is_let_in(door: Door, scene: Scene) -> None:
    told: dict[str, int] = {}
    for role in door.who:
        client = scene.client(role)
        with undone():
            told[role] = enter(door, client, scene, role).status_code // 100
    assert told == dict.fromkeys(door.who, 2)


@pytest.mark.parametrize("path", sorted(addresses()))
def test_other_methods_are_refused_and_change_nothing(path: str, scene: Scene) -> None:
    doors = [door for door in DOORS if door.path == path]
    others = [m for m in (*METHODS, "trace", "merge") if m not in {door.method for door in doors}]
    role = next(role for role in reversed(ROLES) if role in doors[0].who)
    client = scene.client(role)
    before = rows()
    told = {m: client.generic(m.upper(), doors[0].address(scene)).status_code for m in others}
    assert told == dict.fromkeys(others, 405)
    assert rows() == before


@pytest.mark.parametrize("path", sorted(path for path in addresses() if path.startswith("api/")))
def test_asking_what_may_be_done_tells_strangers_nothing(path: str, scene: Scene) -> None:
    """OPTIONS passes the permissions of the address itself."""
    door = next(door for door in DOORS if door.path == path)
    client = scene.client("anonymous")
    answer = client.generic("OPTIONS", door.address(scene))
    assert answer.status_code == (200 if "anonymous" in door.who else 403)
