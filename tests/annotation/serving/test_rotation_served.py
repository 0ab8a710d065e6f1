from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from annotation.campaigns.policy import PolicyOptions, set_policy
from annotation.exceptions import JudgmentRefused
from annotation.judging.undoing import undo_judgment
from annotation.models import Campaign, Judgment, Membership, PairKind, Unit
from annotation.pools.pairs import Mark
from annotation.serving import tickets
from annotation.serving.assignments import as_shown
from tests.annotation.assessing import Served, answer, crew, fresh, serve, small_campaign, work_off
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

TEXTS = {f"d{i}": f"Word{i} in the middle of nowhere, naïve \U0001f600 end{i}." for i in range(20)}


def rotating(*, rotates: bool = True) -> Campaign:
    return small_campaign(1, texts=TEXTS, k=2, unit=Unit.PAIRS, rotates=rotates)


def text_of(served: Served) -> str:
    return served.pair.pair.passage.text or ""


def rotated_one(member: Membership) -> Served:
    while not (served := serve(member)[0]).ticket.rotation:
        answer(member, served)
    return served


@thorough
def test_about_half_of_the_passages_are_rotated() -> None:
    """Of 80 draws at one half, hardly ever fewer than 20 or more than 60."""
    campaign = small_campaign(2, texts=TEXTS, k=2, rotates=True)
    rotations = [one.ticket.rotation for member in crew(campaign, 2) for one in work_off(member)]
    assert len(rotations) == 80
    assert 20 <= sum(rotation > 0 for rotation in rotations) <= 60


def test_a_rotated_text_begins_at_a_word_and_goes_on_from_its_start() -> None:
    [member] = crew(rotating(), 1)
    done = work_off(member)
    assert {served.ticket.rotation > 0 for served in done} == {True, False}
    for served in done:
        text, rotation = text_of(served), served.ticket.rotation
        shown = served.assignment.passage.text
        if rotation:
            assert text[rotation - 1] == " "
            assert shown == f"{text[rotation:]} {text[:rotation]}"
        else:
            assert shown == text


def test_without_the_policy_nothing_is_rotated() -> None:
    [member] = crew(rotating(rotates=False), 1)
    assert {one.ticket.rotation for one in work_off(member)} == {0}


def test_asking_again_shows_the_same_rotation() -> None:
    [member] = crew(rotating(), 1)
    first = serve(member, 5)
    assert [one.assignment for one in serve(member, 5)] == [one.assignment for one in first]


def test_each_assessor_gets_another_rotation() -> None:
    first, second = (
        {one.pair.pk: one.ticket.rotation for one in work_off(member)}
        for member in crew(rotating(), 2)
    )
    assert first != second


def test_a_pair_that_came_back_is_shown_as_before() -> None:
    [member] = crew(rotating(), 1)
    served = rotated_one(member)
    given = answer(member, served).judgment
    undo_judgment(membership=fresh(member), judgment_id=given.pk, client_key=uuid4())
    assert serve(member)[0].assignment.passage == served.assignment.passage


def test_the_rotation_is_stored_and_the_history_shows_it() -> None:
    [member] = crew(rotating(), 1)
    served = rotated_one(member)
    judgment = answer(member, served).judgment
    assert judgment.rotation == served.ticket.rotation
    own = as_shown(Judgment.objects.get(pk=judgment.pk), timezone.now())
    assert own.passage == served.assignment.passage


def test_spans_are_stored_on_the_text_as_it_is_and_shown_where_they_were_selected() -> None:
    [member] = crew(rotating(), 1)
    served = rotated_one(member)
    shown, text = served.assignment.passage.text, text_of(served)
    at = shown.index("\U0001f600")
    recorded = answer(member, served, spans=[[at, at + 1]])
    stored = Judgment.objects.get(pk=recorded.judgment.pk)
    [(start, end)] = stored.spans
    assert text[start:end] == "\U0001f600"
    assert recorded.spans == [(at, at + 1)]
    assert [tuple(span) for span in as_shown(stored, timezone.now()).spans] == [(at, at + 1)]


