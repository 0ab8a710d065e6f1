"""Other people's private things answer as if they did not exist."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Value
from django.db.models.functions import Concat

from annotation.models import LabelSet
from evaluation.models import SavedComparison, Training
from ranking.models import Collection, Run, TopicSet, Visibility
from tests.database.shared_rows import undone
from tests.security.door import READERS, RESEARCHERS, SIGNED_IN, Door
from tests.security.doors import LIBRARY
from tests.security.house import House

SECRET, NOTHING = "secret-", "nothing-"
MODELS = (Run, LabelSet, Collection, TopicSet, SavedComparison, Training)
NAMES = {"run1", "run2", "loud1", "labels", "other-labels", "trees", "needs", "loud"} | {
    "spare",
    "todays",
    "hedges",
    "cut-hedges",
    "training",
}
# Studies and campaigns are made of nothing that is private: the scene's own show their grounds.
OTHERS = ("api/stud", "api/campaigns", "api/jobs/")
READING = ("researcher", "organizer", "assessor")
ASKED = (READERS, RESEARCHERS, SIGNED_IN)


def what_is_private_is_as_what_is_not_there(door: Door, house: House) -> list[str]:
    if door.who not in ASKED or not names_something(door):
        return []
    with everything_is_private():
        private, nothing = (asked(door, house, prefix) for prefix in (SECRET, NOTHING))
    return [] if private == nothing else [f"{private}, and {nothing} where there is nothing"]


def what_is_private_is_listed_nowhere(door: Door, house: House) -> list[str]:
    if door.who not in ASKED or not door.is_read or door.path.startswith(OTHERS):
        return []
    is_list = door.path.removeprefix("api/") in LIBRARY
    with everything_is_private():
        fields = {role: house.got(door, role).content for role in READING}
    shown = [role for role, content in fields.items() if SECRET.encode() in content]
    counted = [role for role, content in fields.items() if is_list and json.loads(content)["n"]]
    return [f"to {role}" for role in shown + counted]


def renamed(part: Any, prefix: str) -> Any:
    """A request with other names of the scene's things."""
    if isinstance(part, dict):
        return {key: renamed(value, prefix) for key, value in part.items()}
    if isinstance(part, list):
        return [renamed(one, prefix) for one in part]
    if isinstance(part, str):
        return ",".join(prefix + one if one in NAMES else one for one in part.split(","))
    return part


def names_something(door: Door) -> bool:
    fields = {**door.query, **door.body}
    return bool(renamed(fields, SECRET) != fields)


@contextmanager
def everything_is_private() -> Iterator[None]:
    """To somebody with a role of their own, by names that nothing else has."""
    with undone():
        owner = User.objects.create(username="owner-of-all")
        for model in MODELS:
            name = Concat(Value(SECRET), F("name"))
            model._default_manager.update(visibility=Visibility.PRIVATE, owner=owner, name=name)
        yield


def asked(door: Door, house: House, prefix: str) -> tuple[int, str]:
    body, query = (renamed(dict(part), prefix) for part in (door.body, door.query))
    role = "researcher" if "researcher" in door.who else "organizer"
    with undone():
        got = house.got(door._replace(body=body, query=query), role)
    return got.status, got.content.decode().replace(prefix, "")
