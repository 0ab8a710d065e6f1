"""Two devices of one assessor: no answer replaces another one that its page did not see."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest

from annotation.exceptions import AnotherAnswerStands, JudgmentRefused
from annotation.judging.recording import Answer, Seen, record_judgment
from annotation.judging.undoing import undo_judgment
from annotation.models import Campaign, Cause, Judgment, Membership, PairKind, Reason
from annotation.pools.pairs import Mark
from annotation.serving.tickets import Ticket
from tests.annotation.assessing import crew, fresh, small_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db

NEAR, FAR, NEVER = "the other device's", "this device's own", "none"


class Said(NamedTuple):
    """What one device says: a grade, or None for a passage that cannot be judged."""

    grade: int | None = 3
    note: str = ""

    @property
    def answer(self) -> Answer:
        reason = Reason.UNREADABLE if self.grade is None else None
        return Answer(self.grade, reason, note=self.note)


CANNOT = Said(None)


class Desk:
    """One assessor's answers to one pair."""

    def __init__(self, member: Membership, ticket: Ticket) -> None:
        self.member, self.ticket = member, ticket

    def say(self, said: Said, *, seen: Seen | None, key: UUID | None = None) -> UUID:
        key = key or uuid4()
        record_judgment(
            membership=fresh(self.member),
            ticket=self.ticket,
            answer=said.answer._replace(seen=seen),
            client_key=key,
        )
        return key

    def take_back(self, key: UUID) -> None:
        judgment = Judgment.objects.get(client_key=key)
        undo_judgment(membership=fresh(self.member), judgment_id=judgment.pk, client_key=uuid4())

    def standing(self) -> list[UUID]:
        mine = Judgment.objects.answers().filter(occasion=self.ticket.occasion)
        return list(mine.values_list("client_key", flat=True))


@pytest.fixture(params=["shared", "personal", "once more"])
def desk(request: pytest.FixtureRequest) -> Desk:
    marks = {0: Mark(PairKind.OVERLAP)} if request.param == "personal" else {}
    campaign = small_campaign(1, 2, marks=marks)
    [member] = crew(campaign, 1)
    pair = campaign.pairs.order_by("pk").first()
    assert pair is not None
    occasion = int(request.param == "once more")
    return Desk(member, Ticket(member.pk, pair.pk, 1, None, occasion=occasion))


def say_first(desk: Desk, before: list[Said | str]) -> list[UUID]:
    """What stands before the late answer: each replaces the one before, or takes it back."""
    keys: list[UUID] = []
    for said in before:
        if isinstance(said, str):
            desk.take_back(keys[-1])
        else:
            keys.append(desk.say(said, seen=None))
    return keys


@pytest.mark.parametrize(
    ("before", "said", "seen", "is_set_aside"),
    [
        # Nothing stands: the answer counts, whatever its page saw.
        ([], Said(4), None, False),
        ([], Said(4), "nothing", False),
        ([], CANNOT, "nothing", False),
        ([Said(2), "taken back"], Said(4), "nothing", False),
        ([Said(2), "taken back"], Said(4), 0, False),
        ([CANNOT, "taken back"], Said(4), "nothing", False),
        # The page saw the one that stands.
        ([Said(2)], Said(4), 0, False),
        ([Said(2)], CANNOT, 0, False),
        ([CANNOT], Said(4), 0, False),
        ([Said(2), Said(5)], Said(4), 1, False),
        # Another one stands.
        ([Said(2)], Said(4), "nothing", True),
        ([Said(2)], CANNOT, "nothing", True),
        ([CANNOT], Said(4), "nothing", True),
        ([CANNOT], Said(2), "unknown", True),
        ([Said(2), Said(5)], Said(4), 0, True),
        ([Said(2), CANNOT], Said(4), 0, True),
        ([Said(2), "taken back", Said(5)], Said(4), 0, True),
        ([Said(4)], Said(4, note="Sure."), "nothing", True),
        # A page of the release before does not say what it saw.
        ([Said(2)], Said(4), None, False),
        ([CANNOT], Said(4), None, False),
    ],
)
def test_an_answer_counts_unless_another_stands_than_its_page_saw(
    before: list[Said | str], said: Said, seen: Any, is_set_aside: bool, desk: Desk
) -> None:
    keys = say_first(desk, before)
    stood = desk.standing()
    known: dict[Any, UUID | None] = {"nothing": None, "unknown": uuid4(), **dict(enumerate(keys))}
    shown = None if seen is None else Seen(known[seen])
    if is_set_aside:
        with refused(AnotherAnswerStands, "another_answer_stands") as found:
            desk.say(said, seen=shown)
        assert desk.standing() == stood
        late = Judgment.objects.get(cause=Cause.LATE)
        assert (late.grade and late.grade.value, late.note) == said
        assert found.value.more["standing"]["answer"] == str(stood[0])
    else:
        key = desk.say(said, seen=shown)
        assert desk.standing() == [key]
        assert not Judgment.objects.filter(cause=Cause.LATE).exists()


