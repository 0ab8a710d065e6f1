"""Ten constructed comparisons, each with the sentence that a careful reader would write."""

from __future__ import annotations

import numpy as np
import pytest

from regrade.significance import TESTS, PairOptions
from regrade.verdict import Finding, reach_verdict, sampled_of
from tests.regrade.verdict.places import Case, verdict_of

OLD, NEW = "ms-marco", "liberal"
AHEAD, EVEN, BEHIND = (1, 2), (1, 1), (2, 1)
SOME = [AHEAD] * 9 + [BEHIND] * 2 + [EVEN] * 19

CASES = {
    "a tie": Case({OLD: [AHEAD] * 10 + [BEHIND] * 10}, [OLD]),
    "one topic": Case({OLD: [AHEAD]}, [OLD]),
    "all unjudged": Case({OLD: [(99, 1)] * 30}),
    "order turned": Case({OLD: [AHEAD, (1, 3)] * 25, NEW: [BEHIND, (4, 2)] * 25}, [OLD, NEW]),
    "a ceiling": Case(
        {OLD: [AHEAD] * 10 + [(1, 4)] * 5 + [EVEN] * 27, NEW: [EVEN] * 40 + [AHEAD, BEHIND]}, [NEW]
    ),
    "no shared topic": Case({OLD: [AHEAD] * 9, NEW: [AHEAD] * 9}, first_topic={NEW: 50}),
    "an equivalence": Case(
        {OLD: [EVEN] * 48 + [AHEAD, BEHIND]},
        [OLD],
        test="equivalence",
        options=PairOptions(bounds=(-0.1, 0.1)),
    ),
    "a family of 48": Case(
        {OLD: SOME, NEW: SOME, "strict": SOME, "graded": SOME},
        [OLD, NEW, "strict", "graded"],
        n_tests=48,
    ),
    "two runs alike": Case({OLD: [EVEN, (3, 3)] * 25}, [OLD]),
    "labels of simulated people": Case({OLD: [AHEAD] * 40 + [EVEN] * 20}, [OLD], simulated=[OLD]),
}
SENTENCES = {
    "a tie": (
        "No difference between bert-dot and bm25 in RR@10 is shown over 20 topics under ms-marco"
        " labels, .000 [-.240, .240]. All of the first 10 passages are judged."
    ),
    "one topic": (
        "1 topic cannot distinguish bert-dot from bm25 in RR@10 under ms-marco labels, +.500. All"
        " of the first 10 passages are judged."
    ),
    "all unjudged": (
        "Nothing can be said of bert-dot and bm25 in RR@10 under ms-marco labels: no passage that"
        " bert-dot ranked down to rank 10 has a label."
    ),
    "order turned": (
        "bert-dot leads bm25 in RR@10 under ms-marco labels, +.583 [.559, .607], but bert-dot"
        " trails under liberal labels, -.375 [-.411, -.339]; not corrected for 2 tests. All of the"
        " first 10 passages are judged."
    ),
    "a ceiling": (
        "bert-dot leads bm25 in RR@10 under ms-marco labels, +.208 [.117, .299]; no"
        " difference is shown over 42 topics under liberal labels, .000 [-.034, .034]; not"
        " corrected for 2 tests. Up to 90% of a run's first 10 passages are unjudged under ms-marco"
        " labels, none under liberal labels."
    ),
    "no shared topic": (
        "bert-dot and bm25 cannot be compared in RR@10 under ms-marco labels and under liberal"
        " labels: no topic is shared."
    ),
    "an equivalence": (
        "50 topics show bert-dot and bm25 to be equivalent in RR@10 within ±.100 under ms-marco"
        " labels, .000 [-.024, .024]. All of the first 10 passages are judged."
    ),
    "a family of 48": (
        "bert-dot leads bm25 in RR@10 under ms-marco labels, +.117 [.011, .223], under liberal"
        " labels, +.117 [.011, .223], under strict labels, +.117 [.011, .223], and under graded"
        " labels, +.117 [.011, .223]; not corrected for 48 tests. All of the first 10"
        " passages are judged."
    ),
    "two runs alike": (
        "bert-dot and bm25 score the same in RR@10 on each of 50 topics under ms-marco labels."
        " All of the first 10 passages are judged."
    ),
    "labels of simulated people": (
        "bert-dot leads bm25 in RR@10 under ms-marco labels of simulated people, +.333 [.272,"
        " .395]. All of the first 10 passages are judged."
    ),
}
WEAKEST = {
    "a tie": ("few-topics", 20),
    "one topic": ("one-topic", 1),
    "all unjudged": ("unjudged", 1.0),
    "order turned": ("family", 2),
    "a ceiling": ("ceiling", 40 / 42),
    "no shared topic": ("no-topic", 0),
    "an equivalence": ("ceiling", 0.96),
    "a family of 48": ("family", 48),
    "two runs alike": ("ties", 1.0),
    "labels of simulated people": ("simulated", None),
}
CLAIMS = {
    "a tie": ["unseen"],
    "one topic": ["untested"],
    "all unjudged": ["unjudged"],
    "order turned": ["lead", "behind", "turned"],
    "a ceiling": ["lead", "unseen"],
    "no shared topic": ["no-topic", "no-topic"],
    "an equivalence": ["equivalent"],
    "a family of 48": ["lead"] * 4,
    "two runs alike": ["alike"],
    "labels of simulated people": ["lead"],
}


