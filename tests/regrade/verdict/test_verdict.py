from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regrade.measures.parsing import parse_measure
from regrade.prose.numbers import percent, signed, unsigned
from regrade.significance import TESTS, PairOptions
from regrade.verdict import Finding, count_at_best, how_unjudged_counts, reach_verdict


def finding(labels: str, run: str = "run") -> Finding:
    values = np.array([0.1, 0.2, 0.3])
    return Finding(labels, "baseline", run, "P@5", "P", TESTS["t"](values, values))


@pytest.mark.parametrize(
    ("findings", "reason"),
    [
        ([], "finding"),
        ([finding("a"), finding("b", "other")], "'other'"),
        ([finding("a"), finding("a")], "label set a"),
    ],
)
def test_reach_verdict_on_findings_that_do_not_go_together_refuses(
    findings: list[Finding], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        reach_verdict(findings)


def compared(differences: list[float], name: str, labels: str = "nist") -> Finding:
    values = np.array(differences)
    test = TESTS[name](np.zeros(values.size), values)
    return Finding(labels, "bm25", "bert", "P@5", "P", test)


MORE_FOR_BERT = [0.02] * 31 + [-0.4] * 9
MORE_FOR_BM25 = [-0.02] * 31 + [0.4] * 9


@pytest.mark.parametrize(
    ("differences", "name", "text"),
    [
        (
            MORE_FOR_BERT,
            "sign",
            (
                "More topics favour bert over bm25 in P@5, though its mean is worse under"
                " nist labels, -.074 (p < .001)"
            ),
        ),
        (
            MORE_FOR_BM25,
            "sign",
            (
                "More topics favour bm25 over bert in P@5, though its mean is worse under"
                " nist labels, +.074 (p < .001)"
            ),
        ),
        (
            [0.1] * 20 + [-1.0] * 2,
            "sign",
            (
                "More topics favour bert over bm25 in P@5, though the means are equal under"
                " nist labels, .000 (p < .001)"
            ),
        ),
        (
            [0.1] * 60 + [-1.0] * 9,
            "wilcoxon",
            (
                "The ranks of differences favour bert over bm25 in P@5, though its mean is worse"
                " under nist labels, -.043 (p < .001)"
            ),
        ),
        (
            [0.1] * 11 + [0.0] * 60,
            "wilcoxon",
            (
                "A difference between bert and bm25 in P@5 is shown, but not its direction, under"
                " nist labels, +.015 (p < .001)"
            ),
        ),
    ],
)
def test_difference_that_is_not_the_means_is_no_lead(
    differences: list[float], name: str, text: str
) -> None:
    verdict = reach_verdict([compared(differences, name)])
    assert verdict.text.startswith(f"{text}.")
    assert [claim.kind for claim in verdict.claims] == ["contradicts"]


def test_sign_test_with_many_ties_has_the_direction_of_its_count() -> None:
    verdict = reach_verdict([compared([0.1] * 11 + [0.0] * 60, "sign")])
    assert [claim.kind for claim in verdict.claims] == ["lead"]


def test_contradictions_of_two_label_sets_are_told_apart() -> None:
    findings = [compared(MORE_FOR_BERT, "sign"), compared(MORE_FOR_BM25, "sign", "strict")]
    assert reach_verdict(findings).text.startswith(
        "More topics favour bert over bm25 in P@5, though its mean is worse under nist labels,"
        " -.074 (p < .001); more topics favour bm25 over bert, though its mean is worse under"
        " strict labels, +.074 (p < .001)."
    )


@pytest.mark.parametrize(
    ("fields", "tail"),
    [
        ({}, ". All ranked passages are judged"),
        ({"depth": 10}, ". All of the first 10 passages are judged"),
        ({"depth": 1}, ". All first passages are judged"),
        ({"unjudged": 0.3}, ". Up to 30% of a run's ranked passages are unjudged"),
        (
            {"depth": 10, "unjudged": 0.3},
            ". Up to 30% of a run's first 10 passages are unjudged",
        ),
        ({"unjudged": None}, "; bert retrieved nothing"),
        (
            {"unjudged": 0.3, "baseline_unjudged": None},
            ". Up to 30% of a run's ranked passages are unjudged; bm25 retrieved nothing",
        ),
    ],
)
def test_sentence_shows_what_was_judged_as_far_as_the_measure_reads(
    fields: dict[str, Any], tail: str
) -> None:
    verdict = reach_verdict([compared([0.1, 0.2, 0.3], "t")._replace(**fields)])
    assert verdict.text.endswith(f"]{tail}.")


def test_sentence_says_once_whose_votes_labels_rest_on() -> None:
    found = compared([0.1, 0.2, 0.3], "t")._replace(unjudged=0.0)
    made = [found._replace(labels=name, is_simulated=True) for name in ("old", "mean", "median")]
    text = reach_verdict([found._replace(unjudged=0.9), *made]).text
    assert text.count("of simulated people") == 3
    assert text.endswith("unjudged under nist labels, none under old, mean and median labels.")


def test_sentence_names_all_label_sets_with_unjudged_passages() -> None:
    found = compared([0.1, 0.2, 0.3], "t")
    shares = {"a": 0.5, "b": 0.5, "c": 0.1, "d": 0.0}
    made = [found._replace(labels=name, unjudged=share) for name, share in shares.items()]
    assert reach_verdict(made).text.endswith(
        "50% of a run's ranked passages are unjudged under a and b labels, fewer under c labels,"
        " none under d labels."
    )


@pytest.mark.parametrize(
    ("fields", "text", "is_serious"),
    [
        ({"n_missing": 6, "baseline_n_missing": 1}, "bert retrieved nothing on 6 of 60", True),
        ({"baseline_n_missing": 5}, "bm25 retrieved nothing on 5 of 60 topics: they count", False),
    ],
)
def test_topics_that_a_run_lacks_weaken_the_verdict(
    fields: dict[str, Any], text: str, is_serious: bool
) -> None:
    verdict = reach_verdict([compared([0.1, 0.2, 0.3] * 20, "t")._replace(**fields)])
    assert verdict.weakest is not None
    assert (verdict.weakest.kind, verdict.weakest.is_serious) == ("missing-topics", is_serious)
    assert verdict.weakest.text.startswith(text)


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("P@10", "counts as not relevant"),
        ("P(judged_only=True)@10", "is left out"),
        ("Bpref", "is left out"),
        ("infAP", "counts as not relevant"),
        ("nDCG(unjudged=1)@10", "counts as relevant with gain 1"),
        ("DCG(unjudged=0.5)@10", "counts as relevant with gain 0.5"),
        ("nDCG@10", "counts as not relevant"),
    ],
)
def test_caution_says_how_the_measure_takes_the_unjudged(name: str, ending: str) -> None:
    counts = how_unjudged_counts(parse_measure(name))
    fields: dict[str, Any] = {"unjudged": 0.3, "unjudged_counts": counts}
    verdict = reach_verdict([compared([0.1, 0.2, 0.3] * 20, "t")._replace(**fields)])
    assert verdict.weakest is not None
    assert verdict.weakest.text == (
        f"30% of what bert ranked has no label under nist, and {ending}."
    )


