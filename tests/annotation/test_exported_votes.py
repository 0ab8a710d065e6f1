"""What the library makes of an export of judgments is what the campaign's own commands make."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.models import AssessorKind
from regrade.command.program import main
from tests.annotation.voting import cast_votes, voted_campaign

pytestmark = pytest.mark.django_db
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """Carol's third vote on a pair that wants two is surplus, and gpt is a model."""
    campaign = voted_campaign(
        {
            ("q1", "d1"): {"alice": 4, "bob": 4},
            ("q1", "d2"): {"alice": 1, "bob": 2},
            ("q1", "d3"): {"alice": 5, "bob": None},
            ("q2", "d1"): {"alice": 2, "bob": 2, "carol": 4},
        },
        judgments_per_pair=2,
    )
    cast_votes(campaign, {("q1", "d3"): {"gpt": 4}}, AssessorKind.MODEL)
    path = tmp_path / "judgments.csv"
    call_command("export_judgments", "campaign", str(path), stdout=StringIO())
    return path


def library(command: str, *arguments: str, capsys: Capture) -> str:
    capsys.readouterr()
    assert main([command, *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "asked", [["--threshold", "3"], ["--by", "topic", "--with-models"], ["--by", "assessor"]]
)
def test_agreement_of_an_export_is_the_campaigns(
    asked: list[str], export: Path, capsys: Capture
) -> None:
    asked = [*asked, "--votes", "2", "--format", "json"]
    out = StringIO()
    call_command("agreement", "--campaign", "campaign", *asked, stdout=out)
    campaigns = json.loads(out.getvalue())
    assert campaigns
    assert json.loads(library("agreement", str(export), *asked, capsys=capsys)) == campaigns
