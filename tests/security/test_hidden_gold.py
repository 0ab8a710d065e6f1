"""Assessors cannot identify hidden gold from anything the server sends besides the desk.

The attack judges each pair, takes it back and judges it again. After each step it reads what the
server tells, and looks for a figure that moved otherwise with gold pairs than with regular ones.
Every address that answers is read at first, after each step on the first pair of each kind, and at
the end; in between, those whose figures ever moved.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from annotation import slow_counts
from annotation.models import Campaign, CampaignPair, Membership, PairKind
from annotation.pools.pairs import Mark
from annotation.serving import tickets
from tests.annotation.answering import judge
from tests.annotation.assessing import small_campaign
from tests.database.shared_rows import undone
from tests.factories import make_member, make_user
from tests.security.carried import JUDGMENT
from tests.security.doors import DOORS
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

GOLD = Mark(PairKind.GOLD, grade=3)
READ = [door for door in DOORS if door.is_read and door.path != "api/schema"]
READ += [door._replace(query={"state": "closed"}) for door in READ if door.path.endswith("launch")]
GRADED = {"grade": 3}
NOT_JUDGED = {"grade": None, "reason_not_judged": "unreadable"}
BOARD = "api/campaigns/<int:campaign_id>/board"
SEARCH = "api/judging/<int:campaign_id>/search {'ticket': 'TICKET', 'words': 'number'}"
N_STEPS = 8 * 3
Figures = dict[str, Any]
Asked = tuple[str, Mapping[str, Any]]
Said = Mapping[str, Any]
Moves = dict[str, dict[str, list[Any]]]


@pytest.fixture
def campaign() -> Campaign:
    """Of 8 pairs every fourth that somebody gets is one of two gold pairs; one vote is enough."""
    gold, options = dict.fromkeys((1, 5), GOLD), {"allows_search": True}
    return small_campaign(2, 4, k=1, marks=gold, gold_every=4, campaign=options)


@pytest.fixture
def disputed() -> Campaign:
    """The same with two votes per pair, one already given; a third on disagreement."""
    gold = dict.fromkeys((1, 5), GOLD)
    campaign = small_campaign(2, 4, k=2, marks=gold, gold_every=4, extra_judgments=1)
    bob = make_member(campaign, make_user("bob"))
    for pair in campaign.pairs.filter(kind=PairKind.REGULAR):
        judge(bob, pair, 1)
    return campaign


def browser_of(member: Membership) -> Client:
    client = Client()
    assert member.user is not None
    client.force_login(member.user)
    return client


@pytest.fixture(autouse=True)
def _counted_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine a board is kept, and what moves then says how slow it was."""
    monkeypatch.setattr(slow_counts, "KEPT_FROM_S", math.inf)


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


def first_look(client: Client, member: Membership) -> tuple[dict[str, Asked], dict[str, Figures]]:
    """What can be asked of those addresses that answer, by door, and their figures."""
    ids = {"campaign_id": member.campaign_id, "member_id": member.pk}
    asked, read = dict[str, Asked](), dict[str, Figures]()
    ticket = claimed(client, member.campaign)
    for door in READ:
        address = re.sub(r"<int:(\w+)>", lambda name: str(ids.get(name[1], 0)), f"/{door.path}")
        query = {**door.query, **({"ticket": ticket} if "ticket" in door.query else {})}
        answer = client.get(address, query)
        if answer.status_code == 200 and answer["Content-Type"] == "application/json":
            name = f"{door.path} {dict(door.query)}"
            asked[name], read[name] = (address, query), figures(answer.json())
    return asked, read


def claimed(client: Client, campaign: Campaign) -> str | None:
    """The ticket of the next pair."""
    address = f"/api/judging/{campaign.pk}/claims"
    data = client.post(address, {"n": 1}, content_type="application/json").json()
    return data["assignments"][0]["ticket"] if data["assignments"] else None


def post(client: Client, path: str, body: Mapping[str, Any]) -> Any:
    fresh = {"client_key": str(uuid4()), "claim": 0}
    done = client.post(path, {**body, **fresh}, content_type="application/json")
    assert done.status_code == 200, done.content
    return done.json()


def change(before: Any, after: Any) -> Any:
    is_number = isinstance(before, int | float) and isinstance(after, int | float)
    return round(after - before, 6) if is_number else before != after


def changes(
    before: Mapping[str, Figures], after: Mapping[str, Figures]
) -> Iterator[tuple[str, Any]]:
    for address, now in after.items():
        for path, value in now.items():
            yield f"{address} {path}", change(before[address].get(path), value)


