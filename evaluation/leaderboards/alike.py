"""Runs of a board with the same ranking, and letters of runs that were not found to differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from evaluation.families.letters import letters_of
from evaluation.scores.hashes import hash_runs
from evaluation.scores.scoring import RunScores
from ranking.models import Run
from regrade.measures import Measure
from regrade.significance import SYSTEM_TESTS

METHOD = "tukey"
MOST_LETTERED = 100  # the test of all pairs of 100 runs takes a tenth of a second


def find_copies(scores: Sequence[RunScores]) -> dict[str, str]:
    """Runs with the same passages and scores as an earlier one of these, and which that is.

    Only runs whose values are equal on every topic are looked at closely.
    """
    alike = defaultdict[tuple[int, bytes], list[Run]](list)
    for each in scores:
        values = b"".join(each.values[name].tobytes() for name in sorted(each.values))
        alike[each.run.collection_id, values].append(each.run)
    copies = dict[str, str]()
    suspects = [run for runs in alike.values() if len(runs) > 1 for run in runs]
    hashes = hash_runs(runs=suspects, keeps=False) if suspects else {}
    for runs in alike.values():
        first = dict[str, str]()
        for run in runs if len(runs) > 1 else ():
            original = first.setdefault(hashes[run.name], run.name)
            if original != run.name:
                copies[run.name] = original
    return copies


def letters_by_run(
    scores: Sequence[RunScores], measure: Measure, copies: Mapping[str, str]
) -> dict[str, str]:
    """Letters of runs by Tukey's test, topics as blocks; a copy counts once, with its original.

    Returns:
        None of the runs, if there are fewer than two that differ or more than MOST_LETTERED, or
        if the test is impossible, as with one topic.
    """
    tested = [each for each in scores if each.run.name not in copies]
    if not 2 <= len(tested) <= MOST_LETTERED:
        return {}
    values = np.stack([each.values[measure.name] for each in tested])
    try:
        test = SYSTEM_TESTS[METHOD](values)
    except ValueError:
        return {}
    pairs = [(pair, pair.p_value) for pair in test.pairs]
    letters = letters_of(test.means, pairs, lower_is_better=measure.lower_is_better)
    if letters is None:
        return {}
    found = {each.run.name: one for each, one in zip(tested, letters, strict=True)}
    return found | {copy: found[original] for copy, original in copies.items()}
