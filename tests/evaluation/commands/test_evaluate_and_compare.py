from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.models import AssessorKind, LabelSet
from ranking.models import Run
from regrade.prose.numbers import signed, unsigned
from regrade.significance.wording import shown_p
from tests.annotation.answering import claim, judge
from tests.evaluation.labelled import make_two_runs
from tests.factories import make_campaign, make_labels, make_member, make_pool, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

# Of a row of compare.
KEYS = (
    "baseline run labels measure baseline_mean run_mean difference p_value test n_topics low high"
    " confidence stars lower_is_better simulated min_relevance n_missing baseline_n_missing"
    " unjudged baseline_unjudged unjudged_in"
)


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    make_labels("new", *make_two_runs(), {"q1": {"d1": 1, "d2": 2}, "q2": {"d3": 1}})


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
    rows = json.loads(evaluated("--per-topic", format="json"))
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
        "topics": {"q1": 1.0, "q2": 0.5},
    }
    assert rows[3]["topics"] == {"q1": 2.0, "q2": 11.0}


def test_a_run_without_a_labelled_passage_has_a_note() -> None:
    labels = LabelSet.objects.get(name="new")
    make_labels("far", labels.collection, labels.topic_set, {"q1": {"d1": 1}, "q2": {"d3": 1}})
    note = "No passage that r2 ranked down to rank 1 has a label under far: it scores like an"
    assert note in evaluated(labels="far", measures="P@1")
    assert note not in evaluated(labels="old", measures="P@1")


def test_evaluate_table_says_direction_topics_and_what_is_relevant() -> None:
    found = evaluated("--per-topic", "--common-topics")
    assert [line.split()[-2:] for line in found.splitlines()[2:4]] == [
        ["q1", "1.0000"],
        ["all", "1.0000"],
    ]
    for words in ("MFR@10 ↓", "Only topics that every run has", "old: relevant from 1."):
        assert words in found


def test_evaluate_csv_counts_missing_topics_and_unjudged_passages() -> None:
    rows = list(csv.DictReader(StringIO(evaluated(format="csv"))))
    assert (rows[2]["n_missing"], float(rows[2]["unjudged"])) == ("1", 0.5)


def test_compare_prints_json_rows() -> None:
    [row, _] = json.loads(compared(format="json"))
    assert set(row) == set(KEYS.split())
    itself = {"baseline": None, "baseline-labels": "old", "labels": "new"}
    [row] = json.loads(compared(format="json", **itself))
    assert (row["baseline"], row["run"], row["baseline_labels"]) == ("r2", "r2", "old")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"measures": "MFR@10"}, ["MFR@10 ↓", "the 95% interval", "not corrected for 2 tests"]),
        ({"correction": "holm"}, ["Holm for 1 test of one measure under one label set."]),
        ({"correction": "holm", "family": "table"}, ["Holm for 2 tests of the whole table."]),
        ({"test": "randomization"}, ["paired randomization test (exact)"]),
        ({"test": "bootstrap", "seed": "7", "permutations": "99"}, ["99 draws, seed 7"]),
        ({"test": "equivalence", "bound": "0.05"}, ["-0.05 to +0.05", "the 90% interval"]),
        ({"test": "wilcoxon"}, ["Hodges-Lehmann has a 95%", "zero differences: wilcox; exact"]),
        ({"test": "wilcoxon", "zero-method": "pratt"}, ["zero differences: pratt"]),
        ({"measures": "NumRelRet,RR@10"}, ["how good a run is: NumRelRet."]),
    ],
    ids=str,
)
def test_compare_says_below_its_table_how_it_tested(
    options: dict[str, str], said: list[str]
) -> None:
    found = compared(**options)
    assert [words for words in said if words not in found] == []


def test_compare_says_that_nothing_of_a_run_has_a_label(
    capsys: pytest.CaptureFixture[str],
) -> None:
    old = LabelSet.objects.get(name="old")
    make_labels("far", old.collection, old.topic_set, {"q1": {"d1": 1}, "q2": {"d3": 1}})
    note = "No passage that r2 ranked down to rank 1 has a label under far"
    assert note in compared(labels="far", measures="P@1")
    compared(labels="far", measures="P@1", format="json")
    assert note in capsys.readouterr().err
    assert "has a label under far" not in compared(labels="far", measures="P@1 P@2")


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


