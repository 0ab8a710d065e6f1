from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evaluation.comparisons.freezing import compare_runs
from evaluation.comparisons.outcomes import Method
from evaluation.comparisons.question import Question
from evaluation.exceptions import NotComparable, StudyRefused, TooMuchAsked
from evaluation.models import Study
from evaluation.reports.studies import study_latex, study_lines, study_rows
from evaluation.studies.reading import read_by_topic, read_study
from evaluation.studies.results import Field, StudyCell, StudyQuestion, StudyTable
from evaluation.studies.starting import start_study
from evaluation.studies.testing import StudyTests
from ranking.models import Run
from regrade.measures import parse_measures
from regrade.significance import TESTS, PairOptions, correct
from tests.evaluation.studies.study_cases import RANKS, asked, make_ground, make_read_study
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def read(study: Study, **changes: Any) -> StudyTable:
    question = StudyQuestion(
        study, study.label_set, parse_measures("RR@10"), Method("t"), correction="none"
    )
    return read_study(question._replace(**changes))


def test_labels_that_are_a_sample_are_refused() -> None:
    """A study keeps its label set, and may be read under another."""
    study = make_read_study()
    study.label_set.design = {"n": 2, "imported": True}
    with refused(NotComparable, "labels_are_a_sample"):
        read(study)


def reciprocal(ranker: str, topics: str) -> np.ndarray[Any, Any]:
    return np.array([1 / rank if rank else 0.0 for rank in RANKS[ranker, topics]])


def at(table: StudyTable, line: int, ranker: int) -> StudyCell:
    [cell] = [cell for cell in table.cells[line] if cell.ranker == ranker]
    return cell


def test_values_and_differences_are_those_of_the_runs() -> None:
    table = read(make_read_study())
    assert [line.title for line in table.lines] == ["Original", "[Q] capitals", "Louder"]
    for line, topics in enumerate(("needs", "loud", "louder")):
        for place, ranker in enumerate(("one", "two")):
            cell = at(table, line, place)
            mean, original = reciprocal(ranker, topics).mean(), reciprocal(ranker, "needs").mean()
            assert cell.mean == pytest.approx(mean)
            assert cell.original == pytest.approx(original)
            if line:
                assert cell.difference == pytest.approx(mean - original)
                assert cell.relative == pytest.approx(mean / original - 1)
    assert (at(table, 0, 0).difference, at(table, 0, 0).stars) == (None, "")


@pytest.mark.parametrize("test", ["wilcoxon", "randomization"])
def test_tests_against_the_originals_are_those_of_a_comparison(test: str) -> None:
    study = make_read_study()
    table = read(study, method=Method(test), correction="holm")
    p_values = []
    for line, topics in ((1, "loud"), (2, "louder")):
        for place, ranker in enumerate(("one", "two")):
            compared = compare_runs(
                question=Question(
                    runs=[Run.objects.get(name=f"{ranker}-{topics}")],
                    label_sets=[study.label_set],
                    measures=parse_measures("RR@10"),
                    baseline=Run.objects.get(name=f"{ranker}-needs"),
                    test=test,
                )
            )
            [(_, _, cell)] = compared.cells
            assert at(table, line, place).test == cell.test
            p_values.append(cell.test.p_value)
    adjusted = [at(table, line, place).adjusted for line in (1, 2) for place in (0, 1)]
    assert adjusted == pytest.approx(correct(p_values, "holm").p_values)


def many_topics() -> StudyTests:
    """StudyTests over forty topics: ranker 0 is best, and 2 loses most by the variant."""
    rng = np.random.default_rng(0)
    base, noise = rng.uniform(0.2, 0.5, 40), rng.normal(0, 0.01, (2, 3, 40))
    values = {
        (0, 0): base + 0.3 + noise[0, 0],
        (0, 1): base + noise[0, 1],
        (0, 2): base + noise[0, 2],
        (1, 0): base + 0.25 + noise[1, 0],
        (1, 1): base - 0.05 + noise[1, 1],
        (1, 2): base - 0.2 + noise[1, 2],
    }
    [measure] = parse_measures("RR@10")
    fields = {
        key: Field({measure.name: each}, 0, {measure.name: 0.0}) for key, each in values.items()
    }
    question = StudyQuestion(Study(), None, [measure], Method("wilcoxon"), letters=True)  # type: ignore[arg-type]
    return StudyTests(question, fields, 3)


def test_markers_name_who_does_worse_and_who_loses_more() -> None:
    tests = many_topics()
    assert tests.better == {
        (0, 0, "RR@10"): [1, 2],
        (1, 0, "RR@10"): [1, 2],
        (1, 1, "RR@10"): [2],
    }
    assert tests.less_lost == {(1, 0, "RR@10"): [2], (1, 1, "RR@10"): [2]}
    assert {key: tests.letters[key] for key in tests.letters} == {
        (line, ranker, "RR@10"): "ab"[line] for line in (0, 1) for ranker in (0, 1, 2)
    }
    assert {name: each.n_tests for name, each in tests.corrections.items()} == {
        "originals": 3,
        "rankers": 6,
        "losses": 3,
        "lines": 3,
    }


