"""Constructed families of runs, each with the verdict that a careful reader would write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pytest

from regrade.significance import TESTS, PairOptions, lead_changes
from regrade.verdict import Finding, Moves, Standing, sampled_of, sum_up

BM25 = [0.2, 0.4] * 20  # of 40 topics


def ahead(by: float, jitter: float = 0.04, n: int = 40) -> list[float]:
    """Ahead of BM25 by this much, a little more on one topic and a little less on the next."""
    return [value + by + (jitter, jitter, -jitter, -jitter)[i % 4] for i, value in enumerate(BM25)][
        :n
    ]


class Case(NamedTuple):
    """Values by label set and run, the baseline first; label sets without any label."""

    values: Mapping[str, Mapping[str, Sequence[float]]]
    verdict: str
    n_turned: tuple[int, ...] = ()
    unlabelled: Sequence[str] = ()
    simulated: Sequence[str] = ()
    drawn: Sequence[str] = ()  # label sets that are samples
    twins: Mapping[str, str] = {}
    silent: Mapping[str, Sequence[str]] = {}  # by label set, runs without any label there
    measure: str = "nDCG@10"
    bounds: tuple[float, float] | None = None


NIST = {"bm25": BM25, "bert": ahead(0.2), "rm3": ahead(0.1), "lm": ahead(0.0)}
CASES = {
    "all tie": Case(
        {"nist": {"bm25": BM25, "bert": ahead(0.0), "lm": ahead(0.0, -0.02)}},
        "Neither run is shown to beat bm25 in nDCG@10 under nist labels; all have the same mean.",
    ),
    "one leads under all": Case(
        {"nist": NIST, "strict": {**NIST, "rm3": ahead(0.0, 0.2)}},
        "2 of 3 runs beat bm25 in nDCG@10 under nist labels; 1 of 3 runs beats it under strict "
        "labels; bert is first under both. The labels matter: from nist to strict labels, 0 of "
        "6 pairs of runs change order, and the lead over bm25 changes for rm3 alone, from +.100"
        " to .000, by -.100 [-.152, -.048].",
        (0,),
    ),
    "order turned": Case(
        {
            "nist": NIST,
            "sparse": {"bm25": BM25, "bert": ahead(-0.1, 0.2), "rm3": ahead(0.1), "lm": ahead(0.0)},
        },
        "2 of 3 runs beat bm25 in nDCG@10 under nist labels; 1 of 3 runs beats it, 1 trails it,"
        " under sparse labels; bert is first under nist labels, rm3 under sparse labels. The "
        "labels matter: from nist to sparse labels, 3 of 6 pairs of runs change order, and the "
        "lead over bm25 changes for bert alone, from +.200 to -.100, by -.300 [-.352, -.248].",
        (3,),
    ),
    "two alike": Case(
        {"nist": {**NIST, "copy": BM25, "twin": ahead(0.2), "third": ahead(0.2)}},
        "2 of 3 runs beat bm25 in nDCG@10 under nist labels; bert is first. copy scores as bm25"
        " does on every topic. twin and third score as bert does on every topic.",
        twins={"copy": "bm25", "twin": "bert", "third": "bert"},
    ),
    "labels that copy others": Case(
        {"nist": NIST, "copy": NIST},
        "2 of 3 runs beat bm25 in nDCG@10 under nist and copy labels; bert is first under both."
        " From nist to copy labels, no mean changes.",
        (0,),
    ),
    "all unjudged": Case(
        {"nist": NIST, "new": dict.fromkeys(NIST, [0.0] * 40)},
        "2 of 3 runs beat bm25 in nDCG@10 under nist labels; nothing can be said under new "
        "labels; bert is first under nist labels.",
        (0,),
        unlabelled=["new"],
    ),
    "one topic": Case(
        {"nist": {"bm25": BM25[:1], "bert": ahead(0.2, n=1), "rm3": ahead(0.1, n=1)}},
        "One topic cannot distinguish the runs from bm25 in nDCG@10 under nist labels; bert is"
        " first.",
    ),
    "thirty runs": Case(
        {"nist": {"bm25": BM25, **{f"run{n}": ahead(n / 100 - 0.1) for n in range(1, 31)}}},
        "19 of 30 runs beat bm25 in nDCG@10, 8 trail it, under nist labels; run30 is first.",
    ),
    "a baseline that is best": Case(
        {"nist": {"bm25": BM25, "bert": ahead(-0.2), "rm3": ahead(-0.1), "lm": ahead(0.0)}},
        "2 of 3 runs trail bm25 in nDCG@10, and none is shown to beat it, under nist labels;"
        " bm25 and lm share the best mean.",
    ),
    "a sample of simulated people's labels": Case(
        {"nist": NIST, "crowd": {**NIST, "lm": ahead(-0.1)}},
        "2 of 3 runs beat bm25 in nDCG@10 under nist labels; 2 of 3 runs beat it, 1 trails it, "
        "under crowd (simulated, estimated) labels; bert is first under both. The labels matter:"
        " from nist to crowd labels, 0 of 6 pairs of runs change order, and the lead over bm25"
        " changes for lm alone, from .000 to -.100, by -.100 [-.100, -.100].",
        (0,),
        simulated=["crowd"],
        drawn=["crowd"],
    ),
    "a run without labels": Case(
        {"old": {**NIST, "bert": [0.0] * 40}, "new": NIST},
        "1 of 3 runs beats bm25 in nDCG@10, and nothing can be said of 1, under old labels; 2 of"
        " 3 runs beat it under new labels; rm3 is first under old labels, bert under new "
        "labels. From old to new labels, 0 of 3 pairs of runs change order, and no lead "
        "changes.",
        (0,),
        silent={"old": ["bert"]},
    ),
    "lower is better": Case(
        {"nist": NIST, "sparse": {**NIST, "bert": ahead(-0.1, 0.2)}},
        "2 of 3 runs trail bm25 in MFR@10 (lower is better), and none is shown to beat it, "
        "under nist labels; 1 of 3 runs beats it, 1 trails it, under sparse labels; bm25 and lm"
        " share the best mean under nist labels, bert is first under sparse labels. The labels "
        "matter: from nist to sparse labels, 3 of 6 pairs of runs change order, and the lead "
        "over bm25 changes for bert alone, from -.200 to +.100, by +.300 [.248, .352].",
        (3,),
        measure="MFR@10",
    ),
    "equivalence": Case(
        {"nist": {"bm25": BM25, "bert": ahead(0.2), "lm": ahead(0.0)}},
        "1 of 2 runs is shown to be equivalent to bm25 in nDCG@10 under nist labels; bert is "
        "first.",
        bounds=(-0.1, 0.1),
    ),
    "three label sets": Case(
        {"a": {**NIST, "rm3": ahead(0.2)}, "b": NIST, "c": dict.fromkeys(NIST, BM25)},
        "2 of 3 runs beat bm25 in nDCG@10 under a and b labels; none of 3 runs is shown to beat"
        " it under c labels; bert and rm3 share the best mean under a labels, bert is first "
        "under b labels, all have the same mean under c labels. The labels matter: from a to b "
        "labels, 0 of 6 pairs of runs change order, and the lead over bm25 changes for rm3 "
        "alone, from +.200 to +.100, by -.100 [-.100, -.100]. From a to c labels, 0 of 6 pairs "
        "of runs change order, and the lead over bm25 changes for 2 of 3 runs, most for bert, "
        "from +.200 to .000, by -.200 [-.215, -.185].",
        (0, 0),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_verdict_on_all_runs_is_the_one_written_by_hand(name: str) -> None:
    case = CASES[name]
    first, *others = case.values
    standings = [_standing(case, labels) for labels in case.values]
    overall = sum_up(standings, [_moves(case, first, labels) for labels in others], case.twins)
    n_runs = len(standings[0].means) - len(case.twins)
    assert (overall.text, overall.n_turned) == (case.verdict, case.n_turned)
    assert overall.n_pairs == n_runs * (n_runs - 1) // 2


def test_findings_of_other_runs_are_refused() -> None:
    case = CASES["one leads under all"]
    whole, part = (_standing(case, labels) for labels in case.values)
    with pytest.raises(ValueError, match="same runs in one order"):
        sum_up([whole, part.among(["bert"])])
    with pytest.raises(ValueError, match="at least one finding"):
        sum_up([])


def _standing(case: Case, labels: str) -> Standing:
    (baseline, old), *runs = case.values[labels].items()
    unjudged = 1.0 if labels in case.unlabelled else 0.0
    name = "t" if case.bounds is None else "equivalence"
    test, options = TESTS[name], PairOptions(bounds=case.bounds)
    symbol = case.measure.partition("@")[0]
    findings = [
        Finding(
            *(labels, baseline, run, case.measure, symbol),
            test(np.array(old), np.array(values), options=options),
            lower_is_better=symbol == "MFR",
            unjudged=1.0 if run in case.silent.get(labels, ()) else unjudged,
            baseline_unjudged=unjudged,
            is_simulated=labels in case.simulated,
            sampled=sampled_of(9) if labels in case.drawn else None,
        )
        for run, values in runs
    ]
    return Standing(findings, {run: float(np.mean(of)) for run, of in case.values[labels].items()})


def _moves(case: Case, first: str, labels: str) -> Moves:
    before, after = (np.array([*case.values[one].values()]) for one in (first, labels))
    names, changes = [*case.values[first]], lead_changes(before, after).changes
    return Moves(labels, {names[one.system]: one for one in changes})
