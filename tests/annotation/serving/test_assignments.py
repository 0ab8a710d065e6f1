from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from annotation.judging.undoing import undo_judgment
from annotation.models import Cause, Judgment, Membership, Slot, TopicSeat
from annotation.serving.assignments import OwnJudgment, as_shown
from annotation.serving.claim import Nothing
from ranking.models import Passage
from tests.annotation.assessing import (
    answer,
    crew,
    fresh,
    nothing_for,
    serve,
    small_campaign,
    work_off,
)

pytestmark = pytest.mark.django_db

TEXT = "Spruces live long."


def places(member: Membership, n: int) -> list[tuple[int | None, int | None]]:
    hand = serve(member, n)
    return [(one.assignment.place, one.assignment.n_in_topic) for one in hand]


def test_a_place_counts_what_was_answered_and_what_is_in_hand() -> None:
    [member] = crew(small_campaign(1, 4), 1)
    assert places(member, 2) == [(1, 4), (2, 4)]
    answer(member, serve(member)[0])
    answer(member, serve(member)[0], None)
    assert places(member, 2) == [(3, 4), (4, 4)]


def test_what_was_taken_back_is_no_longer_answered() -> None:
    [member] = crew(small_campaign(1, 4), 1)
    given = answer(member, serve(member)[0]).judgment
    undo_judgment(membership=fresh(member), judgment_id=given.pk, client_key=uuid4())
    assert places(member, 1) == [(1, 4)]


def test_places_are_counted_in_each_topic() -> None:
    [member] = crew(small_campaign(2, 2), 1)
    answer(member, serve(member)[0])
    assert places(member, 5) == [(2, 2)]  # a claim ends at a topic's border
    assert places(member, 5) == [(2, 2), (1, 2), (2, 2)]


def test_places_go_on_over_repeats_up_to_the_last() -> None:
    [member] = crew(small_campaign(1, 6, repeat_every=3, repeat_after=1), 1)
    served = work_off(member)
    assert any(one.ticket.occasion for one in served)
    found = [one.assignment.place for one in served]
    assert found == list(range(1, len(served) + 1))
    assert served[-1].assignment.n_in_topic == len(served) > 6


def test_what_somebody_else_holds_is_not_still_to_come() -> None:
    first, second = crew(small_campaign(1, 4, 1), 2)
    serve(first)
    past = timezone.now() - timedelta(hours=1)
    TopicSeat.objects.update(expires_at=past)
    assert places(second, 1) == [(1, 3)]
    Slot.objects.filter(holder=first).update(leased_until=past)
    assert places(second, 1) == [(1, 4)]


def recorded(text: str | None, **fields: Any) -> OwnJudgment:
    """A judgment from elsewhere, of a passage with this text here."""
    campaign = small_campaign(1, texts={"d0": TEXT, "d1": "Firs have cones."})
    [member] = crew(campaign, 1)
    pair = campaign.pairs.order_by("pk")[0]
    passage = pair.pair.passage
    type(passage).objects.filter(pk=passage.pk).update(title="Trees", text=text)
    judgment = Judgment.objects.create(
        campaign_pair=pair,
        assessor=member,
        grade=campaign.grades.get(value=3),
        cause=Cause.IMPORTED,
        created_at=timezone.now(),
        **fields,
    )
    return as_shown(Judgment.objects.get(pk=judgment.pk), timezone.now())


@pytest.mark.parametrize("rotation", [1, len(TEXT) - 1])
def test_a_recorded_rotation_shows_the_text_as_it_was_seen(rotation: int) -> None:
    assert recorded(TEXT, rotation=rotation).passage.text == f"{TEXT[rotation:]} {TEXT[:rotation]}"


@pytest.mark.parametrize(
    ("text", "rotation"), [(TEXT, len(TEXT)), (TEXT, 10**6), ("", 3), (None, 0), (None, 3)]
)
def test_a_rotation_of_another_text_is_shown_as_none(text: str | None, rotation: int) -> None:
    assert recorded(text, rotation=rotation).passage.text == (text or "")


@pytest.mark.parametrize("rotates", [False, True])
def test_a_pair_whose_text_is_gone_is_served_without_one(*, rotates: bool) -> None:
    members = crew(small_campaign(1, texts={"d0": " \t"}, rotates=rotates), 2)
    [held] = serve(members[0])
    Passage.objects.update(text=None)
    [shown] = serve(members[0])
    assert (shown.assignment.key, shown.assignment.passage.text) == (held.assignment.key, "")
    given = [answer(member, serve(member)[0]).judgment for member in members]
    assert [as_shown(judgment, timezone.now()).passage.text for judgment in given] == ["", ""]
    assert nothing_for(members[0]) == Nothing.FINISHED
