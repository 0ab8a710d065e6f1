from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.models import AssessorKind, LabelSet
from tests.annotation.answering import claim, judge
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_pool,
    make_run,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    collection, topic_set = make_collection(), make_topics()
    make_run("r1", collection, topic_set, {"q1": ["d1", "d2"], "q2": ["d3", "d2"]})
    make_run("r2", collection, topic_set, {"q1": ["d2", "d1"]})
    make_labels("old", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d2": 1}})
    make_labels("new", collection, topic_set, {"q1": {"d1": 1, "d2": 2}, "q2": {"d3": 1}})


def printed(command: str, options: dict[str, str | None], *flags: str) -> str:
    out = StringIO()
    given = [f"--{name}={value}" for name, value in options.items() if value is not None]
    call_command(command, *given, *flags, stdout=out)
    return out.getvalue()


def evaluated(*flags: str, **options: str | None) -> str:
    defaults = {"runs": "r1,r2", "labels": "old", "measures": "RR@10,MFR@10"}
    return printed("evaluate", {**defaults, **options}, *flags)


def compared(**options: str | None) -> str:
    defaults = {"runs": "r2", "baseline": "r1", "labels": "old,new", "measures": "RR@10"}
    return printed("compare", {**defaults, **options})


def test_evaluate_prints_json_rows() -> None:
    rows = json.loads(evaluated(format="json"))
    assert rows[0] == {
        "run": "r1",
        "labels": "old",
        "measure": "RR@10",
        "mean": 0.75,
        "n_topics": 2,
        "lower_is_better": False,
        "min_relevance": 1,
        "n_missing": 0,
        "unjudged": 0.5,
        "unjudged_in": "top 10",
    }


def test_evaluate_table_says_direction_topics_and_what_is_relevant() -> None:
    told = evaluated()
    assert "MFR@10 ↓" in told
    assert "2 topics." in told
    assert "old: relevant from 1." in told


def test_evaluate_per_topic_maps_query_ids_to_values() -> None:
    rows = json.loads(evaluated("--per-topic", format="json"))
    assert rows[3]["topics"] == {"q1": 2.0, "q2": 11.0}


def test_evaluate_csv_tells_missing_topics_and_unjudged_passages() -> None:
    rows = list(csv.DictReader(StringIO(evaluated(format="csv"))))
    assert (rows[2]["n_missing"], float(rows[2]["unjudged"])) == ("1", 0.5)


def test_evaluate_table_per_topic_lists_each_topic() -> None:
    rows = [line.split()[-2:] for line in evaluated("--per-topic").splitlines()[2:5]]
    assert rows == [["q1", "1.0000"], ["q2", "0.5000"], ["all", "0.7500"]]


def test_evaluate_says_that_topics_were_narrowed_to_common_ones() -> None:
    assert "every run has" in evaluated("--common-topics")


def test_compare_prints_json_rows() -> None:
    [row, _] = json.loads(compared(format="json"))
    assert set(row) == {
        "baseline",
        "run",
        "labels",
        "measure",
        "baseline_mean",
        "run_mean",
        "difference",
        "p_value",
        "test",
        "n_topics",
        "low",
        "high",
        "confidence",
        "stars",
        "lower_is_better",
        "simulated",
        "min_relevance",
        "n_missing",
        "baseline_n_missing",
        "unjudged",
        "baseline_unjudged",
        "unjudged_in",
    }


def test_compare_table_tells_the_level_of_its_intervals() -> None:
    assert "low and high: the 95% interval" in compared()
    assert "the 90% interval" in compared(test="equivalence", bound="0.05")


def test_compare_by_ranks_tells_the_estimate_that_goes_with_them() -> None:
    told = compared(test="wilcoxon")
    assert "Hodges-Lehmann has a 95% interval of its own" in told
    assert "zero differences: wilcox; exact" in told


def test_compare_with_baseline_labels_adds_their_name() -> None:
    itself = {"baseline": None, "baseline-labels": "old", "labels": "new"}
    [row] = json.loads(compared(format="json", **itself))
    assert (row["baseline"], row["run"], row["baseline_labels"]) == ("r2", "r2", "old")


def test_compare_table_says_what_the_stars_mean() -> None:
    assert "not corrected for the 2 tests" in compared()


def test_compare_table_marks_measures_where_lower_is_better() -> None:
    assert "MFR@10 ↓" in compared(measures="MFR@10")


def test_what_simulated_assessors_voted_says_so_in_every_table() -> None:
    old = LabelSet.objects.get(name="old")
    pool = make_pool("pool", old.collection, old.topic_set)
    campaign = make_campaign(pool=pool)
    robot = make_member(campaign, make_user("robot"), AssessorKind.SIMULATED)
    while slots := claim(robot).slots:
        judge(robot, slots[0].campaign_pair, 4)
    median = ["derive_labels", "robots", "--campaign=campaign", "--aggregate=median"]
    median.append("--kinds=simulated")
    call_command(*median, stdout=StringIO())
    assert "SIMULATED" in compared(labels="robots")
    assert "simulated assessors" in compared(labels="robots", format="latex")
    [row] = csv.DictReader(StringIO(compared(labels="robots", format="csv")))
    assert row["simulated"] == "True"


def test_compare_table_says_which_correction_and_for_how_many() -> None:
    assert "corrected by Holm for 2 tests" in compared(correction="holm")


def test_compare_table_says_how_a_random_test_was_drawn() -> None:
    told = compared(test="randomization", seed="7", permutations="99")
    assert "randomization test (99 draws, seed 7)" in told


def test_compare_table_names_the_bound_of_an_equivalence_test() -> None:
    assert "within -0.05 to +0.05" in compared(test="equivalence", bound="0.05")


def test_compare_names_another_treatment_of_zero_differences() -> None:
    told = {"test": "wilcoxon", "zero-method": "pratt"}
    assert "zero differences: pratt" in compared(**told)
    assert json.loads(compared(format="json", **told))[0]["zero_method"] == "pratt"


def test_compare_of_a_bad_option_is_refused_in_a_sentence() -> None:
    with pytest.raises(CommandError, match="a seed is not negative, got -1"):
        compared(seed="-1")


def test_compare_latex_holds_a_tabular_for_each_label_set() -> None:
    assert compared(format="latex").count("\\begin{tabular}") == 2


def test_compare_of_an_unknown_run_names_the_nearest() -> None:
    with pytest.raises(CommandError, match="no run named 'r9'; there is r"):
        compared(runs="r9")


def test_an_unknown_measure_names_the_nearest() -> None:
    with pytest.raises(CommandError, match="nDCG"):
        compared(measures="nDGC@10")


def test_compare_says_what_it_does_not_test() -> None:
    told = compared(measures="NumRelRet,RR@10", test="randomization", permutations="9")
    assert "No test, since it says not how good a run is: NumRelRet." in told


def test_compare_csv_has_one_header_for_what_is_tested_and_what_is_not() -> None:
    asked = {"measures": "NumRelRet,RR@10", "test": "randomization", "permutations": "9"}
    rows = list(csv.DictReader(StringIO(compared(format="csv", **asked))))
    assert [row["method"] for row in rows] == ["not tested", "exact"] * 2


@pytest.mark.parametrize(("option", "value"), [("bound", "0.1"), ("zero-method", "pratt")])
def test_compare_refuses_an_option_of_another_test(option: str, value: str) -> None:
    with pytest.raises(CommandError, match="not for t"):
        compared(**{option: value})


def latex_rows(**options: str) -> list[list[str]]:
    """The cells of the first tabular, from the line of its heads on."""
    told = compared(format="latex", labels="old", **options)
    lines = [line.removesuffix(" \\\\") for line in told.splitlines() if line.endswith(" \\\\")]
    return [line.split(" & ") for line in lines[1:]]


def test_compare_latex_has_the_intervals_that_its_caveats_promise() -> None:
    [row, *_] = json.loads(compared(format="json", measures="RR@10,MFR@10"))
    heads, first, *others = latex_rows(measures="RR@10,MFR@10")
    assert heads == ["measure", "r1", "r2", "difference", "low", "high"]
    expected = [f"{row[bound]:+.4f}".replace("-", "$-$") for bound in ("low", "high")]
    assert first[4:] == expected
    assert {len(cells) for cells in others} == {6}


def test_compare_latex_by_ranks_has_the_estimate_with_its_interval() -> None:
    heads, first, *_ = latex_rows(test="wilcoxon")
    assert heads[3:] == ["difference", "Hodges-Lehmann", "low", "high"]
    assert len(first) == 7


def test_compare_latex_of_a_test_without_an_interval_promises_none() -> None:
    assert latex_rows(test="sign", measures="NumRelRet")[0][3:] == ["difference"]


def test_compare_latex_in_full_has_change_p_and_letters() -> None:
    heads, first, *others = latex_rows(measures="RR@10", form="full", letters="tukey")
    assert heads[-2:] == ["change", "p"]
    assert "$^{a}$" in first[1] + first[2]
    assert {len(cells) for cells in others} == {len(heads)}


@pytest.mark.parametrize("option", [{"form": "full"}, {"letters": "tukey"}])
def test_compare_refuses_what_is_latex_alone(option: dict[str, str]) -> None:
    with pytest.raises(CommandError, match="are for --format latex"):
        compared(**option)


def test_compare_latex_sets_a_minus_and_no_hyphen() -> None:
    assert "$-$0." in compared(format="latex")
