"""Recorded rows with more than a grade: rejected work, repeats, earlier versions, people."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from annotation.campaigns.policy import PolicyOptions, set_policy
from annotation.exchange.judgments import import_judgments
from annotation.models import (
    AssessorKind,
    Campaign,
    Cause,
    EventKind,
    Judgment,
    Membership,
    Reason,
    Slot,
)
from regrade.files.errors import BadInput
from regrade.files.judging import read_judgments
from tests.annotation.importing import (
    HEADER,
    Import,
    campaign_for_imports,
    importer,
    member,
    pair,
    votes,
)
from tests.factories import TEXTS, make_member, make_user
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

CHUNK = "annotation.exchange.judgments.CHUNK"
CHUNKS = [1, *(pytest.param(n, marks=thorough) for n in (2, 100))]


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_for_imports()


@pytest.fixture
def load(campaign: Campaign, tmp_path: Path) -> Import:
    return importer(campaign, tmp_path)


def test_rejected_work_is_stored_and_never_votes(load: Import) -> None:
    report = load("q1 d1 a01 3 rejected", "q1 d1 a02 5 imported", header=f"{HEADER} cause")
    assert (report.n_rejected, report.n_votes, report.n_added_slots) == (1, 1, 0)
    assert votes() == [("a02", 5)]
    rejected = Judgment.objects.live().get(cause=Cause.REJECTED)
    assert (rejected.assessor, rejected.grade_id is None) == (member("a01"), False)
    assert not Slot.objects.filter(judgment=rejected).exists()


def test_rejected_work_without_a_grade_does_not_count_as_not_judged(load: Import) -> None:
    report = load("q1 d1 a01 no_input rejected", header=f"{HEADER} cause")
    assert (report.n_rejected, report.n_not_judged) == (1, 0)
    assert not Judgment.objects.recorded().exists()


def test_a_repeat_is_stored_and_never_votes(load: Import) -> None:
    header = f"{HEADER} occasion"
    report = load("q1 d1 a01 3 0", "q1 d1 a01 5 1", header=header)
    assert (report.n_votes, report.n_repeats, votes()) == (1, 1, [("a01", 3)])
    assert Slot.objects.exclude(judgment=None).count() == 1
    assert load("q1 d1 a01 3 0", "q1 d1 a01 5 1", header=header).n_unchanged == 2


def test_an_earlier_version_is_stored_as_such(load: Import) -> None:
    header = f"{HEADER} created_at superseded_at"
    report = load(
        "q1 d1 a01 3 2020-05-01T12:00Z 2020-05-01T13:00Z",
        "q1 d1 a01 5 2020-05-01T13:00Z ",
        header=header,
    )
    assert (report.n_votes, report.n_earlier_versions, votes()) == (1, 1, [("a01", 5)])
    earlier = Judgment.objects.get(grade__value=3)
    assert earlier.superseded_at == datetime(2020, 5, 1, 13, tzinfo=UTC)
    assert not Slot.objects.filter(judgment=earlier).exists()


@pytest.mark.parametrize("text", ["kind", "english_level"])
def test_what_rows_say_of_new_assessors_is_kept(text: str, load: Import) -> None:
    column, values = GIVEN[text]
    load(f"q1 d1 a01 3 {values[0]}", "q1 d1 a02 3 ", header=f"{HEADER} {column}")
    assert [getattr(member(name), text) for name in ("a01", "a02")] == [values[0], values[1]]


GIVEN = {
    "kind": ("assessor_kind", ("simulated", "human")),
    "english_level": ("english_level", ("native", "")),
}


@pytest.mark.parametrize("chunk", CHUNKS)
def test_rows_come_in_alike_however_many_at_once(
    chunk: int, campaign: Campaign, load: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CHUNK, chunk)
    rows = ["q1 d1 a01 3 0", "q1 d1 a02 4 0", "q2 extra a01 1 0", "q1 d1 a03 5 0", "q1 d1 a01 2 1"]
    rows += ["q2 extra a02  0"]
    header = f"{HEADER} occasion"
    report = load(*rows, header=header, extend_pool=True)
    assert votes() == [("a01", 1), ("a01", 3), ("a02", 4), ("a03", 5)]
    assert [slot.number for slot in pair().slots.exclude(judgment=None)] == [1, 2, 3]
    assert (report.n_rows, report.n_added_pairs, report.n_added_slots) == (6, 1, 1)
    assert (report.n_votes, report.n_not_judged, report.n_repeats) == (4, 1, 1)
    assert load(*rows, header=header, extend_pool=True).n_unchanged == 6


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("superseded_at", ["", "2026-01-02T00:00Z"])
def test_a_row_that_stands_in_two_files_is_one_however_far_apart(
    chunk: int,
    superseded_at: str,
    campaign: Campaign,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CHUNK, chunk)
    shared = f"q1\td1\ta01\t3\t{superseded_at}"
    paths = [tmp_path / "one.tsv", tmp_path / "two.tsv"]
    for path, own in zip(paths, ("q1\td1\ta02\t3\t", "q1\td1\ta03\t3\t"), strict=True):
        header = "\t".join([*HEADER.split(), "superseded_at"])
        path.write_text("\n".join([header, shared, own, ""]))
    recorded = [row for path in paths for row in read_judgments(path)]
    report = import_judgments(campaign=campaign, recorded=recorded)
    assert (report.n_rows, report.n_unchanged, Judgment.objects.count()) == (4, 1, 3)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_pairs_are_asked_again_when_all_rows_are_in(
    chunk: int, campaign: Campaign, load: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_policy(campaign=campaign, options=PolicyOptions(extra_judgments=1))
    monkeypatch.setattr(CHUNK, chunk)
    rows = ["q1 d1 a01 1", "q1 d1 a02 5", "q1 d1 a03 3", "q1 d2 a01 1", "q1 d2 a02 5"]
    report = load(*rows)
    assert (report.n_added_slots, report.n_asked_again) == (1, 1)
    assert (pair().wanted, pair("q1", "d2").wanted) == (2, 3)


def test_a_wrong_row_far_down_takes_back_what_came_before(
    load: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CHUNK, 1)
    with refused(BadInput, "grade_off_scale", line=3):
        load("q1 d1 a01 3", "q1 d1 a02 9")
    assert not Judgment.objects.exists()
    assert not Membership.objects.exists()


def test_what_rows_say_of_members_changes_nothing(campaign: Campaign, load: Import) -> None:
    alice = make_member(campaign, make_user("alice"))
    header = f"{HEADER} assessor_kind english_level"
    load("q1 d1 alice 3 simulated native", header=header, as_accounts=True)
    alice.refresh_from_db()
    assert (alice.kind, alice.english_level) == (AssessorKind.HUMAN, "")


def test_the_text_that_was_highlighted_is_kept_as_a_hash(load: Import) -> None:
    load("q1 d1 a01 3 [[0,7]]", "q1 d2 a01 3 ", header=f"{HEADER} spans")
    hashes = Judgment.objects.order_by("campaign_pair").values_list("text_hash", flat=True)
    assert list(hashes) == [sha256(TEXTS["d1"].encode()).hexdigest(), ""]


def test_a_reason_why_there_is_no_grade_is_kept(load: Import) -> None:
    load("q1 d1 a01  language", header=f"{HEADER} reason_not_judged")
    assert Judgment.objects.get().reason_not_judged == Reason.LANGUAGE


def test_what_an_export_says_of_the_showing_is_kept(load: Import) -> None:
    load("q1 d1 a01 3 700 12 5", header=f"{HEADER} away_ms position rotation")
    judgment = Judgment.objects.get()
    assert (judgment.away_ms, judgment.position, judgment.rotation) == (700, 12, 5)


def test_an_import_is_logged_with_its_report(campaign: Campaign, carol: User, load: Import) -> None:
    report = load("q1 d1 a01 3", actor=carol)
    event = campaign.events.get(kind=EventKind.IMPORTED)
    assert (event.actor, event.details) == (carol, report._asdict())
    assert Judgment.objects.get().recorded_by == carol


def test_an_import_that_adds_nothing_is_not_logged(campaign: Campaign, load: Import) -> None:
    load("q1 d1 a01 3")
    load("q1 d1 a01 3")
    assert campaign.events.filter(kind=EventKind.IMPORTED).count() == 1


def test_rows_of_the_campaigns_own_export_are_refused(campaign: Campaign, load: Import) -> None:
    make_member(campaign, make_user("alice"))
    with refused(BadInput, "own_export", line=2):
        load("q1 d1 P-alice 3")


@pytest.mark.parametrize(
    ("column", "cells", "code"),
    [
        ("assessor_kind", ["3 human", "3 model"], "other_kind"),
        ("english_level", ["3 C2"], "unknown_english_level"),
        ("text_hash", ["3 ab12"], "other_text"),
        ("reason_not_judged", [" tired"], "unknown_reason"),
    ],
)
def test_a_cell_that_cannot_be_kept_is_named(
    column: str, cells: list[str], code: str, load: Import
) -> None:
    rows = [f"q1 d{n} a01 {cell}" for n, cell in enumerate(cells, start=1)]
    with refused(BadInput, code, line=len(rows) + 1):
        load(*rows, header=f"{HEADER} {column}")
    assert not Judgment.objects.exists()
