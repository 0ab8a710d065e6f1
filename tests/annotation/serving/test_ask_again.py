from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection, transaction
from pytest_django import DjangoAssertNumQueries

from annotation.board.board import campaign_board
from annotation.campaigns.policy import options_of, set_policy
from annotation.judging.undoing import undo_judgment
from annotation.models import (
    Campaign,
    CampaignPair,
    CampaignState,
    Judgment,
    Membership,
    ServingPolicy,
    Slot,
    Unit,
)
from annotation.serving import ask_again
from annotation.serving.ask_again import ask_again_of, ask_again_of_finished_pairs
from annotation.serving.claim import Nothing
from tests.annotation.answering import ticket_for
from tests.annotation.assessing import (
    answer,
    crew,
    expire,
    fresh,
    nothing_for,
    serve,
    small_campaign,
    work_off,
)
from tests.annotation.importing import importer
from tests.waiting import until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db


def graded(campaign: Campaign, *grades: int) -> tuple[CampaignPair, list[Judgment]]:
    """Each grade by another assessor, on the campaign's only pair."""
    given = [
        answer(member, serve(member)[0], grade).judgment
        for member, grade in zip(crew(campaign, len(grades)), grades, strict=True)
    ]
    return campaign.pairs.get(), given


def allow(campaign: Campaign, extra_judgments: int) -> int:
    options = replace(options_of(campaign.policy()), extra_judgments=extra_judgments)
    return set_policy(campaign=campaign, options=options).n_asked_again


def allow_without_asking(campaign: Campaign, extra_judgments: int) -> None:
    options = asdict(options_of(campaign.policy())) | {"extra_judgments": extra_judgments}
    ServingPolicy.objects.create(campaign=campaign, version=2, seed=7, **options)


def state(pair: CampaignPair) -> tuple[int | None, int, int]:
    """Wanted judgments, slots, and those of them that are open."""
    pair.refresh_from_db()
    return pair.wanted, pair.slots.count(), pair.slots.filter(judgment=None).count()


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize(
    ("grades", "is_asked"),
    [((3, 3), False), ((3, 4), True), ((1, 3), True), ((3, 3, 4), False), ((3, 3, 5), True)],
)
def test_ties_and_grades_two_apart_are_asked_about_again(
    grades: tuple[int, ...], unit: Unit, *, is_asked: bool
) -> None:
    campaign = small_campaign(1, 1, k=len(grades), unit=unit, extra_judgments=1)
    pair, _ = graded(campaign, *grades)
    n = len(grades)
    assert state(pair) == ((n + 1, n + 1, 1) if is_asked else (n, n, 0))
    assert len(work_off(crew(campaign, 1)[0])) == is_asked


def test_a_pair_is_asked_about_up_to_the_limit_and_no_further() -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=2)
    pair, _ = graded(campaign, 1, 5, 1, 5)
    assert state(pair) == (4, 4, 0)
    assert nothing_for(crew(campaign, 1)[0]) == Nothing.FINISHED


def test_asking_ends_when_grades_agree() -> None:
    pair, _ = graded(small_campaign(1, 1, k=2, extra_judgments=5), 3, 4, 4)
    assert state(pair) == (3, 3, 0)


@pytest.mark.parametrize(("grades", "n_asked"), [((1, 3), 1), ((3, 3), 0)])
def test_what_an_import_finished_is_asked_about_again(
    grades: tuple[int, int], n_asked: int, tmp_path: Path
) -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=1)
    load = importer(campaign, tmp_path)
    rows = [f"q0 d0 a0{i} {grade}" for i, grade in enumerate(grades)]
    assert load(*rows).n_asked_again == n_asked
    assert state(campaign.pairs.get()) == (2 + n_asked, 2 + n_asked, n_asked)
    assert load(*rows).n_asked_again == 0


def test_an_import_asks_again_of_its_own_pairs_alone(tmp_path: Path) -> None:
    campaign = small_campaign(1, 2, k=2)
    load = importer(campaign, tmp_path)
    load("q0 d0 a01 1", "q0 d0 a02 5")
    allow_without_asking(campaign, 1)
    assert load("q0 d1 a01 1", "q0 d1 a02 5").n_asked_again == 1
    other = campaign.pairs.get(pair__passage__doc_id="d0")
    assert other.slots.count() == 2


