"""Labels that would change the verdict of a significance test of two runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from regrade.given import explained
from regrade.measures.judged_rankings import Rankings
from regrade.measures.labels import Floats, JudgedTopics
from regrade.measures.measure import Measure
from regrade.significance.paired.t import paired_t
from regrade.whatif.candidates import Candidates
from regrade.whatif.relabelling import (
    NO_CHANGES,
    Changes,
    Relabelling,
    changed_labels,
    relabelling,
    scored,
)

MOST_STEPS = 1_000  # of one search
GAIN = 1e-9  # a step that moves t by less is none


class VerdictChange(NamedTuple):
    """Changes of labels after which a test of two runs finds the opposite.

    Attributes:
        was_significant: whether the p-value was below alpha.
        at_most: so many changes turn the verdict, those listed; fewer may do, too. None where the
            search ended without.
        n_labels: labels that could change.
        candidates: the pairs; those without a label only if they may get one.
        changes: `at_most` new labels.
        p_before: of the test under the labels as they stand.
        p_after: after the changes, from scoring again; None without changes.
    """

    was_significant: bool
    at_most: int | None
    n_labels: int
    candidates: Candidates
    changes: Changes
    p_before: float
    p_after: float | None = None


@explained
def labels_to_change_verdict(
    measure: Measure,
    judged: JudgedTopics,
    first: Rankings,
    second: Rankings,
    *,
    values: Sequence[int],
    alpha: float = 0.05,
    unjudged: bool = False,
) -> VerdictChange:
    """Labels whose change turns the verdict of the two-sided paired t-test: an upper bound.

    Each step makes the one change that moves t most: towards 0 if the difference is significant,
    otherwise away from it, in favour of either run. The shorter of both searches counts.

    Args:
        measure, judged, first, second, values, unjudged: as `labels_to_turn` says.
        alpha: level of the test; p below it is significant.

    Raises:
        ValueError: what `labels_to_turn` refuses, fewer than two topics, or alpha not between 0
            and 1.
    """
    runs = first, second
    asked = relabelling(measure, judged, runs, values, unjudged)
    if judged.n_topics < 2 or not 0 < alpha < 1:
        raise ValueError(
            f"two topics or more and a level in (0, 1), got {judged.n_topics}, {alpha}"
        )
    p_before = _p_value(asked, runs, NO_CHANGES)
    significant, pairs = p_before < alpha, asked.candidates
    verdict = VerdictChange(significant, None, asked.n_labels, pairs, NO_CHANGES, p_before)
    n_most = MOST_STEPS
    for direction in (0,) if significant else (1, -1):
        found = _search(asked, runs, direction, alpha, n_most)
        if found is not None:
            n_most = found.indices.size - 1
            p_after = _p_value(asked, runs, found)
            verdict = verdict._replace(at_most=n_most + 1, changes=found, p_after=p_after)
    return verdict


def _p_value(asked: Relabelling, runs: tuple[Rankings, Rankings], changes: Changes) -> float:
    """Two-sided, from scoring under the labels after these changes."""
    judged = changed_labels(asked.judged, asked.candidates, changes)
    p_value = paired_t(*scored(asked.measure, judged, runs)).p_value
    assert p_value is not None  # there are two topics or more
    return p_value


def _search(
    asked: Relabelling,
    runs: tuple[Rankings, Rankings],
    direction: int,
    alpha: float,
    n_most: int,
) -> Changes | None:
    """Changes after which t is beyond the critical value on one side, or for 0 within it."""
    first, second = scored(asked.measure, asked.judged, runs)
    apart, start = second - first, asked
    critical = float(stdtrit(apart.size - 1, 1 - alpha / 2))
    topics, effects = asked.candidates.topics, asked.effects()
    done: list[tuple[int, int]] = []
    now = _towards(direction, apart.sum(), (apart**2).sum(), apart.size)
    while len(done) < n_most and asked.may_change.any():
        best, value = _best(asked, effects, apart, direction)
        topic, change = topics[best], effects[best, value]
        apart[topic] += change
        before, now = now, _towards(direction, apart.sum(), (apart**2).sum(), apart.size)
        if not now > before + GAIN:
            return None
        done.append((best, int(asked.values[value])))
        asked = asked.changed(np.array([best]), asked.values[[value]])
        at = np.arange(*np.searchsorted(topics, [topic, topic + 1]))
        effects[at] = asked.where(at).effects()
        if (now > -critical) if direction == 0 else (now > critical):
            changes = Changes(*np.array(done).T)
            if (_p_value(start, runs, changes) < alpha) == (direction != 0):
                return changes
    return None


def _best(asked: Relabelling, effects: Floats, apart: Floats, direction: int) -> tuple[int, int]:
    """The pair and the index of its new label that move t furthest."""
    here = apart[asked.candidates.topics, np.newaxis]
    squares = (apart**2).sum() + effects * (2 * here + effects)
    moved = _towards(direction, apart.sum() + effects, squares, apart.size)
    moved[~asked.may_change] = -np.inf
    best, value = divmod(int(moved.argmax()), asked.values.size)
    return best, value


def _towards(direction: int, sums: Floats, squares: Floats, n: int) -> Floats:
    """t in one direction, or for 0 its distance from 0 as a negative number.

    Args:
        sums, squares: of the differences and of their squares, over n topics.
    """
    means = sums / n
    errors = np.sqrt(np.maximum(squares - sums * means, 0.0) / (n - 1) / n)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistics = np.where(means == 0.0, 0.0, means / errors)
    moved: Floats = direction * statistics if direction else -np.abs(statistics)
    return moved
