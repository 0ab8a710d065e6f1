from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.refusals import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]

ALL = ("--runs=a,b,c,d", "--measures=AP")


def printed(command: str, *given: str) -> str:
    out = StringIO()
    call_command(command, *given, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_correlate_rankings_prints_rows_as_json() -> None:
    asked = [*ALL, "--labels=old,new", "--resamples=20", "--format=json"]
    row = json.loads(printed("correlate_rankings", *asked))[0]
    assert (row["labels"], row["other_labels"], row["n_systems"]) == ("old", "new", 4)


def test_correlate_rankings_says_where_its_intervals_come_from() -> None:
    found = printed("correlate_rankings", *ALL, "--labels=old,new", "--resamples=20", "--seed=3")
    for words in ("20 resamples, seed 3, at 95%", "persistence 0.9", "old: relevant from 1."):
        assert words in found


def test_compare_systems_says_by_which_method_and_for_what_it_holds() -> None:
    found = printed("compare_systems", *ALL, "--labels=old", "--permutations=50", "--seed=3")
    assert "4 runs on 6 topics, compared by the randomized Tukey HSD." in found
    for words in ("50 permutations, seed 3", "all pairs of this family at once"):
        assert words in found
    assert "p_adjusted" not in found


def test_compare_systems_prints_letters_the_best_run_first() -> None:
    found = printed("compare_systems", *ALL, "--labels=old", "--method=tukey")
    [line] = [line for line in found.splitlines() if "share a letter" in line]
    assert line.startswith("AP under old: ")
    assert line.split(": ")[1].split()[1].startswith("a")
    assert "all intervals at once at 95%" in found


def test_compare_systems_by_the_mixed_model_says_how_it_corrected() -> None:
    found = printed("compare_systems", *ALL, "--labels=old", "--method=mixed", "--baseline=a")
    for words in ("Holm for 3 tests", "variance of the topics", "each interval by itself at 95%"):
        assert words in found
    assert "share a letter" not in found


def test_compare_systems_prints_an_analysis_of_variance() -> None:
    asked = [*ALL, "--labels=old", "--method=anova", "--format=json"]
    rows = json.loads(printed("compare_systems", *asked))
    assert [row["source"] for row in rows] == ["system", "topic", "residual", "total"]


BOTH, ONE = [*ALL, "--labels=old,new"], [*ALL, "--labels=old"]


@pytest.mark.parametrize(
    ("command", "given", "code"),
    [
        ("correlate_rankings", [*BOTH, "--p=2"], "unusable_options"),
        ("compare_systems", [*ONE, "--method=tukey", "--correction=holm"], "needs_no_correction"),
        ("compare_systems", [*ONE, "--permutations=0"], "too_few_draws"),
    ],
)
def test_what_cannot_be_asked_is_refused(command: str, given: list[str], code: str) -> None:
    with refused(CommandError, code):
        printed(command, *given)


def test_a_coefficient_that_is_named_twice_is_refused() -> None:
    with pytest.raises(CommandError, match="tau-b"):
        printed("correlate_rankings", *BOTH, "--coefficients=tau-b, tau-b")