def test_compare_csv_has_one_header_for_what_is_tested_and_what_is_not() -> None:
    asked = {"measures": "NumRelRet,RR@10", "test": "randomization", "permutations": "9"}
    rows = list(csv.DictReader(StringIO(compared(format="csv", **asked))))
    assert [row["method"] for row in rows] == ["not tested", "exact"] * 2


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"seed": "-1"}, "unusable_options"),
        ({"bound": "0.1"}, "option_of_another_test"),
        ({"zero-method": "pratt"}, "option_of_another_test"),
        ({"form": "full"}, "latex_only"),
        ({"letters": "tukey"}, "latex_only"),
    ],
)
def test_compare_refuses_an_option_that_does_not_serve(options: dict[str, str], code: str) -> None:
    with refused(CommandError, code):
        compared(**options)


@pytest.mark.parametrize(
    ("options", "nearest"), [({"runs": "r9"}, "there is r"), ({"measures": "nDGC@10"}, "nDCG")]
)
def test_a_misspelt_name_is_refused_with_the_nearest(options: dict[str, str], nearest: str) -> None:
    with pytest.raises(CommandError, match=nearest):
        compared(**options)


def latex_rows(**options: str) -> list[list[str]]:
    """The cells of the first tabular, from the line of its heads on."""
    found = compared(format="latex", **options)
    first = found[: found.index(r"\end{tabular}")]
    lines = [line.removesuffix(" \\\\") for line in first.splitlines() if line.endswith(" \\\\")]
    return [line.split(" & ") for line in lines[1:]]


def test_compare_latex_has_a_row_for_each_run_and_stars_at_the_best_mean() -> None:
    asked = {"measures": "RR@10,MFR@10", "test": "sign"}
    [row, *_] = json.loads(compared(format="json", **asked))
    heads, baseline, run = latex_rows(**asked)
    assert heads == ["run", "RR@10", "MFR@10 $\\downarrow$", "unj.@10", "missing"]
    assert baseline[0] == "r1 (baseline)"
    best = max(row["baseline_mean"], row["run_mean"])
    assert f"\\textbf{{{unsigned(best)}}}" in baseline[1] + run[1]
    assert compared(format="latex").count(r"\begin{tabular}") == 2  # one for each label set


def test_compare_latex_has_intervals_of_the_mean_or_of_the_estimate_by_ranks() -> None:
    [row, *_] = json.loads(compared(format="json", measures="RR@10"))
    names = ("difference", "low", "high")
    shown = [signed(row[name]).replace("-", "$-$") for name in names]
    heads, _, run = latex_rows(measures="RR@10", form="intervals")
    assert heads[:3] == ["run", "RR@10", "difference"]
    assert run[2] == f"{shown[0]} [{shown[1]}, {shown[2]}]"
    _, _, run = latex_rows(measures="RR@10", form="intervals", test="wilcoxon")
    assert ", Hodges-Lehmann " in run[2]


def test_compare_latex_in_full_has_change_p_and_letters_instead_of_stars() -> None:
    asked = {"measures": "RR@10", "correction": "holm"}
    row = json.loads(compared(format="json", **asked))[0]
    heads, baseline, run = latex_rows(form="full", letters="tukey", **asked)
    assert heads[2:5] == ["difference", "change", "p"]
    change = f"{row['difference'] / row['baseline_mean']:+.1%}"
    shown = change.replace("-", "$-$").replace("%", r"\%")
    assert run[3:5] == [shown, str(shown_p(row["p_value"])).replace("<", "$<$")]
    assert "$^{a}$" in baseline[1] + run[1]


def test_a_run_that_begins_like_an_argument_of_latex_is_guarded() -> None:
    Run.objects.filter(name="r2").update(name="[r2]")
    *_, run = latex_rows(runs="[r2]")
    assert run[0] == "{}[r2]"


def test_compare_latex_gives_no_star_for_other_labels() -> None:
    text = compared(format="latex", baseline=None, **{"baseline-labels": "old", "labels": "new"})
    assert text.count(r"\begin{tabular}") == 2
    assert "$^{*" not in text
