"""Who may change what, by owner and by role."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.models import LabelSet, LabelSource
from evaluation.library.kinds import why_not_change
from ranking.models import Run, Visibility
from tests.evaluation.library.shelf import KINDS, change, make_shelf, one, signed_in
from tests.factories import make_campaign, make_pool, make_user

pytestmark = pytest.mark.django_db
RIGHTS = {
    "rita": ["ranking.may_research"],
    "carol": ["annotation.may_organize"],
    "olga": ["ranking.may_research"],
    "alice": [],
}
# Who may, besides the administrator: of what has no owner, and of what is olga's.
MAY = {
    "runs": ({"rita", "olga"}, {"olga"}),
    "collections": ({"rita", "olga"}, {"olga"}),
    "topic-sets": ({"rita", "olga"}, {"olga"}),
    "labels": ({"rita", "olga", "carol"}, {"olga"}),
}


def cast() -> dict[str, User]:
    people = {name: make_user(name, *rights) for name, rights in RIGHTS.items()}
    return people | {"root": User.objects.create_superuser("root")}


@pytest.mark.parametrize("is_owned", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_changing_is_for_the_owner_or_by_role(kind: str, is_owned: bool) -> None:
    people, thing = cast(), make_shelf().of(kind)
    if is_owned:
        thing.owner = people["olga"]
        thing.save(update_fields=["owner"])
    may = {name for name, user in people.items() if not why_not_change(user, thing)}
    assert may == MAY[kind][is_owned] | {"root"}


def test_labels_of_a_campaign_are_every_organizers() -> None:
    people, shelf = cast(), make_shelf()
    campaign = make_campaign(pool=make_pool("pool", shelf.collection, shelf.topic_set))
    labels = LabelSet(name="x", campaign=campaign, source=LabelSource.DERIVED)
    labels.owner = people["olga"]
    may = {name for name, user in people.items() if not why_not_change(user, labels)}
    assert may == {"carol", "olga", "root"}


@pytest.mark.parametrize("kind", KINDS)
def test_who_may_not_learns_why_and_changes_nothing(kind: str) -> None:
    people, thing = cast(), make_shelf().of(kind)
    thing.owner = people["olga"]
    thing.save(update_fields=["owner"])
    rita = signed_in(people["rita"])
    data = rita.get(one(kind, str(thing))).json()
    assert (data["may_change"], data["row"]["owner"]) == (False, "olga")
    assert "olga" in data["why_not"]
    for answer in (change(rita, kind, str(thing), name="mine"), rita.delete(one(kind, str(thing)))):
        assert (answer.status_code, answer.json()["detail"]) == (403, data["why_not"])
    thing.refresh_from_db()
    assert str(thing) != "mine"


def test_anyone_who_only_judges_is_shown_a_public_run_and_no_more() -> None:
    people, shelf = cast(), make_shelf()
    Run.objects.update(visibility=Visibility.PUBLIC, owner=people["olga"])
    alice = signed_in(people["alice"])
    data = alice.get(one("runs", "bm25")).json()
    assert (data["row"]["name"], data["row"]["owner"], data["rests_on_it"]) == ("bm25", None, [])
    assert not data["may_change"]
    assert change(alice, "runs", "bm25", archived=True).status_code == 403
    unseen = [alice.get(one("collections", name)) for name in (shelf.collection.name, "nothing")]
    assert unseen[0].content == unseen[1].content
    assert {answer.status_code for answer in unseen} == {403}
