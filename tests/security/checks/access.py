"""Who may and who may not, and how a request of another site looks."""

from __future__ import annotations

from collections.abc import Collection
from unittest.mock import patch
from urllib.parse import urlencode

from django.db import connection
from django.db.models import Model

from annotation.people.api.throttles import AddressThrottle
from evaluation.models import Evaluation, RunHash, TopicCoverage, TopicScores
from tests.database.shared_rows import undone
from tests.security.door import EVERYBODY, METHODS, ROLES, Door
from tests.security.doors import DOORS, addresses, sensible_body
from tests.security.house import Got, House, differences
from tests.tiers import THOROUGH

KEPT = (TopicScores, TopicCoverage, Evaluation, RunHash)
FORM_KINDS = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain")
FILES = ("api/schema", "api/docs")
OTHERS = {*METHODS, "trace", "merge"} if THOROUGH else {*METHODS}
MADE_UP = "a" * 64
READ_BY_POST = {"api/shared-comparisons"}


def outsiders_are_refused(door: Door, house: House) -> list[str]:
    with house.unchanged() as faults:
        outside = [role for role in ROLES if role not in door.who]
        fields = {role: house.got(door, role).refusal for role in outside}
        faults += differences(fields, {role: door.refusal(role) for role in outside})
    return faults


def insiders_are_let_in(door: Door, house: House) -> list[str]:
    """With the token of their browser, so that nothing else refuses others.

    Teams have no browser: `tokens` tries their doors.
    """
    if door.is_for_teams:
        return []
    if door.is_read:
        return _readers_are_let_in(door, house)
    fields = {}
    for role in door.who:
        with undone():
            fields[role] = house.got(door, role).status
    return [f"{role}: {status}" for role, status in fields.items() if status // 100 != 2]


def _readers_are_let_in(door: Door, house: House) -> list[str]:
    """Where PostgreSQL refuses to write; one of them where nothing is kept that was worked out.

    Only guesses are counted.
    """
    with patch.object(AddressThrottle, "allow_request"):
        found = _reading(door, house, {door.insider}, KEPT)
        found |= _reading(door, house, door.who - {door.insider}, ())
    empty = [f"{role}: nothing" for role, got in found.items() if not got.content]
    return differences({role: got.status for role, got in found.items()}, 200) + empty


def _reading(
    door: Door, house: House, roles: Collection[str], without: Collection[type[Model]]
) -> dict[str, Got]:
    with undone(), connection.cursor() as cursor:
        for model in without:
            model._default_manager.all().delete()
        cursor.execute("SET TRANSACTION READ ONLY")
        return {role: house.got(door, role) for role in roles}


def changes_of_other_sites_are_refused(door: Door, house: House) -> list[str]:
    """Those of who is signed in, and of who need not be: a site could sign somebody in.

    A POST that only reads is open to strangers without a token.
    """
    if door.is_read:
        return []
    roles = ("anonymous", "assessor") if door.who == EVERYBODY else (door.insider,)
    roles = ("assessor",) if door.path in READ_BY_POST else roles
    tokens = (None, "", MADE_UP, house.browsers["outsider"].token)
    with house.unchanged() as faults:
        fields = {
            f"{role} with the token {token!r}": house.with_token(token, door, role).status
            for role in roles
            for token in tokens
        }
        faults += differences(fields, 403)
    return faults


def forms_are_no_requests(door: Door, house: House) -> list[str]:
    """Forms of other sites need no permission of the browser; JSON does."""
    if door.is_read or not door.body:
        return []
    role = door.insider
    body = urlencode({**sensible_body(door, house.scene, role), "more": 1})
    with house.unchanged() as faults:
        for kind in FORM_KINDS:
            status = house.sent(door, role, body, kind).status
            if status not in {400, 405, 415}:
                faults.append(f"{kind} as {role}: {status}")
    return faults


def other_methods_are_refused(door: Door, house: House) -> list[str]:
    """Of each address once."""
    first = next(other for other in DOORS if other.path == door.path)
    if door != first or door.is_for_teams:
        return []
    role = min(door.who - {"anonymous"})
    with house.unchanged() as faults:
        fields = {
            method: house.sent(door._replace(method=method), role, b"").status
            for method in OTHERS - addresses()[door.path]
        }
        faults += differences(fields, 405)
    return faults


def options_tell_strangers_nothing(door: Door, house: House) -> list[str]:
    """OPTIONS passes the permissions of the address itself; the schema and its page have none."""
    if not door.path.startswith("api/") or door.path in FILES:
        return []
    with house.unchanged() as faults:
        status = house.sent(door._replace(method="options"), "anonymous", b"").status
        faults += differences({"OPTIONS": status}, 200 if "anonymous" in door.who else 403)
    return faults


CHECKS = (
    outsiders_are_refused,
    insiders_are_let_in,
    changes_of_other_sites_are_refused,
    forms_are_no_requests,
    other_methods_are_refused,
    options_tell_strangers_nothing,
)
