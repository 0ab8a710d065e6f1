from __future__ import annotations

import pytest
from django.utils import timezone

from annotation.models import AssessorKind, Guideline
from tests.annotation.model_cases.active import STEPS, TOPICS
from tests.annotation.model_cases.calls import CALLS
from tests.annotation.model_cases.campaigns import CAMPAIGNS, POLICIES, POOLS
from tests.annotation.model_cases.judgments import JUDGMENTS, LABELS
from tests.annotation.model_cases.people import MEMBERS, RIGHTS
from tests.annotation.model_cases.scene import (
    Break,
    Scene,
    account,
    add_policy,
    adjudicate,
    anonymize,
    change,
    insert,
    label_topic,
    make_scene,
    remove,
)
from tests.annotation.model_cases.serving import SEATS, SLOTS
from tests.database.constraints import declared, refused_by
from tests.database.shared_rows import MakeShared
from tests.factories import make_member, make_user

pytestmark = pytest.mark.django_db

GROUPS = (
    *(POOLS, CALLS, CAMPAIGNS, POLICIES, MEMBERS, RIGHTS, SEATS, SLOTS, JUDGMENTS, LABELS),
    *(TOPICS, STEPS),
)
BREAKS = {name: cases for group in GROUPS for name, cases in group.items()}


@pytest.fixture(scope="module")
def scene(make_shared: MakeShared) -> Scene:
    return make_shared(make_scene)


@pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name, cases in BREAKS.items() for case in range(len(cases))]
)
def test_the_database_enforces(name: str, case: int, scene: Scene) -> None:
    assert refused_by(lambda: BREAKS[name][case](scene)) == name


def test_every_constraint_has_a_case() -> None:
    assert declared("annotation") == set(BREAKS)


PERMITTED: dict[str, Break] = {
    "a judgment is superseded": lambda s: change(s.judgment, superseded_at=timezone.now()),
    "a judgment follows a superseded one": lambda s: [
        change(s.judgment, superseded_at=timezone.now()),
        insert(s, assessor=s.alice),
    ],
    "a pair is judged again on purpose": lambda s: insert(s, assessor=s.alice, occasion=1),
    "an adjudication follows a superseded one": lambda s: [
        adjudicate(s, superseded_at=timezone.now()),
        adjudicate(s),
    ],
    "a grade that nobody gave changes": lambda s: change(s.grade(1), value=0),
    "a grade that was given is renamed": lambda s: change(s.grade(3), name="fair"),
    "an unpublished guideline changes and goes": lambda s: [
        change(draft := Guideline.objects.create(campaign=s.campaign, version=2), body="New."),
        remove(draft),
    ],
    "a frozen label set is kept otherwise": lambda s: [
        change(s.frozen, name="gold", owner=account(s.alice)),
        change(s.frozen, visibility="public", archived_at=timezone.now()),
    ],
    "an unfrozen label set changes": lambda s: change(s.draft, min_relevance=2),
    "labels of an unfrozen set change and go": lambda s: [
        change(labels := label_topic(s.draft), relevances=[0]),
        remove(labels),
        remove(s.draft),
    ],
    "a personal slot is made for its holder": lambda s: change(
        s.free, number=None, order_key=None, occasion=1, holder=s.bob, leased_until=timezone.now()
    ),
    "a serving policy follows another": add_policy,
    "people are made anonymous": anonymize,
    "a model joins after people were made anonymous": lambda s: [
        anonymize(s),
        make_member(s.campaign, make_user("model"), AssessorKind.MODEL),
    ],
    "a slot goes to someone else": lambda s: [
        change(s.free, holder=s.bob, leased_until=timezone.now()),
        change(s.free, holder=None, leased_until=None),
    ],
}


@pytest.mark.parametrize("what", PERMITTED)
def test_the_database_permits(what: str, scene: Scene) -> None:
    assert refused_by(lambda: PERMITTED[what](scene)) is None
