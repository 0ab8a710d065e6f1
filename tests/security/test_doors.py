"""Every address by every method, tried by everybody."""

from __future__ import annotations

import pytest

from tests.security.door import EVERYBODY, METHODS, ROLES, Door
from tests.security.doors import DOORS, addresses, enter
from tests.security.scene import Scene, rows
from tests.shared_rows import undone

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
        role: door.refusal(role) for role in outside
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


def test_other_methods_are_refused_and_change_nothing(scene: Scene) -> None:
    before, told = rows("last_login"), {}
    for path, taken in addresses().items():
        door = next(door for door in DOORS if door.path == path)
        client = scene.client(min(door.who - {"anonymous"}))
        for method in {*METHODS, "trace", "merge"} - taken:
            answer = client.generic(method.upper(), door.address(scene))
            told[method, path] = answer.status_code
    assert told == dict.fromkeys(told, 405)
    assert rows("last_login") == before


def test_asking_what_may_be_done_tells_strangers_nothing(scene: Scene) -> None:
    """OPTIONS passes the permissions of the address itself; the schema is a file and has none."""
    doors = {door.path: door for door in DOORS if door.path.startswith("api/")}
    doors.pop("api/schema")
    client = scene.client("anonymous")
    told = {
        path: client.generic("OPTIONS", door.address(scene)).status_code
        for path, door in doors.items()
    }
    assert told == {path: 200 if "anonymous" in door.who else 403 for path, door in doors.items()}