@pytest.mark.parametrize(("share", "weakest"), [(0.01, "few-topics"), (0.05, "unjudged")])
def test_few_unjudged_passages_weaken_less_than_few_topics(share: float, weakest: str) -> None:
    verdict = reach_verdict([compared([0.1, 0.3] * 20, "t")._replace(unjudged=share)])
    assert verdict.weakest is not None
    answer = [verdict.weakest.kind, *(caution.kind for caution in verdict.others)]
    assert (answer[0], sorted(answer)) == (weakest, ["few-topics", "unjudged"])


@pytest.mark.parametrize(
    ("shares", "named"),
    [
        ({"a": 0.3}, "under a,"),
        ({"a": 0.1, "b": 0.3, "c": 0.299}, "under b and c,"),
        ({"a": 0.3, "b": 0.3, "c": 0.3}, "under each of the 3 label sets,"),
        ({"a": 0.3, "b": 0.1, "c": 0.3, "d": 0.3}, "under a and 2 more,"),
    ],
)
def test_weakest_point_names_every_label_set_of_which_it_says_the_same(
    shares: dict[str, float], named: str
) -> None:
    differences = [0.1, 0.2, 0.3] * 20
    verdict = reach_verdict(
        [compared(differences, "t", name)._replace(unjudged=s) for name, s in shares.items()]
    )
    assert verdict.weakest is not None
    assert (
        verdict.weakest.text
        == f"30% of what bert ranked has no label {named} and counts as not relevant."
    )
    assert verdict.weakest.labels == max(shares, key=lambda name: shares[name])


