from __future__ import annotations

from collections.abc import Iterator

from evaluation.reports.rows import narrowing
from evaluation.services.compare_systems import ComparedSystems, Family
from evaluation.significance import SYSTEM_TITLES


def family_lines(compared: ComparedSystems) -> Iterator[str]:
    """What has to stand under a table of systems."""
    n_topics, n_runs = len(compared.topics.topics), len(compared.runs)
    title = SYSTEM_TITLES.get(compared.method, "a two-way analysis of variance")
    yield f"{n_runs} runs on {n_topics} topics, compared by {title}."
    for family in compared.families:
        yield from _of_family(family)
    yield from narrowing(compared.topics)


def _of_family(family: Family) -> Iterator[str]:
    test, whose = family.test, f"{family.measure.name} under {family.label_set}"
    if test is None:
        return
    told = test.method
    if test.seed is not None:
        told += f", {test.n_resamples:,} permutations, seed {test.seed}"
    if test.critical_difference is not None and test.confidence is not None:
        level = 1 - test.confidence
        told += f"; significant at {level:.2g} from a difference of {test.critical_difference:.4f}"
    yield f"{whose}: {told}."
    if family.corrected is not None:
        yield f"{whose}: {family.corrected.explained}"
    if test.note:
        yield f"{whose}: {test.note}."