def test_pairs_are_asked_again_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask_again, "BATCH", 1)
    campaign = small_campaign(1, 3, k=2, extra_judgments=1)
    rows = [f"q0 d{i} a0{j} {1 + i * j}" for i in range(3) for j in range(2)]
    assert importer(campaign, tmp_path)(*rows).n_asked_again == 2


@pytest.mark.parametrize(
    ("over", "is_asked"),
    [
        (CampaignState.OPEN, True),
        (CampaignState.PAUSED, True),
        (CampaignState.CLOSED, False),
        (CampaignState.ARCHIVED, False),
    ],
)
def test_where_nobody_judges_again_nobody_is_asked(over: CampaignState, *, is_asked: bool) -> None:
    campaign = small_campaign(1, 2, k=2)
    first, second = crew(campaign, 2)
    work_off(first, grade=1)
    work_off(second, grade=5)
    allow_without_asking(campaign, 1)
    campaign.state = over
    campaign.save()
    one = campaign.pairs.all()[0]
    assert ask_again_of(one.pk) == is_asked
    assert ask_again_of_finished_pairs(campaign=campaign) == is_asked
    assert set(campaign.pairs.values_list("wanted", flat=True)) == {2 + is_asked}


def test_an_import_into_a_closed_campaign_asks_nobody(tmp_path: Path) -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=1, state=CampaignState.CLOSED)
    assert importer(campaign, tmp_path)("q0 d0 a01 1", "q0 d0 a02 5").n_asked_again == 0
    assert state(campaign.pairs.get()) == (2, 2, 0)


def test_a_pair_that_cannot_be_shown_is_asked_about_no_more(tmp_path: Path) -> None:
    texts = {"d0": None, "d1": "Cats sleep."}
    campaign = small_campaign(1, k=2, extra_judgments=1, texts=texts)
    rows = [f"q0 d{i} a0{j} {1 + 4 * j}" for i in range(2) for j in range(2)]
    load = importer(campaign, tmp_path)
    assert load(*rows, extend_pool=True, keep_textless=True).n_asked_again == 1
    assert state(campaign.pairs.get(pair__passage__doc_id="d0")) == (2, 2, 0)


def test_without_extra_judgments_nobody_is_asked() -> None:
    pair, _ = graded(small_campaign(1, 1, k=2), 1, 5)
    assert state(pair) == (2, 2, 0)


def test_a_change_of_grade_may_ask_again_too() -> None:
    pair, [_, second] = graded(small_campaign(1, 1, k=2, extra_judgments=1), 3, 3)
    answer(second.assessor, ticket_for(second.assessor, pair), 5)
    assert state(pair) == (3, 3, 1)


def test_an_undone_grade_asks_nobody_and_its_successor_may() -> None:
    pair, [_, second] = graded(small_campaign(1, 1, k=2, extra_judgments=1), 3, 3)
    member = second.assessor
    undo_judgment(membership=fresh(member), judgment_id=second.pk, client_key=uuid4())
    assert state(pair) == (2, 2, 1)
    answer(member, serve(member)[0], 5)
    assert state(pair) == (3, 3, 1)


def test_a_surplus_grade_takes_the_extra_slot_at_once() -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=2)
    [late] = crew(campaign, 1)
    [early] = serve(late)
    expire()
    pair, _ = graded(campaign, 3, 3)
    assert answer(late, early, 5).status == "surplus"
    changing = campaign.memberships.order_by("pk")[1]
    answer(changing, ticket_for(changing, pair), 1)
    assert state(pair) == (4, 4, 1)
    assert Judgment.objects.votes().count() == 3


def test_a_blank_answer_to_the_extra_slot_leaves_it_open() -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=1)
    pair, _ = graded(campaign, 1, 5)
    fourth, fifth = crew(campaign, 2)
    answer(fourth, serve(fourth)[0], None)
    assert state(pair) == (3, 3, 1)
    assert len(work_off(fifth)) == 1


# Switched on later


def test_switching_on_asks_about_finished_pairs_that_disagree() -> None:
    campaign = small_campaign(1, 4, k=2)
    first, second = crew(campaign, 2)
    work_off(first)
    work_off(second, grade=lambda one: 4 if one.name in {"q0 d0", "q0 d2"} else 3)
    assert allow(campaign, 1) == 2
    wanted = campaign.pairs.order_by("pk").values_list("wanted", flat=True)
    assert list(wanted) == [3, 2, 3, 2]


