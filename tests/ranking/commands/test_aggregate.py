from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from ranking.models import Run
from tests.ranking.runs.pairing import make_duo

pytestmark = pytest.mark.django_db


def call(*arguments: str) -> str:
    out = io.StringIO()
    call_command("aggregate", *arguments, stdout=out)
    return out.getvalue()


def test_aggregate_reports_what_it_made() -> None:
    make_duo()
    first, *counts = call("duo", "--by", "sym-log-sum", "--name", "logs").splitlines()
    assert "duo aggregated by sym-log-sum" in first
    assert [line.split()[0] for line in counts] == ["2", "5"]


def test_aggregate_takes_cuts_and_what_is_within() -> None:
    make_duo()
    options = "--by", "loop-truncation", "--cuts", "3,2", "--within", "log-sum"
    said = call("duo", *options, "--name", "cut")
    assert "aggregated by loop-truncation (cuts 3, 2; within log-sum):" in said


def test_aggregate_takes_several_first_n() -> None:
    make_duo()
    said = call("duo", "--by", "sum", "--name", "sums", "--first-n", "2,3")
    assert "Run sums-2: the pairs of duo aggregated by sum, first 2:" in said
    assert Run.objects.filter(name="sums-3").exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["bm25", "--by", "sum"], "those of duo"),
        (["duo", "--by", "loop-truncation", "--cuts", "a"], "'a'"),
        (["duo", "--by", "sum", "--first-n", "some"], "'some'"),
    ],
)
def test_aggregate_refuses_naming_what_was_wrong(arguments: list[str], reason: str) -> None:
    make_duo()
    with pytest.raises(CommandError, match=reason):
        call(*arguments, "--name", "new")
    assert not Run.objects.filter(name="new").exists()