def steps(client: Client, member: Membership, said: Said) -> Iterator[tuple[str, str, Figures]]:
    """Each step after it was taken, with the kind of its pair and what the desk answered."""
    desk = f"/api/judging/{member.campaign_id}"
    while (held := claimed(client, member.campaign)) is not None:
        ticket = tickets.read(held, membership_id=member.pk)
        kind = CampaignPair.objects.get(pk=ticket.campaign_pair_id).kind
        judgment = {**JUDGMENT, "ticket": held, **said}
        for step in ("judged", "judged again"):
            judgment["visit"] = str(uuid4())
            shown = post(client, f"{desk}/judgments", judgment)["judgment"]
            yield step, kind, {"status": shown["status"], "sentence": shown["sentence"]}
            if step == "judged":
                post(client, f"{desk}/undo", {"judgment": shown["id"]})
                yield "taken back", kind, {}


class Attack:
    """One member's browser, the addresses that answer it, and those that it follows."""

    def __init__(self, member: Membership, said: Said) -> None:
        self.member, self.said, self.client = member, said, browser_of(member)
        self.addresses, self.at_first = first_look(self.client, member)
        self.followed = set[str]()

    def figures(self, names: Iterable[str]) -> dict[str, Figures]:
        return {name: figures(self.client.get(*self.addresses[name]).json()) for name in names}

    def run(self) -> set[str]:
        """Figures that distinguish gold pairs from regular ones."""
        while True:
            with undone():
                moves, strays = self._through_all_pairs()
            if not strays:
                return {one for one, by in moves.items() if tells(by["gold"], by["regular"])}
            self.followed |= strays

    def _through_all_pairs(self) -> tuple[Moves, set[str]]:
        """How each figure moved; and addresses that moved at some step while nobody looked."""
        moves: Moves = defaultdict(lambda: defaultdict(list))
        n_of_kind, strays = Counter[str](), set[str]()
        before, was_whole = self.at_first, True
        for n, (step, kind, answer) in enumerate(steps(self.client, self.member, self.said), 1):
            is_whole = n_of_kind[kind] < 3 or n == N_STEPS
            after = before | self.figures(self.addresses if is_whole else self.followed)
            moved = {name for name in after if after[name] != before[name]}
            strays |= set() if was_whole else moved - self.followed
            self.followed |= moved
            for figure, move in [*changes(before, after), *answer.items()]:
                moves[f"{step}: {figure}"][kind].append(move)
            n_of_kind[kind], before, was_whole = n_of_kind[kind] + 1, after, is_whole
        assert n_of_kind == {"gold": 2 * 3, "regular": 6 * 3}
        return moves, strays


def tells(gold: list[Any], regular: list[Any]) -> bool:
    """Whether a move says which it was; what never moves alike twice, as ids, says nothing."""
    return set(gold).isdisjoint(regular) and len(set(gold)) < len(gold)


@pytest.mark.parametrize(
    "said",
    [pytest.param(GRADED, id="graded"), pytest.param(NOT_JUDGED, id="not judged", marks=thorough)],
)
def test_an_assessor_learns_nothing(campaign: Campaign, said: Said) -> None:
    attack = Attack(make_member(campaign, make_user("alice")), said)
    known = {"api/campaigns {}", "api/judging/<int:campaign_id>/held {}", SEARCH}
    assert known <= set(attack.addresses)
    assert attack.run() == set()


@thorough
@pytest.mark.parametrize(
    "said", [pytest.param(GRADED, id="graded"), pytest.param(NOT_JUDGED, id="not judged")]
)
def test_an_organizer_who_judges_learns_nothing(campaign: Campaign, said: Said) -> None:
    carol = make_user("carol", "annotation.may_organize", "ranking.may_research")
    attack = Attack(make_member(campaign, carol), said)
    assert {
        "api/campaigns/<int:campaign_id>/launch {'state': 'closed'}",
        "api/campaigns {}",
        f"{BOARD} {{'zone': 'Europe/Vienna'}}",
    } <= set(attack.addresses)
    assert attack.run() == set()


@thorough
def test_an_organizer_who_disagrees_does_not_learn_that_another_is_asked(
    disputed: Campaign,
) -> None:
    carol = make_user("carol", "annotation.may_organize", "ranking.may_research")
    assert Attack(make_member(disputed, carol), GRADED).run() == set()
