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
    assert call("duo", "--by", "sym-log-sum", "--name", "logs") == (
        "Run logs: the pairs of duo aggregated by sym-log-sum:\n"
        "  2  topics\n"
        "  5  passages at most for a topic\n"
    )


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


def test_aggregate_a_second_time_reports_the_same() -> None:
    make_duo()
    arguments = "duo", "--by", "sum", "--name", "sums"
    assert call(*arguments) == call(*arguments)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["bm25", "--by", "sum"], "bm25 has no pair scores; there are those of duo"),
        (["dou", "--by", "sum"], "no run named 'dou'; there is duo"),
        (["duo", "--by", "product"], "invalid choice: 'product'"),
        (["duo", "--by", "sum", "--cuts", "5"], "The aggregation sum takes no cuts"),
        (["duo", "--by", "loop-truncation", "--cuts", "a"], "'a' is no list of whole numbers"),
        (["duo", "--by", "loop-truncation", "--cuts", "2,3"], "cuts descend"),
        (["duo", "--by", "sum", "--first-n", "some"], "'some' is neither a whole number"),
        (["duo", "--by", "sum", "--first-n", "2,9"], "the first 9 are not 2 to 3"),
    ],
)
def test_aggregate_refuses_in_a_sentence(arguments: list[str], reason: str) -> None:
    make_duo()
    with pytest.raises(CommandError, match=reason):
        call(*arguments, "--name", "new")
    assert not Run.objects.filter(name="new").exists()
