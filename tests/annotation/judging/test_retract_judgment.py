from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from annotation.board.board import campaign_board
from annotation.exceptions import JudgmentRefused
from annotation.exchange.exported_judgments import EVERYTHING, ExportOptions, export_judgments
from annotation.judging.undoing import retract_judgment
from annotation.models import (
    Cause,
    Judgment,
    Membership,
    PairKind,
    Reason,
    Slot,
)
from annotation.pools.pairs import Mark
from annotation.serving.assignments import progress
from annotation.serving.claim import Nothing
from annotation.serving.claim_context import read_claim_context
from annotation.serving.leases import release_member
from annotation.votes.stored import stored_votes
from regrade.files.judging.judgments_writer import Layout
from tests.annotation.assessing import (
    answer,
    crew,
    expire,
    nothing_for,
    serve,
    small_campaign,
    votes_by_pair,
    work_off,
)
from tests.annotation.importing import importer
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def withdraw(judgment: Judgment, by: User | None = None) -> Judgment:
    return retract_judgment(judgment=judgment, cause=Cause.WITHDRAWN, recorded_by=by)


@pytest.fixture
def members(db: None) -> list[Membership]:
    """Of a campaign with two judgments a pair."""
    return crew(small_campaign(1, 2, k=2), 4)


def judgment_of(member: Membership, **fields: Any) -> Judgment:
    return member.judgments.live().filter(**fields).order_by("pk")[0]


def test_a_retracted_vote_frees_its_slot_for_someone_else(members: list[Membership]) -> None:
    gone, second, third, _ = members
    work_off(gone)
    work_off(second)
    pair = withdraw(judgment_of(gone)).campaign_pair
    assert [one.pair for one in work_off(third)] == [pair]
    assert set(votes_by_pair(gone.campaign)[pair.pk]) == {second.pk, third.pk}


def test_the_new_row_says_who_and_why(members: list[Membership], carol: User) -> None:
    work_off(members[0])
    judgment = judgment_of(members[0])
    retraction = withdraw(judgment, by=carol)
    kept = ("position", "rotation", "guideline_id", "policy_id", "text_hash", "occasion")
    assert [getattr(retraction, name) for name in kept] == [
        getattr(judgment, name) for name in kept
    ]
    assert (retraction.cause, retraction.recorded_by) == (Cause.WITHDRAWN, carol)
    assert (retraction.reason_not_judged, retraction.note) == (Reason.RETRACTED, "")


def surplus_beside(members: list[Membership], *grades: int) -> list[Judgment]:
    """Answers to one pair in this order: two vote, the third came too late."""
    [hand] = serve(members[2])
    given = []
    for member, grade in zip(members[:2], grades, strict=False):
        expire()
        found = next(one for one in serve(member, 5) if one.pair == hand.pair)
        given.append(answer(member, found, grade).judgment)
    return [*given, answer(members[2], hand, grades[2]).judgment]


def test_a_surplus_grade_takes_the_slot(members: list[Membership]) -> None:
    first, second, third = surplus_beside(members, 3, 3, 4)
    assert {vote.pk for vote in Judgment.objects.votes()} == {first.pk, second.pk}
    withdraw(first)
    assert {vote.pk for vote in Judgment.objects.votes()} == {second.pk, third.pk}


def test_retracted_surplus_takes_no_slot_later(members: list[Membership]) -> None:
    first, second, third = surplus_beside(members, 3, 3, 4)
    withdraw(third)
    withdraw(first)
    assert {vote.pk for vote in Judgment.objects.votes()} == {second.pk}


def test_a_rejected_row_takes_no_slot(members: list[Membership]) -> None:
    first, second, third = surplus_beside(members, 3, 3, 4)
    rejected = Judgment.objects.get(pk=third.pk)
    rejected.pk, rejected.assessor, rejected.cause = None, members[3], Cause.REJECTED
    rejected.client_key, rejected.created_at = uuid4(), first.created_at
    rejected.save(force_insert=True)
    withdraw(third)
    withdraw(first)
    assert {vote.pk for vote in Judgment.objects.votes()} == {second.pk}


def test_grades_that_disagree_now_are_asked_about_again() -> None:
    """The surplus grade that takes the slot may stand alone against the others."""
    members = crew(small_campaign(1, 1, k=2, extra_judgments=1), 4)
    first, _, _ = surplus_beside(members, 3, 3, 5)
    withdraw(first)
    pair = first.campaign_pair
    pair.refresh_from_db()
    assert (pair.wanted, pair.slots.filter(judgment=None).count()) == (3, 1)
    assert len(work_off(members[3])) == 1


def test_the_slot_of_a_pair_that_cannot_be_shown_goes_with_its_vote(tmp_path: Path) -> None:
    campaign = small_campaign(1, k=2, texts={"d0": None, "d1": "Cats sleep."})
    load = importer(campaign, tmp_path)
    load("q0 d0 a01 1", "q0 d0 a02 5", extend_pool=True, keep_textless=True)
    withdraw(Judgment.objects.votes()[0])
    assert Judgment.objects.votes().count() == 1
    [member] = crew(campaign, 1)
    assert {served.name for served in work_off(member)} == {"q0 d1"}


@pytest.mark.parametrize("kind", [PairKind.OVERLAP, PairKind.GOLD])
def test_a_personal_slot_goes_with_its_judgment(kind: PairKind) -> None:
    mark = Mark(kind, grade=3 if kind == PairKind.GOLD else None)
    campaign = small_campaign(1, 2, k=1, marks={0: mark}, gold_every=1, overlap_every=1)
    [member] = crew(campaign, 1)
    work_off(member)
    withdraw(judgment_of(member, campaign_pair__kind=kind))
    assert not Slot.objects.filter(campaign_pair__kind=kind).exists()


def test_a_retracted_row_cannot_be_retracted_again(members: list[Membership]) -> None:
    work_off(members[0])
    retraction = withdraw(judgment_of(members[0]))
    with refused(JudgmentRefused, "answer_changed"):
        withdraw(retraction)


def test_withdrawn_answers_count_nowhere(members: list[Membership], tmp_path: Path) -> None:
    campaign = members[0].campaign
    work_off(members[0])
    answer(members[1], serve(members[1])[0], None)
    for judgment in Judgment.objects.live().order_by("pk"):
        withdraw(judgment)
    board = campaign_board(campaign)
    assert (board.totals.n_votes, board.totals.n_pairs_not_judged, board.totals.n_surplus) == (
        0,
        0,
        0,
    )
    assert {(row.n_judged, row.n_not_judged) for row in board.assessors} == {(0, 0)}
    assert {row.n for row in board.grades} == {0}
    assert stored_votes(campaign).packed.n_pairs == 0
    assert progress(read_claim_context(members[0].pk))[:2] == (0, 0)
    for options in (ExportOptions(), EVERYTHING):
        path = tmp_path / "out.tsv"
        export = export_judgments(campaign=campaign, path=path, layout=Layout.TSV, options=options)
        assert export.n_rows == 0


def test_a_withdrawn_blank_brings_the_pair_back_from_adjudication() -> None:
    first, second, third = crew(small_campaign(1, 1, k=1), 3)
    for member in (first, second):
        answer(member, serve(member)[0], None)
    assert nothing_for(third) == Nothing.FINISHED
    release_member(membership=second)
    withdraw(judgment_of(second))
    assert len(work_off(third)) == 1