def test_what_a_correction_would_undo_is_said_of_the_label_sets_that_show_it_alone() -> None:
    weak, none = [0.2, 0.1, -0.1] * 9, [0.1, -0.1] * 14
    shown = [compared(weak, "t", name)._replace(n_tests=9) for name in "abc"]
    verdict = reach_verdict([*shown, compared(none, "t", "d")._replace(n_tests=9)])
    assert verdict.weakest is not None
    assert verdict.weakest.text.endswith("results shown under a and 2 more would not stand.")


def test_ties_do_not_weaken_an_equivalence() -> None:
    values = np.array([0.0] * 58 + [0.01, -0.01])
    test = TESTS["equivalence"](0 * values, values, options=PairOptions(bounds=(-0.1, 0.1)))
    verdict = reach_verdict([Finding("nist", "bm25", "bert", "P@5", "P", test)])
    assert ([claim.kind for claim in verdict.claims], verdict.weakest) == (["equivalent"], None)


def test_one_topic_may_be_gainsaid_by_another() -> None:
    verdict = reach_verdict([compared([0.1], "t")])
    assert verdict.weakest is not None
    assert verdict.weakest.text == "One topic allows no test: another topic could say otherwise."


def test_count_at_best_asks_both_runs_and_the_measure() -> None:
    first, second = np.array([1.0, 1.0, 0.5]), np.array([1.0, 0.5, 0.5])
    assert count_at_best(parse_measure("RR@10"), first, second) == 1
    assert count_at_best(parse_measure("DCG@10"), first, second) == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (signed(0.0), ".000"),
        (signed(-0.1724), "-.172"),
        (signed(0.0001), "+.000"),
        (signed(2.5), "+2.500"),
        (unsigned(-0.0001), ".000"),
        (unsigned(-10.5), "-10.500"),
        (percent(0.999), "99%"),
        (percent(0.001), "1%"),
        (percent(1.0), "100%"),
    ],
)
def test_numbers_read_as_in_a_paper(text: str, shown: str) -> None:
    assert text == shown


def test_a_corrected_p_names_the_tests_of_its_own_family() -> None:
    """Only where it disagrees with the interval; families of other sizes are "up to"."""
    values = np.array([0.1, 0.3, 0.2, 0.4, 0.1, 0.2, 0.3, 0.2])
    test = TESTS["t"](values, values + np.array([0.1, 0.2, 0.1, -0.1, 0.1, 0.1, 0.1, 0.1]))
    shown = Finding("old", "bm25", "bert", "AP", "AP", test, correction="holm", p_corrected=0.2)
    clear = shown._replace(labels="clear", p_corrected=0.01, n_tests=150)
    assert (test.p_value or 1.0) < 0.05
    said = [
        reach_verdict([clear, shown._replace(n_tests=14)]).text,
        reach_verdict([shown._replace(n_tests=14), shown._replace(labels="new", n_tests=4)]).text,
        reach_verdict([clear]).text,
    ]
    assert "(corrected p = .200)" in said[0]
    judged = "All ranked passages are judged."
    assert said[0].endswith(f"p corrected by Holm over 14 tests. {judged}")
    assert said[1].endswith(f"p corrected by Holm over up to 14 tests. {judged}")
    assert "corrected" not in said[2]
