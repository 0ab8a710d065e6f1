"""Runs and labels as files, compared by what `regrade score` calls, and the verdict on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures.parsing import parse_measure
from regrade.score.options import parse_options
from regrade.score.scored_run import ScoredRun
from regrade.score.scoring import score_files
from regrade.significance import DEFAULTS, TESTS, CorrectionName, PairOptions, correct
from regrade.verdict import Finding, Verdict, count_at_best, reach_verdict

DEPTH = 10
Places = Sequence[tuple[int, int]]  # by topic the relevant passage's rank in bert-dot and bm25


class Case(NamedTuple):
    """What is compared: by label set where its relevant passages stand.

    Attributes:
        labelled: label sets that judge every passage; others have the relevant ones alone.
        first_topic: by label set the number of its first topic, 0 by default.
        family: measures of the table, the first of which the verdict is about.
    """

    places: Mapping[str, Places]
    labelled: Sequence[str] = ()
    first_topic: Mapping[str, int] = {}
    family: Sequence[str] = ("RR@10",)
    test: str = "t"
    options: PairOptions = DEFAULTS
    correction: CorrectionName | None = None
    simulated: Sequence[str] = ()


def verdict_of(case: Case, folder: Path) -> Verdict:
    measures = [parse_measure(name) for name in case.family]
    scored = {name: _scored(case, name, folder) for name in case.places}
    shared = set.intersection(*({*run.query_ids} for run, _ in scored.values()))
    columns = {
        (labels, index): tuple(_column(run, index, shared) for run in (baseline, run))
        for labels, (run, baseline) in scored.items()
        for index in range(len(measures))
    }
    tests = {
        key: TESTS[case.test](*values, options=case.options) for key, values in columns.items()
    }
    p_values = [test.p_value for test in tests.values()]
    corrected = correct(p_values, case.correction).p_values if case.correction else ()
    adjusted = dict(zip(tests, corrected, strict=False))
    judged = {labels: _unjudged(*runs, shared) for labels, runs in scored.items()}
    findings = [
        Finding(
            *(labels, "bm25", "bert-dot", measures[0].name, measures[0].symbol),
            *(tests[labels, 0], measures[0].lower_is_better),
            p_corrected=adjusted.get((labels, 0)),
            correction=case.correction or "none",
            n_tests=len(tests),
            unjudged=judged[labels][0],
            baseline_unjudged=judged[labels][1],
            depth=measures[0].cutoff,
            n_at_best=count_at_best(measures[0], *columns[labels, 0]),
            is_simulated=labels in case.simulated,
        )
        for labels in case.places
    ]
    return reach_verdict(findings)


def _scored(case: Case, labels: str, folder: Path) -> tuple[ScoredRun, ScoredRun]:
    for index, name in enumerate(("bert-dot", "bm25")):
        lines = [
            f"{query_id} Q0 {doc_id} {rank} {-rank} {name}\n"
            for query_id, ranked in _rankings(case, index).items()
            for rank, doc_id in enumerate(ranked, 1)
        ]
        (folder / name).write_text("".join(lines))
    (folder / labels).write_text("".join(_labels(case, labels)))
    names = [str(folder / name) for name in (labels, "bert-dot", "bm25")]
    asked = ["-m", ", ".join([*case.family, "Judged@10"]), "--format", "json"]
    run, baseline = score_files(parse_options([*names, *asked], "score"), lambda _: None)
    return run, baseline


def _topics(case: Case, labels: str) -> dict[str, tuple[int, int]]:
    start = case.first_topic.get(labels, 0)
    return {f"q{number}": ranks for number, ranks in enumerate(case.places[labels], start)}


def _rankings(case: Case, index: int) -> dict[str, list[str]]:
    """Per topic ten passages; those that label sets call relevant stand where they should."""
    ranked: dict[str, list[str]] = {}
    for labels in case.places:
        for query_id, ranks in _topics(case, labels).items():
            passages = ranked.setdefault(query_id, [f"d{rank}" for rank in range(1, DEPTH + 1)])
            if ranks[index] <= DEPTH:
                passages[ranks[index] - 1] += f"+{labels}"
    return ranked


def _labels(case: Case, labels: str) -> list[str]:
    both = [_rankings(case, index) for index in (0, 1)]
    lines = []
    for query_id in _topics(case, labels):
        found = {doc_id for ranked in both for doc_id in ranked[query_id]}
        relevant = {doc_id for doc_id in found if labels in doc_id.split("+")}
        judged = found if labels in case.labelled else relevant or {"elsewhere"}
        lines += [f"{query_id} 0 {doc_id} {int(doc_id in relevant)}\n" for doc_id in sorted(judged)]
    return lines


def _column(run: ScoredRun, index: int, shared: set[str]) -> NDArray[np.float64]:
    chosen = np.array([query_id in shared for query_id in run.query_ids])
    return np.asarray(run.values[index][chosen])


def _unjudged(
    run: ScoredRun, baseline: ScoredRun, shared: set[str]
) -> tuple[float | None, float | None]:
    shares = [_column(each, -1, shared) for each in (run, baseline)]
    mine, theirs = (round(1 - float(share.mean()), 12) if share.size else None for share in shares)
    return mine, theirs
