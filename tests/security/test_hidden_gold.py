"""Nobody who judges learns which pairs are hidden gold by what the server tells beside the desk.

The attack reads every address after each judgment, and looks for a figure that moved otherwise
with gold pairs than with regular ones.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from annotation import tickets
from annotation.models import Campaign, CampaignPair, Membership, PairKind
from annotation.services.enter_pairs import Mark
from tests.annotation.assessing import small_campaign
from tests.factories import make_member, make_user
from tests.security.doors import DOORS, JUDGMENT

pytestmark = pytest.mark.django_db

GOLD = Mark(PairKind.GOLD, grade=3)
READ = [door for door in DOORS if door.method == "get"]
READ += [door._replace(query={"state": "closed"}) for door in READ if door.path.endswith("launch")]
ANSWERS: Mapping[str, Mapping[str, Any]] = {
    "graded": {"grade": 3},
    "not judged": {"grade": None, "reason_not_judged": "unreadable"},
}
BOARD = "api/campaigns/<int:campaign_id>/board"
Figures = dict[str, Any]


@pytest.fixture
def campaign() -> Campaign:
    """Of 8 pairs every fourth that somebody gets is one of two gold pairs."""
    return small_campaign(2, 4, k=2, marks=dict.fromkeys((1, 5), GOLD), gold_every=4)


def browser_of(member: Membership) -> Client:
    client = Client()
    assert member.user is not None
    client.force_login(member.user)
    return client


def leaves(answer: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Parts of an answer by their path; those of a list share one, so that they add up."""
    if isinstance(answer, dict):
        for key, part in answer.items():
            yield from leaves(part, f"{path}.{key}")
    elif isinstance(answer, list):
        yield f"{path}.length", len(answer)
        for part in answer:
            yield from leaves(part, path)
    else:
        yield path, answer


def figures(answer: Any) -> Figures:
    """The sum of the numbers at each path; of what is no number, all of it."""
    found: Figures = defaultdict(list)
    for path, value in leaves(answer):
        found[path].append(value)
    return {
        path: sum(values)
        if all(isinstance(value, int | float) for value in values)
        else sorted(map(str, values))
        for path, values in found.items()
    }


def read_all(client: Client, member: Membership) -> dict[str, Figures]:
    """What every address tells that answers at all."""
    ids = {"campaign_id": member.campaign_id, "member_id": member.pk}
    told = {}
    for door in READ:
        address = re.sub(r"<int:(\w+)>", lambda name: str(ids.get(name[1], 0)), door.path)
        answer = client.get(f"/{address}", door.query)
        if answer.status_code == 200 and answer["Content-Type"] == "application/json":
            told[f"{door.path} {dict(door.query)}"] = figures(answer.json())
    return told


def claimed(client: Client, campaign: Campaign) -> str | None:
    """The ticket of the next pair."""
    address = f"/api/judging/{campaign.pk}/claims"
    told = client.post(address, {"n": 1}, content_type="application/json").json()
    return told["assignments"][0]["ticket"] if told["assignments"] else None


def judge(client: Client, campaign: Campaign, held: str, said: Mapping[str, Any]) -> Figures:
    """What the desk is told of the judgment."""
    fresh = {"ticket": held, "visit": str(uuid4()), "client_key": str(uuid4()), "claim": 0}
    address = f"/api/judging/{campaign.pk}/judgments"
    done = client.post(address, {**JUDGMENT, **fresh, **said}, content_type="application/json")
    assert done.status_code == 200, done.content
    told = done.json()
    return {"status": told["judgment"]["status"], "sentence": told["judgment"]["sentence"]}


def change(before: Any, after: Any) -> Any:
    is_number = isinstance(before, int | float) and isinstance(after, int | float)
    return round(after - before, 6) if is_number else before != after


def changes(
    before: Mapping[str, Figures], after: Mapping[str, Figures]
) -> Iterator[tuple[str, Any]]:
    for address, now in after.items():
        for path, value in now.items():
            yield f"{address} {path}", change(before[address].get(path), value)


def attack(member: Membership, said: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """The addresses that were read, and the figures that tell gold pairs from regular ones."""
    client = browser_of(member)
    moves: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    n_of_kind, before = Counter[str](), read_all(client, member)
    while (held := claimed(client, member.campaign)) is not None:
        ticket = tickets.read(held, membership_id=member.pk)
        kind = CampaignPair.objects.get(pk=ticket.campaign_pair_id).kind
        for key, value in judge(client, member.campaign, held, said).items():
            moves[f"judgments {key}"][kind].append(value)
        after = read_all(client, member)
        for figure, moved in changes(before, after):
            moves[figure][kind].append(moved)
        n_of_kind[kind], before = n_of_kind[kind] + 1, after
    assert n_of_kind == {"gold": 2, "regular": 6}
    return set(before), {one for one, by in moves.items() if tells(by["gold"], by["regular"])}


def tells(gold: list[Any], regular: list[Any]) -> bool:
    """Whether a move says which it was; what never moves alike twice, as ids, says nothing."""
    return set(gold).isdisjoint(regular) and len(set(gold)) < len(gold)


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_assessor_learns_nothing(campaign: Campaign, answer: str) -> None:
    read, told = attack(make_member(campaign, make_user("alice")), ANSWERS[answer])
    assert {"api/campaigns {}", "api/judging/<int:campaign_id>/held {}"} <= read
    assert told == set()


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_organizer_who_judges_learns_nothing(campaign: Campaign, answer: str) -> None:
    carol = make_user("carol", "annotation.may_organize", "ranking.may_research")
    read, told = attack(make_member(campaign, carol), ANSWERS[answer])
    assert {"api/campaigns/<int:campaign_id>/launch {'state': 'closed'}"} <= read
    assert {"api/campaigns {}", f"{BOARD} {{'zone': 'Europe/Vienna'}}"} <= read
    assert told == set()
