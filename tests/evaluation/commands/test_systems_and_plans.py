from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.evaluation.four_runs import make_ground

pytestmark = pytest.mark.django_db

ALL = ("--runs=a,b,c,d", "--measures=AP")


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    make_ground()


def printed(command: str, *given: str) -> str:
    out = StringIO()
    call_command(command, *given, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_correlate_rankings_prints_rows_as_json() -> None:
    asked = [*ALL, "--labels=old,new", "--resamples=20", "--format=json"]
    row = json.loads(printed("correlate_rankings", *asked))[0]
    assert (row["labels"], row["other_labels"], row["n_systems"]) == ("old", "new", 4)


def test_correlate_rankings_says_where_its_intervals_come_from() -> None:
    told = printed("correlate_rankings", *ALL, "--labels=old,new", "--resamples=20", "--seed=3")
    assert "6 topics; percentile intervals from 20 resamples, seed 3, at 95%." in told
    assert "rbo: persistence 0.9, ties by variant a" in told
    assert "old: relevant from 1." in told


def test_correlate_rankings_by_one_coefficient_twice_is_refused() -> None:
    with pytest.raises(CommandError, match="tau-b appears twice"):
        printed("correlate_rankings", *ALL, "--labels=old,new", "--coefficients=tau-b, tau-b")


def test_correlate_rankings_of_a_bad_option_is_refused() -> None:
    with pytest.raises(CommandError, match="between 0 and 1"):
        printed("correlate_rankings", *ALL, "--labels=old,new", "--p=2")


def test_compare_systems_says_by_which_method() -> None:
    told = printed("compare_systems", *ALL, "--labels=old", "--permutations=50", "--seed=3")
    assert "4 runs on 6 topics, compared by the randomized Tukey HSD." in told
    assert "50 permutations, seed 3" in told


def test_compare_systems_prints_letters_the_best_run_first() -> None:
    told = printed("compare_systems", *ALL, "--labels=old", "--method=tukey")
    [line] = [line for line in told.splitlines() if "share a letter" in line]
    assert line.startswith("AP under old: ")
    assert line.split(": ")[1].split()[1].startswith("a")
    by_baseline = printed(
        "compare_systems", *ALL, "--labels=old", "--method=dunnett", "--baseline=a"
    )
    assert "share a letter" not in by_baseline


def test_compare_systems_says_how_it_corrected() -> None:
    told = printed("compare_systems", *ALL, "--labels=old", "--method=mixed", "--baseline=a")
    assert "corrected by Holm for 3 tests" in told


def test_compare_systems_prints_an_analysis_of_variance() -> None:
    asked = [*ALL, "--labels=old", "--method=anova", "--format=json"]
    rows = json.loads(printed("compare_systems", *asked))
    assert [row["source"] for row in rows] == ["system", "topic", "residual", "total"]


def test_plan_topics_from_a_deviation_answers_in_sentences() -> None:
    told = printed("plan_topics", "--sd=1", "--topics=90", "--difference=0.3")
    assert "90 topics find a difference of 0.3 with power 0.80" in told
    assert "or more" in told


def test_plan_topics_from_runs_prints_rows_as_json() -> None:
    asked = ["--runs=a,b", "--labels=old", "--measure=AP", "--difference=0.1", "--format=json"]
    rows = json.loads(printed("plan_topics", *asked))
    assert [row["answer"] for row in rows] == ["needed", "detectable"]
    assert rows[0]["of"] == "b minus a by AP under old"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--sd=1", "--runs=a,b"], "not both"),
        ([], "or a standard deviation"),
        (["--runs=a,b,c", "--labels=old", "--measure=AP"], "two runs and one measure"),
        (["--sd=-1", "--topics=5"], "standard deviation is at least 0"),
        (["--sd=1"], "a difference to find, or the topics"),
        (["--runs=a,b", "--labels=old", "--measure=AP", "--topics=5"], "labels have their own"),
    ],
)
def test_a_plan_of_nothing_is_refused(given: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        printed("plan_topics", *given)


def test_compare_systems_says_for_what_its_p_values_and_intervals_hold() -> None:
    told = printed("compare_systems", *ALL, "--labels=old", "--method=tukey")
    assert "p-values hold for all pairs of this family at once" in told
    assert "all intervals at once at 95%" in told
    assert "p_adjusted" not in told


def test_compare_systems_by_the_mixed_model_tells_the_variance_of_topics() -> None:
    told = printed("compare_systems", *ALL, "--labels=old", "--method=mixed", "--baseline=a")
    assert "variance of the topics" in told
    assert "each interval by itself at 95%" in told


def test_a_correction_of_what_holds_for_all_pairs_is_refused() -> None:
    with pytest.raises(CommandError, match="tukey needs no correction"):
        printed("compare_systems", *ALL, "--labels=old", "--method=tukey", "--correction=holm")


def test_a_number_of_draws_is_refused_by_the_name_of_its_option() -> None:
    with pytest.raises(CommandError, match="permutations are at least 1, got 0"):
        printed("compare_systems", *ALL, "--labels=old", "--permutations=0")