def test_sent_once_more_it_is_set_aside_once_more_and_stored_once(desk: Desk) -> None:
    [stood], key = say_first(desk, [Said(2)]), uuid4()
    for _ in range(2):
        with refused(AnotherAnswerStands, "another_answer_stands"):
            desk.say(Said(4), seen=Seen(None), key=key)
    assert Judgment.objects.filter(cause=Cause.LATE).count() == 1
    desk.take_back(stood)
    with refused(JudgmentRefused, "answer_set_aside"):
        desk.say(Said(4), seen=Seen(None), key=key)


def test_the_one_that_its_assessor_chooses_counts(desk: Desk) -> None:
    [stood] = say_first(desk, [Said(2)])
    with refused(AnotherAnswerStands, "another_answer_stands"):
        desk.say(Said(4), seen=Seen(None))
    chosen = desk.say(Said(4), seen=Seen(stood))
    assert desk.standing() == [chosen]
    assert Judgment.objects.count() == 3


def test_a_change_of_what_is_set_aside_is_set_aside_too(desk: Desk) -> None:
    """Offline a person judged, and changed it, before either was sent."""
    say_first(desk, [Said(2)])
    first = uuid4()
    for said, seen, key in ((Said(4), None, first), (Said(5), first, uuid4())):
        with refused(AnotherAnswerStands, "another_answer_stands"):
            desk.say(said, seen=Seen(seen), key=key)
    grades = Judgment.objects.live().values_list("grade__value", flat=True)
    assert list(grades) == [2]


@pytest.mark.parametrize("said", [Said(4), CANNOT, Said(4, note="Sure.")])
def test_an_answer_that_says_what_stands_leaves_it_alone(said: Said, desk: Desk) -> None:
    """From another device it is kept beside it; confirmed on the same one it is none."""
    [stood] = say_first(desk, [said])
    before = Judgment.objects.filter(client_key=stood).values().get()
    key = uuid4()
    for _ in range(2):
        desk.say(said, seen=Seen(stood))
        desk.say(said, seen=Seen(None), key=key)
    assert desk.standing() == [stood]
    assert Judgment.objects.filter(client_key=stood).values().get() == before
    assert Judgment.objects.exclude(client_key=stood).values_list("client_key", "cause").get() == (
        key,
        Cause.LATE,
    )
    changed = desk.say(Said(2), seen=Seen(key))
    assert desk.standing() == [changed]


def test_an_answer_that_says_the_same_as_the_one_seen_replaces_nothing_unseen(desk: Desk) -> None:
    """Both devices gave the same grade; then one of them changes it."""
    here = desk.say(Said(4), seen=Seen(None))
    desk.say(Said(4), seen=Seen(None))
    changed = desk.say(Said(2), seen=Seen(here))
    assert desk.standing() == [changed]


def test_sent_once_more_it_is_settled_where_what_stands_says_the_same_by_now(desk: Desk) -> None:
    [stood], key = say_first(desk, [Said(2)]), uuid4()
    with refused(AnotherAnswerStands, "another_answer_stands"):
        desk.say(Said(4), seen=Seen(None), key=key)
    there = desk.say(Said(4), seen=Seen(stood))
    desk.say(Said(4), seen=Seen(None), key=key)
    assert desk.standing() == [there]


def test_in_the_qualification_round_the_first_answer_stays() -> None:
    campaign: Campaign = small_campaign(
        1,
        2,
        marks={0: Mark(PairKind.QUALIFICATION, grade=3)},
        campaign={"pass_share": 0.5},
    )
    [member] = crew(campaign, 1)
    pair = campaign.pairs.get(kind=PairKind.QUALIFICATION)
    desk = Desk(member, Ticket(member.pk, pair.pk, 1, None, occasion=1))
    first = desk.say(Said(2), seen=Seen(None))
    with refused(JudgmentRefused, "qualification_answer"):
        desk.say(Said(4), seen=Seen(None))
    assert desk.standing() == [first]