def test_a_span_across_the_seam_leaves_the_joining_blank_out() -> None:
    [member] = crew(rotating(), 1)
    served = rotated_one(member)
    seam = len(text_of(served)) - served.ticket.rotation
    recorded = answer(member, served, spans=[[seam - 2, seam + 3]])
    stored = Judgment.objects.get(pk=recorded.judgment.pk).spans
    assert stored == [[0, 2], [len(text_of(served)) - 2, len(text_of(served))]]
    assert recorded.spans == [(seam - 2, seam), (seam + 1, seam + 3)]


def test_the_joining_blank_alone_is_no_span() -> None:
    [member] = crew(rotating(), 1)
    served = rotated_one(member)
    member.campaign.grades.filter(value=5).update(requires_span=True)
    seam = len(text_of(served)) - served.ticket.rotation
    with refused(JudgmentRefused, "span_missing"):
        answer(member, served, 5, spans=[[seam, seam + 1]])


def test_spans_may_reach_the_end_of_what_is_shown_and_no_further() -> None:
    [member] = crew(rotating(), 1)
    served = rotated_one(member)
    n = len(served.assignment.passage.text)
    with refused(JudgmentRefused, "bad_spans"):
        answer(member, served, spans=[[0, n + 1]])
    assert answer(member, served, spans=[[0, n]]).judgment.spans == [(0, n - 1)]


def test_sending_again_answers_with_spans_as_shown() -> None:
    [member] = crew(rotating(), 1)
    served, key = rotated_one(member), uuid4()
    first, second = (answer(member, served, spans=[[0, 4]], client_key=key).spans for _ in range(2))
    assert list(map(tuple, second)) == list(map(tuple, first)) == [(0, 4)]


def test_a_change_from_the_history_keeps_the_rotation() -> None:
    [member] = crew(rotating(), 1)
    served = rotated_one(member)
    answer(member, served, 2)
    changed = answer(member, served, 4, spans=[[0, 4]]).judgment
    assert (changed.rotation, changed.position) == (
        served.ticket.rotation,
        served.ticket.position,
    )


def test_a_ticket_from_before_the_policy_changed_stands_as_it_was_shown() -> None:
    [member] = crew(rotating(), 1)
    served = rotated_one(member)
    set_policy(campaign=served.pair.campaign, options=PolicyOptions(unit=Unit.PAIRS))
    judgment = answer(member, served, spans=[[0, 4]]).judgment
    start = served.ticket.rotation
    assert (judgment.rotation, judgment.spans) == (start, [(start, start + 4)])
    assert judgment.policy is not None
    assert judgment.policy.rotates


def test_a_repeat_may_be_shown_otherwise_than_the_first_look() -> None:
    campaign = small_campaign(1, texts=TEXTS, k=1, rotates=True, repeat_every=2, repeat_after=1)
    [member] = crew(campaign, 1)
    by_look: dict[int, dict[int, int]] = {0: {}, 1: {}}
    for one in work_off(member):
        by_look[one.ticket.occasion][one.pair.pk] = one.ticket.rotation
    assert any(by_look[0][pair] != rotation for pair, rotation in by_look[1].items())


def test_special_pairs_are_rotated_alike() -> None:
    marks = dict.fromkeys(range(0, 2 * len(TEXTS), 2), Mark(PairKind.GOLD, grade=3))
    campaign = small_campaign(2, texts=TEXTS, marks=marks, rotates=True, gold_every=2)
    [member] = crew(campaign, 1)
    gold = [one for one in work_off(member) if one.pair.kind == PairKind.GOLD]
    assert {one.ticket.rotation > 0 for one in gold} == {True, False}


def test_the_page_learns_of_the_rotation_where_the_text_begins_and_no_more(
    client: Client,
) -> None:
    [member] = crew(rotating(), 1)
    assert member.user is not None
    client.force_login(member.user)
    path = f"/api/judging/{member.campaign_id}/claims"
    work = client.post(path, {"n": 15}, content_type="application/json").json()
    shown = [one["passage"] for one in work["assignments"]]
    assert {frozenset(passage) for passage in shown} == {frozenset({"title", "text", "seam"})}
    stored = {text_of(one) for one in serve(member, 15)}
    for passage in shown:
        text, seam = passage["text"], passage["seam"]
        assert (text if seam is None else f"{text[seam + 1 :]}{text[:seam]}") in stored
    for one in work["assignments"]:
        ticket = tickets.read(one["ticket"], membership_id=member.pk)
        assert (one["passage"]["seam"] is None) == (ticket.rotation == 0)
