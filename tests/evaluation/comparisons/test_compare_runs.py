from __future__ import annotations

from typing import Any

import pytest
from scipy import stats

from annotation.models import LabelSet
from evaluation.comparisons.freezing import compare_runs, prepare
from evaluation.comparisons.question import Question, question_of
from evaluation.comparisons.results import Cell
from evaluation.comparisons.rows import comparison_rows
from evaluation.exceptions import NotComparable, SignificanceRefused
from evaluation.models import Comparison
from ranking.models import Run
from regrade.measures import parse_measures
from regrade.significance import EFFECT_SIZES, TESTS, FamilyName, PairedTest, PairOptions
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db

Ground = tuple[Run, Run, LabelSet, LabelSet]
QUERIES = {f"q{i}": f"question {i}" for i in range(1, 5)}


@pytest.fixture
def ground(db: None) -> Ground:
    """d1 is relevant by the old labels, d1 and d2 by the new; the better run finds d1 first."""
    collection, topic_set = make_collection(), make_topics(queries=QUERIES)
    worse = make_run(
        "worse", collection, topic_set, {q: ["d3", "d2", "d1"] for q in list(QUERIES)[:3]}
    )
    better = make_run(
        "better",
        collection,
        topic_set,
        {"q1": ["d1", "d2"], "q2": ["d2", "d1"], "q3": ["d1"], "q4": ["d3"]},
    )
    old = make_labels("old", collection, topic_set, {q: {"d1": 1, "d3": 0} for q in QUERIES})
    new = make_labels("new", collection, topic_set, {q: {"d1": 1, "d2": 1} for q in QUERIES})
    return worse, better, old, new


def question(ground: Ground, measures: str = "RR@10", test: str = "t") -> Question:
    worse, better, old, new = ground
    return Question(
        runs=[better],
        baseline=worse,
        label_sets=[old, new],
        measures=parse_measures(measures),
        test=test,
    )


def test_rows_hold_means_and_difference(ground: Ground) -> None:
    row = comparison_rows(compare_runs(question=question(ground)))[0]
    assert row["baseline_mean"] == pytest.approx((1 / 3 * 3 + 0) / 4)
    assert row["run_mean"] == pytest.approx((1 + 0.5 + 1 + 0) / 4)
    assert row["difference"] == pytest.approx(row["run_mean"] - row["baseline_mean"])


def test_p_values_are_those_of_the_topics_in_pairs(ground: Ground) -> None:
    plain = comparison_rows(compare_runs(question=question(ground)))[0]
    expected = stats.ttest_rel([1, 0.5, 1, 0], [1 / 3, 1 / 3, 1 / 3, 0]).pvalue
    assert plain["p_value"] == pytest.approx(expected)
    assert "p_adjusted" not in plain
    by_ranks = comparison_rows(compare_runs(question=question(ground, test="wilcoxon")))[0]
    expected = stats.wilcoxon([2 / 3, 1 / 6, 2 / 3], zero_method="wilcox").pvalue
    assert (by_ranks["test"], by_ranks["p_value"]) == ("wilcoxon", pytest.approx(expected))


def test_there_is_a_block_for_each_label_set(ground: Ground) -> None:
    rows = comparison_rows(compare_runs(question=question(ground, "RR@10,MFR@10")))
    assert [(row["labels"], row["measure"]) for row in rows] == [
        ("old", "RR@10"),
        ("old", "MFR@10"),
        ("new", "RR@10"),
        ("new", "MFR@10"),
    ]


def test_missing_topics_of_each_run_are_counted(ground: Ground) -> None:
    [contrast] = compare_runs(question=question(ground)).blocks[0].contrasts
    assert (contrast.baseline.n_missing, contrast.run.n_missing) == (1, 0)


def test_baseline_labels_hold_each_run_against_itself(ground: Ground) -> None:
    worse, better, old, new = ground
    compared = compare_runs(
        question=Question(
            runs=[worse, better],
            baseline_labels=old,
            label_sets=[new],
            measures=parse_measures("RR@10"),
        )
    )
    rows = comparison_rows(compared)
    assert [(row["baseline"], row["run"]) for row in rows] == [
        ("worse", "worse"),
        ("better", "better"),
    ]
    assert [(row["labels"], row["baseline_labels"]) for row in rows] == [("new", "old")] * 2
    assert rows[0]["run_mean"] == pytest.approx((0.5 * 3 + 0) / 4)


def test_the_same_question_finds_the_same_comparison(ground: Ground) -> None:
    first, second = (compare_runs(question=question(ground)) for _ in range(2))
    frozen = Comparison.objects.get()
    assert first.content_hash == second.content_hash == frozen.content_hash
    assert frozen.result == comparison_rows(first)