def test_ranks_and_mean_that_disagree_mark_nobody() -> None:
    """Ranker 1 is a little better on most topics, and much worse on a few."""
    base = np.linspace(0.3, 0.5, 40)
    apart = np.where(np.arange(40) < 36, 0.01, -0.5)
    [measure] = parse_measures("RR@10")
    fields = {
        (0, 0): Field({measure.name: base}, 0, {measure.name: 0.0}),
        (0, 1): Field({measure.name: base + apart}, 0, {measure.name: 0.0}),
    }
    for test in ("wilcoxon", "sign"):
        question = StudyQuestion(Study(), None, [measure], Method(test))  # type: ignore[arg-type]
        tests = StudyTests(question, fields, 2)
        [p] = tests.corrections["rankers"].p_values
        assert (p is not None and p < 0.05, tests.better) == (True, {})


def test_lower_is_better_turns_markers_round() -> None:
    rng = np.random.default_rng(1)
    base = rng.uniform(2, 5, 30)
    [measure] = parse_measures("MFR@10")
    fields = {
        (0, 0): Field({measure.name: base + 1}, 0, {measure.name: 0.0}),
        (0, 1): Field({measure.name: base + rng.normal(0, 0.01, 30)}, 0, {measure.name: 0.0}),
    }
    question = StudyQuestion(Study(), None, [measure], Method("t"))  # type: ignore[arg-type]
    assert StudyTests(question, fields, 2).better == {(0, 1, "MFR@10"): [0]}


def test_variants_of_a_kind_are_one_line_with_each_topics_mean() -> None:
    study = make_read_study()
    table = read(study, by_kind=True)
    assert [(line.title, line.n_variants) for line in table.lines] == [
        ("Original", 1),
        ("[Q] capitals", 2),
    ]
    joined = (reciprocal("two", "loud") + reciprocal("two", "louder")) / 2
    cell = at(table, 1, 1)
    assert cell.mean == pytest.approx(joined.mean())
    assert cell.test == TESTS["t"](reciprocal("two", "needs"), joined, options=PairOptions())


def test_a_table_shows_what_is_complete_so_far() -> None:
    study = make_read_study()
    study.runs.filter(ranker="two", variant="Louder").update(asked={}, run=None)
    table = read(study)
    assert [len(cells) for cells in table.cells] == [2, 2, 1]
    assert "5 of 6 runs are complete." in study_lines(table)


def test_without_a_complete_run_there_is_no_table() -> None:
    make_ground()
    with refused(StudyRefused, "no_complete_run"):
        read(start_study(asked=asked()))


def test_rows_and_latex_show_all_that_the_table_does() -> None:
    study = make_read_study()
    table = read(study, method=Method("t"), correction="holm")
    rows = study_rows(table)
    assert len(rows) == 6
    row = rows[3]
    assert (row["texts"], row["ranker"], row["measure"]) == ("[Q] capitals", "two", "RR@10")
    assert row["difference"] == pytest.approx(row["mean"] - row["original"])
    assert (row["test"], row["correction"], row["interval of"]) == ("t", "holm", "mean difference")
    lines = study_latex(table).splitlines()
    body = [line for line in lines if not line.startswith("%")]
    assert body[0] == r"\begin{tabular}{lrr}"
    assert body[2] == r" & \multicolumn{1}{c}{one$^{a}$} & \multicolumn{1}{c}{two$^{b}$} \\"
    assert body[5] == r"{}Original & 1.0000 & 0.8333 \\"
    assert body[6] == r"{}[Q] capitals & 0.8333 & 0.4444 \\"


def test_query_by_query_stands_what_each_ranker_had_and_has() -> None:
    study = make_read_study()
    [measure] = parse_measures("RR@10")
    shown = read_by_topic(
        study=study, label_set=study.label_set, measure=measure, variant="[Q] capitals"
    )
    last = shown.topics[2]
    assert (last.query, last.changed_query) == ("do cats sleep", "DO CATS SLEEP")
    assert (last.before, last.after, last.differences) == ([1, 1], [1, 0], [0, -1])
    with refused(StudyRefused, "not_in_study", field="variant"):
        read_by_topic(study=study, label_set=study.label_set, measure=measure, variant="x")


def test_more_draws_than_a_request_may_take_are_refused() -> None:
    study = make_read_study()
    method = Method("randomization", PairOptions(n_resamples=1_000_000))
    with refused(TooMuchAsked, "too_many_draws"):
        read(study, method=method)
    assert read(study, method=method._replace(options=PairOptions(n_resamples=10)))