def test_a_higher_limit_asks_about_what_is_still_disputed() -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=1)
    pair, _ = graded(campaign, 1, 5, 3)
    assert allow(campaign, 3) == 1
    assert state(pair) == (4, 4, 1)


def test_a_repeat_in_hand_hides_no_disputed_pair() -> None:
    campaign = small_campaign(1, 2, k=2, repeat_every=1, repeat_after=1)
    first, second = crew(campaign, 2)
    work_off(first, most=4, grade=1)
    for _ in range(3):
        answer(second, serve(second)[0], 5)
    [hand] = serve(second)
    assert hand.ticket.occasion == 1
    assert not Slot.objects.filter(judgment=None, order_key__isnull=False).exists()
    assert allow(campaign, 1) == 2


@pytest.mark.parametrize("n_passages", [2, 12])
def test_pairs_that_agree_cost_nothing(
    n_passages: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = small_campaign(1, n_passages, k=2)
    for member in crew(campaign, 2):
        work_off(member)
    with django_assert_max_num_queries(12):
        assert allow(campaign, 1) == 0


def test_the_board_shows_what_was_asked_for_beyond() -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=2)
    graded(campaign, 1, 5, 1)
    totals = campaign_board(campaign).totals
    assert (totals.n_wanted, totals.n_further, totals.n_votes) == (4, 2, 3)


@pytest.mark.django_db(transaction=True)
def test_two_who_finish_a_pair_at_once_ask_for_one_more() -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=1)
    members = crew(campaign, 2)
    hands = [serve(member)[0] for member in members]
    pair = hands[0].pair

    def finish(i: int, member: Membership) -> None:
        try:
            answer(member, hands[i], 1 + 4 * i)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        with transaction.atomic():
            list(pair.slots.select_for_update())
            ends = [threads.submit(finish, *of) for of in enumerate(members)]
            until_someone_waits_for_a_lock(n=2)
        for end in ends:
            end.result()
    assert state(pair) == (3, 3, 1)


@pytest.mark.django_db(transaction=True)
def test_a_late_grade_takes_the_slot_that_was_asked_for_while_it_waited() -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=1)
    late, first, second = crew(campaign, 3)
    [early] = serve(late)
    expire()
    hands = [serve(member)[0] for member in (first, second)]

    def send() -> str:
        try:
            return answer(late, early, 3).status
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            answer(first, hands[0], 1)
            answer(second, hands[1], 5)  # adds a slot that the one who waits has not seen
            sent = threads.submit(send)
            until_someone_waits_for_a_lock()
        assert sent.result() == "vote"
    assert state(early.pair) == (3, 3, 0)


@pytest.mark.django_db(transaction=True)
def test_an_import_takes_the_slot_that_was_asked_for_while_it_waited(tmp_path: Path) -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=1)
    hands = [(member, serve(member)[0]) for member in crew(campaign, 2)]
    pair = campaign.pairs.get()
    row = f"{pair.pair.topic.query_id} {pair.pair.passage.doc_id} model 3"

    def load() -> int:
        try:
            return importer(campaign, tmp_path)(row).n_added_slots
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            for grade, (member, hand) in zip((1, 5), hands, strict=True):
                answer(member, hand, grade)
            loaded = threads.submit(load)
            until_someone_waits_for_a_lock()
        assert loaded.result() == 0
    assert state(pair) == (3, 3, 0)


@pytest.mark.django_db(transaction=True)
def test_two_who_look_at_a_disputed_pair_at_once_add_one_slot() -> None:
    campaign = small_campaign(1, 1, k=2, extra_judgments=2)
    hands = [(member, serve(member)[0]) for member in crew(campaign, 2)]
    pair = campaign.pairs.get()

    def look() -> bool:
        try:
            return ask_again_of(pair.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            for grade, (member, hand) in zip((1, 5), hands, strict=True):
                answer(member, hand, grade)
            looked = threads.submit(look)
            until_someone_waits_for_a_lock()
        assert not looked.result()
    assert state(pair) == (3, 3, 1)