@pytest.mark.parametrize(("family", "n"), [("column", 1), ("measure", 2), ("table", 4)])
def test_a_correction_is_for_every_test_of_its_family(
    ground: Ground, family: FamilyName, n: int
) -> None:
    asked = question(ground, "RR@10,MFR@10")._replace(correction="bonferroni", family=family)
    rows = comparison_rows(compare_runs(question=asked))
    assert [row["p_adjusted"] for row in rows] == [min(1, n * row["p_value"]) for row in rows]
    assert {(row["family"], row["n_corrected"]) for row in rows} == {(family, n)}


def test_a_question_stored_before_families_is_that_of_the_whole_table(ground: Ground) -> None:
    """It was corrected over the table, and its hash has no word of it."""
    stored = {"runs": ["better"], "labels": ["old", "new"], "baseline": "worse"}
    stored |= {"measures": "RR@10", "test": "t", "correction": "holm", "zero_method": "wilcox"}
    options = {"seed": 0, "permutations": 10_000, "effect_sizes": False, "common_topics": False}
    asked = question_of(stored | options)
    whole = question(ground)._replace(correction="holm", family="table")
    assert asked.family == "table"
    assert prepare(asked).content_hash == prepare(whole).content_hash
    assert "family" not in prepare(asked).spec
    assert prepare(whole._replace(family="column")).spec["family"] == "column"


def test_labels_that_copy_others_are_not_corrected_for(ground: Ground) -> None:
    asked = question(ground, "RR@10")._replace(correction="bonferroni", family="measure")
    first, *_ = asked.label_sets
    labels = {query: {"d1": 1, "d3": 0} for query in QUERIES}
    again = make_labels("copy", first.collection, first.topic_set, labels)
    rows = comparison_rows(compare_runs(question=asked._replace(label_sets=[first, again])))
    assert [row["n_corrected"] for row in rows] == [1, 1]
    assert [row["p_adjusted"] for row in rows] == [row["p_value"] for row in rows]


def test_stars_follow_the_corrected_p_value(ground: Ground) -> None:
    cell = Cell(question(ground).measures[0], 0.2, 0.4, 0.2, PairedTest(2.0, 0.04, 9, 0.2))
    assert (cell.stars, cell._replace(adjusted=0.08).stars) == ("*", "")


def test_a_run_without_a_labelled_passage_gets_no_stars(ground: Ground) -> None:
    worse, better, old, _ = ground
    far = make_labels("far", old.collection, old.topic_set, {"q1": {"d3": 1}, "q2": {"d3": 0}})
    asked = Question([better], [old, far], parse_measures("RR@10"), baseline=worse)
    clear = PairedTest(9.0, 0.001, 9, 0.2)
    cells = [cell._replace(test=clear) for *_, cell in compare_runs(question=asked).cells]
    assert [cell.stars for cell in cells] == ["**", ""]


def test_means_that_only_rounding_parts_do_not_differ() -> None:
    """P@5 of .6 and 0, and of .2 and .4, which add up to .6000000000000001."""
    collection, topic_set = make_collection(), make_topics()
    one = make_run("one", collection, topic_set, {"q1": ["d1", "d2", "d3"], "q2": ["d3"]})
    two = make_run("two", collection, topic_set, {"q1": ["d1"], "q2": ["d1", "d2"]})
    relevances = {"q1": dict.fromkeys(["d1", "d2", "d3"], 1), "q2": {"d1": 1, "d2": 1}}
    labels = make_labels("labels", collection, topic_set, relevances)
    asked = Question([two], [labels], parse_measures("P@5"), baseline=one)
    [(*_, cell)] = compare_runs(question=asked).cells
    assert cell.run_mean > cell.baseline_mean
    assert cell.difference == 0.0


def test_effect_sizes_stand_beside_p_with_their_intervals(ground: Ground) -> None:
    row = comparison_rows(compare_runs(question=question(ground)._replace(effect_sizes=True)))[0]
    for name in EFFECT_SIZES:
        assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"], name


@pytest.mark.parametrize(
    "change",
    [
        {"measures": parse_measures("RR@5")},
        {"options": PairOptions(seed=1)},
        {"options": PairOptions(n_resamples=99)},
        {"test": "sign"},
        {"correction": "holm"},
        {"effect_sizes": True},
        {"single_precision": True},
    ],
    ids=str,
)
def test_a_question_that_differs_in_anything_is_another(
    change: dict[str, Any], ground: Ground
) -> None:
    asked = question(ground)
    hashes = {
        compare_runs(question=each).content_hash for each in (asked, asked._replace(**change))
    }
    assert len(hashes) == 2


