"""Decisions leave as a file and come back from one, all of them or none."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from annotation.models import Adjudication, Campaign
from annotation.pairs.deciding import decide
from tests.annotation.adjudication.settling_campaign import (
    APART,
    TIED,
    Settled,
    make_settled,
)
from tests.factories import make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

HEADER = "query_id,doc_id,grade,reason,note,decided_at\n"
NOTE = '=1+1, "quoted"\n\tin two lines'


@pytest.fixture
def settled(db: None) -> Settled:
    settled = make_settled()
    make_user("erik")
    return settled


def run(command: str, *arguments: str, **options: str) -> str:
    found = io.StringIO()
    call_command(command, *arguments, stdout=found, stderr=found, **options)
    return found.getvalue()


def take_in(file: Path, account: str = "erik") -> str:
    return run("import_decisions", str(file), campaign="campaign", adjudicator=account)


def stored() -> list[tuple[object, ...]]:
    live = Adjudication.objects.live().order_by("campaign_pair")
    return list(live.values_list("campaign_pair", "grade__value", "reason", "note", "created_at"))


@pytest.mark.parametrize("style", ["csv", "csv-bom"])
def test_decisions_come_back_as_they_left(style: str, settled: Settled, tmp_path: Path) -> None:
    decide(pair=settled.pairs[TIED], adjudicator=settled.carol, grade=5, note=NOTE)
    decide(pair=settled.pairs[APART], adjudicator=make_user("olaf"), grade=1)
    file, before = tmp_path / "decisions.csv", stored()
    assert run("export_decisions", "campaign", str(file), format=style).startswith(
        "2 decisions in "
    )
    text = file.read_text("utf-8")
    assert text.startswith("\ufeff") == (style == "csv-bom")
    assert ("P-carla" in text, "olaf" in text) == (True, False)
    Adjudication.objects.all().delete()
    assert take_in(file).split() == ["new", "2", "changed", "0", "known", "0"]
    assert stored() == before
    assert take_in(file).split() == ["new", "0", "changed", "0", "known", "2"]


def test_another_grade_takes_the_place_of_what_stood(settled: Settled, tmp_path: Path) -> None:
    decide(pair=settled.pairs[TIED], adjudicator=settled.carol, grade=5)
    file = tmp_path / "decisions.csv"
    file.write_text("query_id,doc_id,grade\nq1,d1,2\n")
    assert take_in(file).split() == ["new", "0", "changed", "1", "known", "0"]
    made = Adjudication.objects.live().get()
    assert (made.grade.value, made.reason, made.saw_votes) == (2, "tied", None)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("q1,d99,3,,,", "unknown_pair"),
        ("q1,d2,9,,,", "grade_off_scale"),
        ("q1,d2,3,whim,,", "unknown_reason"),
        ("q1,d2,3,,,2999-01-01", "time_to_come"),
    ],
)
def test_a_line_that_does_not_fit_is_named_and_nothing_is_recorded(
    settled: Settled, tmp_path: Path, line: str, code: str
) -> None:
    file = tmp_path / "decisions.csv"
    file.write_text(f"{HEADER}q1,d1,3,tied,,\n{line}\n")
    with refused(CommandError, code, line=3):
        take_in(file)
    assert not Adjudication.objects.exists()


def test_nobody_imports_decisions_on_what_they_judged(settled: Settled, tmp_path: Path) -> None:
    file = tmp_path / "decisions.csv"
    file.write_text(f"{HEADER}q1,d1,3,tied,,\n")
    assert settled.ann.user is not None
    with refused(CommandError, "own_judgment", line=2):
        take_in(file, User.objects.get(username="ann").username)


def test_nothing_is_imported_into_a_campaign_that_is_archived(
    settled: Settled, tmp_path: Path
) -> None:
    Campaign.objects.update(state="archived")
    file = tmp_path / "decisions.csv"
    file.write_text(f"{HEADER}q1,d1,3,tied,,\n")
    with pytest.raises(CommandError, match="archived"):
        take_in(file)
