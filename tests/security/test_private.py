"""What is private to somebody else answers as if it were not there, at every address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from annotation.models import LabelSet
from evaluation.models import SavedComparison
from ranking.models import Collection, Run, TopicSet, Visibility
from tests.factories import make_user
from tests.security.door import READERS, RESEARCHERS, SIGNED_IN, Door
from tests.security.doors import DOORS, enter
from tests.security.scene import Scene
from tests.shared_rows import undone

pytestmark = pytest.mark.django_db

SECRET, NOTHING = "secret-", "nothing-"
MODELS = (Run, LabelSet, Collection, TopicSet, SavedComparison)
NAMES = {"run1", "run2", "loud1", "labels", "other-labels", "trees", "needs", "loud"} | {
    "spare",
    "todays",
    "hedges",
    "cut-hedges",
}
# Studies and campaigns are made of nothing that is private: the scene's own show their grounds.
OTHERS = ("api/stud", "api/campaigns", "api/jobs/")
ASKED = [door for door in DOORS if door.who in (READERS, RESEARCHERS, SIGNED_IN)]
LISTS = [d for d in ASKED if d.method == "get" and not d.path.startswith(OTHERS)]


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
    told = {**door.query, **door.body}
    return bool(renamed(told, SECRET) != told)


NAMING = [door for door in ASKED if names_something(door)]


@pytest.fixture
def hidden(scene: Scene) -> Iterator[Scene]:
    """Everything is olga's alone, by a name that nothing else has."""
    olga = make_user("owner-of-all", "ranking.may_research", "annotation.may_organize")
    with undone():
        for model in MODELS:
            for thing in model._default_manager.all():
                fields = {"name": SECRET + str(thing), "owner": olga}
                same = model._default_manager.filter(pk=thing.pk)
                same.update(visibility=Visibility.PRIVATE, **fields)
        yield scene


def asked(door: Door, scene: Scene, prefix: str) -> tuple[int, str]:
    body, query = (renamed(dict(part), prefix) for part in (door.body, door.query))
    changed = door._replace(body=body, query=query)
    role = "researcher" if "researcher" in door.who else "organizer"
    answer = enter(changed, scene.client(role), scene, role)
    return answer.status_code, answer.content.decode().replace(prefix, "")


@pytest.mark.parametrize("door", NAMING, ids=str)
def test_what_is_private_answers_as_what_is_not_there(door: Door, hidden: Scene) -> None:
    assert asked(door, hidden, SECRET) == asked(door, hidden, NOTHING)


@pytest.mark.parametrize("door", LISTS, ids=str)
@pytest.mark.parametrize("role", ["researcher", "organizer", "assessor"])
def test_what_is_private_is_listed_nowhere(door: Door, role: str, hidden: Scene) -> None:
    answer = enter(door, hidden.client(role), hidden, role)
    told = answer.getvalue() if answer.streaming else answer.content
    assert SECRET.encode() not in told
    if door.path.startswith("api/library/") and not door.path.endswith("/one"):
        assert json.loads(told)["n"] == 0