@pytest.mark.parametrize(("measures", "best"), [("RR@10", "better"), ("NumRet,MFR@10", "better")])
def test_runs_without_a_baseline_are_compared_with_the_best(
    ground: Ground, measures: str, best: str
) -> None:
    """By the first tested measure under the first labels; the same as with that run named."""
    worse, better, *_ = ground
    asked = question(ground, measures)._replace(runs=[worse, better], baseline=None)
    found = compare_runs(question=asked)
    assert next(row["baseline"] for row in comparison_rows(found)) == best
    named = compare_runs(question=asked._replace(baseline=better, runs=[worse]))
    assert found.content_hash == named.content_hash
    with refused(NotComparable, "only_the_baseline"):
        compare_runs(question=asked._replace(runs=[worse]))


def test_a_question_without_two_sides_is_refused(ground: Ground) -> None:
    (worse, _, old, _), asked = ground, question(ground)
    alone: dict[str, Any] = {"baseline": None, "baseline_labels": old, "label_sets": [old]}
    with refused(NotComparable, "not_one_baseline"):
        compare_runs(question=asked._replace(baseline_labels=old))
    with refused(NotComparable, "only_the_baseline"):
        compare_runs(question=asked._replace(runs=[worse]))
    with refused(NotComparable, "only_the_baseline"):
        compare_runs(question=asked._replace(**alone))


def test_the_frozen_question_names_single_precision_only_where_it_was_asked_for(
    ground: Ground,
) -> None:
    """So that comparisons that were stored before keep their hashes."""
    for asked in (question(ground), question(ground)._replace(single_precision=True)):
        compare_runs(question=asked)
    plain, single = Comparison.objects.order_by("pk")
    assert single.spec == {**plain.spec, "single_precision": True}
    assert "single_precision" not in plain.spec
    assert [{**row, "single_precision": True} for row in plain.result] == single.result


@pytest.mark.parametrize("engine", ["ENGINE", "SIGNIFICANCE_ENGINE"])
def test_what_other_code_worked_out_is_another_comparison(
    engine: str, ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = compare_runs(question=question(ground)).content_hash
    monkeypatch.setattr(f"evaluation.comparisons.freezing.{engine}", "other code")
    assert compare_runs(question=question(ground)).content_hash != before


def test_tests_are_not_made_again_for_the_same_question(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = question(ground, "RR@10,P@5", "bootstrap")._replace(effect_sizes=True)
    first = compare_runs(question=asked)
    monkeypatch.setitem(TESTS, "bootstrap", None)
    again = compare_runs(question=asked)
    assert [cell for *_, cell in again.cells] == [cell for *_, cell in first.cells]


def test_an_equivalence_test_without_a_bound_is_refused_and_nothing_stored(ground: Ground) -> None:
    with refused(SignificanceRefused, "test_impossible"):
        compare_runs(question=question(ground, test="equivalence"))
    assert not Comparison.objects.exists()


@pytest.mark.parametrize("name", TESTS)
def test_every_test_can_be_asked_for(name: str, ground: Ground) -> None:
    asked = question(ground, test=name)._replace(options=PairOptions(bounds=(-0.1, 0.1)))
    [row, _] = comparison_rows(compare_runs(question=asked))
    assert (row["test"], 0 <= row["p_value"] <= 1) == (name, True)


def test_a_run_is_not_held_against_itself(ground: Ground) -> None:
    worse, better, *_ = ground
    compared = compare_runs(question=question(ground)._replace(runs=[worse, better]))
    assert [row["run"] for row in comparison_rows(compared)] == ["better", "better"]
    assert compared.n_tests == 2


def test_labels_are_not_held_against_themselves(ground: Ground) -> None:
    old = ground[2]
    asked = question(ground)._replace(baseline=None, baseline_labels=old)
    assert [row["labels"] for row in comparison_rows(compare_runs(question=asked))] == ["new"]


def test_counts_and_shares_of_labels_are_shown_without_a_test(ground: Ground) -> None:
    asked = question(ground, "RR@10,NumRelRet,Judged@10")._replace(
        correction="holm", family="table", effect_sizes=True
    )
    compared = compare_runs(question=asked)
    found = [(row["measure"], row["p_value"] is None) for row in comparison_rows(compared)][:3]
    assert found == [("RR@10", False), ("NumRelRet", True), ("Judged@10", True)]
    assert compared.corrected is not None
    assert compared.n_tests == compared.corrected.n_tests == 2