@pytest.mark.parametrize("name", CASES)
def test_verdict_of_a_constructed_comparison_is_the_one_by_hand(name: str) -> None:
    verdict = verdict_of(CASES[name])
    assert verdict.text == SENTENCES[name]
    assert [claim.kind for claim in verdict.claims] == CLAIMS[name]
    kind, number = WEAKEST[name]
    assert verdict.weakest is not None
    assert verdict.weakest.kind == kind
    assert verdict.weakest.number == pytest.approx(number)


def test_lead_that_a_correction_undoes_cannot_be_seen() -> None:
    corrected = CASES["a family of 48"]._replace(is_corrected=True)
    verdict = verdict_of(corrected)
    assert verdict.text == (
        "No difference between bert-dot and bm25 in RR@10 is shown over 30 topics under ms-marco"
        " labels, +.117 [.011, .223] (corrected p > .999), under liberal labels, +.117 [.011, .223]"
        " (corrected p > .999), under strict labels, +.117 [.011, .223] (corrected p > .999), and"
        " under graded labels, +.117 [.011, .223] (corrected p > .999); p corrected by"
        " Bonferroni over 48 tests. All of the first 10"
        " passages are judged."
    )
    assert {claim.kind for claim in verdict.claims} == {"unseen"}


def test_lower_rank_is_a_lead_where_lower_is_better() -> None:
    case = Case({OLD: [AHEAD] * 30 + [EVEN] * 30}, [OLD], measure="MFR@10", test="randomization")
    assert verdict_of(case).text == (
        "bert-dot leads bm25 in MFR@10 (lower is better) under ms-marco labels, -.500 (p < .001)."
        " All of the first 10 passages are judged."
    )


def test_wide_interval_shows_no_equivalence() -> None:
    bounds = PairOptions(bounds=(-0.1, 0.1))
    case = CASES["a tie"]._replace(test="equivalence", options=bounds)
    assert verdict_of(case).text == (
        "20 topics cannot show bert-dot and bm25 to be equivalent in RR@10 within ±.100 under"
        " ms-marco labels, .000 [-.198, .198]. All of the first 10 passages are judged."
    )


def test_means_that_change_places_unseen_are_no_turned_order() -> None:
    ahead, behind = [AHEAD] * 11 + [BEHIND] * 9, [AHEAD] * 9 + [BEHIND] * 11
    verdict = verdict_of(Case({OLD: ahead, NEW: behind}, [OLD, NEW]))
    assert [claim.kind for claim in verdict.claims] == ["unseen", "unseen", "means-turned"]


def test_numbers_of_a_sentence_say_what_they_are() -> None:
    verdict = verdict_of(CASES["a tie"])
    found = [
        (each.stands_for, each.name, each.text)
        for each in verdict.sentence
        if each.stands_for != "text"
    ]
    assert found == [
        ("run", "bert-dot", "bert-dot"),
        ("baseline", "bm25", "bm25"),
        ("measure", "RR@10", "RR@10"),
        ("n_topics", "", "20"),
        ("labels", OLD, OLD),
        ("difference", OLD, ".000"),
        ("low", OLD, "-.240"),
        ("high", OLD, ".240"),
    ]


def test_labels_that_are_a_sample_are_named_with_their_design_and_both_intervals() -> None:
    runs = np.array([0.5, 0.25, 0.75, 0.5]), np.array([0.25, 0.25, 0.25, 0.25])
    test = TESTS["t"](runs[1], runs[0], options=PairOptions())
    names = "drawn", "bm25", "bert-dot", "P@4", "P"
    finding = Finding(
        *names,
        test,
        unjudged=0.125,
        baseline_unjudged=0.0,
        depth=4,
        sampled=sampled_of(200, 724, ["P@4", "DCG@4"]),
        these_topics=(0.125, 0.375),
    )
    verdict = reach_verdict([finding])
    assert verdict.text == (
        "No difference between bert-dot and bm25 in P@4 is shown over 4 topics under drawn labels"
        " (estimated from 200 of 724 pairs, drawn for P@4 and DCG@4), +.250 [-.075, .575]. Up to"
        " 12% of a run's first 4 passages could not be drawn. With every pair judged that could be"
        " drawn, the difference on these topics would, at 95% confidence, lie in [.125, .375]."
    )
