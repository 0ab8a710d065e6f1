"""The fewest labels that would turn the order of two runs, or the verdict of their test."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.exceptions import MeasureRefused, refused_as
from evaluation.scores.estimable import refuse_samples
from evaluation.scores.judged_runs import check_comparable, labelled_topics
from evaluation.scores.streamed_runs import rankings_of_all
from evaluation.whatif.decisive import pair_names
from evaluation.whatif.looking import ALPHA
from evaluation.whatif.stability import see_two
from evaluation.whatif.states import Seen, State
from ranking.models import Run
from regrade.measures import Measure
from regrade.measures.average_precision import AveragePrecision
from regrade.measures.dcg import Ndcg
from regrade.measures.measure import MAX_CUTOFF
from regrade.whatif.candidates import Candidates
from regrade.whatif.relabelling import Changes
from regrade.whatif.systems import Labelled
from regrade.whatif.turning import labels_to_turn
from regrade.whatif.verdict_change import labels_to_change_verdict

Side = Literal["first", "second"]
MOST_STEPS, MOST_STEPS_UNASKED = 15_000_000, 3_000_000  # some ten and some two seconds


class ChangedLabel(NamedTuple):
    """A pair whose label would change; `label` is None where it has none."""

    query_id: str
    query: str
    doc_id: str
    pair: int | None
    label: int | None
    new_label: int


class MeansTurned(NamedTuple):
    """How many labels must change so that the run ahead falls behind.

    Attributes:
        at_least: fewer cannot do it, which is proved; None where none can.
        at_most: so many do it, those listed; None where none were found.
        is_exact: whether the least number is known.
        n_labels: labels that could change.
        after: the difference after the changes.
    """

    at_least: int | None
    at_most: int | None
    is_exact: bool
    n_labels: int
    after: float | None
    changes: Sequence[ChangedLabel]


class VerdictTurned(NamedTuple):
    """How many label changes turn the verdict of the paired t-test: an upper bound.

    Attributes:
        was_significant: whether p is below alpha under the labels as they stand.
        at_most: so many do it, those listed; None where the search found none.
    """

    alpha: float
    was_significant: bool
    p: float
    p_after: float | None
    at_most: int | None
    changes: Sequence[ChangedLabel]


class FewestLabels(NamedTuple):
    """How few labels of a label set would put the other of two runs ahead.

    Attributes:
        problem: why that is not known; empty otherwise.
        leader: the run with the better mean; None where they are equal.
        at_least, at_most: as `MeansTurned` has them.
        n_labels: labels that could change.
    """

    problem: str
    leader: str | None
    at_least: int | None
    at_most: int | None
    n_labels: int


class Turned(NamedTuple):
    """Labels that would turn the order of two runs.

    Attributes:
        leader: the run with the better mean; None where they are equal.
        difference: of the second run's mean to the first's.
        means: by labels that exist.
        with_unjudged: passages without a label may get one as well; None where that search would
            take too long.
        verdict: of the test, by labels that exist; None for fewer than two topics.
    """

    first: str
    second: str
    measure: str
    leader: Side | None
    difference: float
    means: MeansTurned
    with_unjudged: MeansTurned | None
    verdict: VerdictTurned | None


def what_turns(state: State) -> Turned:
    """The fewest labels that turn the order of two runs' means, and their test's verdict.

    Raises:
        LabelsRefused, NotComparable: as `see_two` says.
        MeasureRefused: the measure is not served, or leaves unjudged passages out.
    """
    seen = see_two(state)
    labelled = seen.systems.label_set(seen.settled)
    with refused_as(MeasureRefused, "", "", code="no_effects"):
        _refuse_long(state.measure, np.diff(labelled.judged.starts), MOST_STEPS)
        judged = _means(seen, labelled, unjudged=False)
        verdict = _verdict(seen, labelled) if labelled.judged.n_topics > 1 else None
    leader, difference, means = judged
    first, second = (run.name for run in state.runs)
    return Turned(
        first,
        second,
        state.measure.name,
        leader,
        difference,
        means,
        _with_unjudged(seen, labelled),
        verdict,
    )


def fewest_labels(
    label_set: LabelSet,
    runs: Sequence[Run],
    measure: Measure,
    topic_ids: Collection[int],
    *,
    single_precision: bool = False,
) -> FewestLabels:
    """The least number of labels of a label set whose change turns the order of two runs' means.

    Args:
        runs: two, over these topics.
        topic_ids: topics that count, among those of the label set.
        single_precision: see `stream_rankings`.

    Raises:
        NotComparable: runs that the labels do not fit, or labels that are a sample.
    """
    check_comparable(runs, [label_set])
    refuse_samples([label_set], "the fewest labels that turn an order")
    names = [run.name for run in runs]
    labels = labelled_topics(label_set, topic_ids)
    try:
        _refuse_long(measure, np.diff(labels.judged.starts), MOST_STEPS_UNASKED)
        rankings = rankings_of_all(
            runs, labels, depth=measure.cutoff, single_precision=single_precision
        )
        scale = label_set.scale if len(label_set.scale) > 1 else sorted({0, *label_set.scale})
        found = labels_to_turn(measure, labels.judged, *rankings, values=scale)
    except ValueError as error:
        return FewestLabels(str(error), None, None, None, 0)
    leader = None if found.leader is None else names[found.leader == "second"]
    return FewestLabels("", leader, found.at_least, found.at_most, found.n_labels)


def _refuse_long(measure: Measure, n_of_topics: NDArray[np.int64], most: int) -> None:
    """Raises ValueError where the search would take too many steps.

    By AP and nDCG, each label may change after each other one within its topic; by nDCG hardly more
    often than twice the cutoff.

    Args:
        n_of_topics: shape (n_topics,). Labels of each topic.
        most: steps.
    """
    if not isinstance(measure, AveragePrecision | Ndcg):
        return
    n_changes = n_of_topics
    if isinstance(measure, Ndcg) and measure.cutoff is not None:
        n_changes = np.minimum(n_of_topics, 2 * measure.cutoff)
    if int((n_of_topics * n_changes).sum()) > most:
        raise ValueError(
            f"{measure.name} over {n_of_topics.size:,} topics with {int(n_of_topics.sum()):,}"
            " labels takes too long to search: ask by a measure with a small cutoff, or of fewer"
            " topics"
        )


def _with_unjudged(seen: Seen, labelled: Labelled) -> MeansTurned | None:
    measure, cutoff = seen.state.measure, seen.state.measure.cutoff or MAX_CUTOFF
    n_of_topics = np.diff(labelled.judged.starts)
    for one in labelled.rankings:
        n_of_topics = n_of_topics + np.minimum(one.n_retrieved, cutoff)
    try:
        _refuse_long(measure, n_of_topics, MOST_STEPS_UNASKED)
    except ValueError:
        return None
    return _means(seen, labelled, unjudged=True)[2]


def _means(
    seen: Seen, labelled: Labelled, *, unjudged: bool
) -> tuple[Side | None, float, MeansTurned]:
    found = labels_to_turn(
        seen.state.measure,
        labelled.judged,
        *labelled.rankings,
        values=seen.outcome.aggregation.scale,
        unjudged=unjudged,
    )
    changes = _changed(seen, labelled, found.candidates, found.changes)
    least, most = found.at_least, found.at_most
    turned = MeansTurned(
        least, most, found.is_exact, found.n_labels, found.difference_after, changes
    )
    return found.leader, found.difference, turned


def _verdict(seen: Seen, labelled: Labelled) -> VerdictTurned:
    found = labels_to_change_verdict(
        seen.state.measure,
        labelled.judged,
        *labelled.rankings,
        values=seen.outcome.aggregation.scale,
        alpha=ALPHA,
    )
    changes = _changed(seen, labelled, found.candidates, found.changes)
    ends = found.p_before, found.p_after
    return VerdictTurned(ALPHA, found.was_significant, *ends, found.at_most, changes)


def _changed(
    seen: Seen, labelled: Labelled, candidates: Candidates, changes: Changes
) -> list[ChangedLabel]:
    of_pairs = candidates.where(changes.indices)
    names = pair_names(seen, labelled, of_pairs)
    columns = of_pairs.is_labelled, of_pairs.relevances, changes.relevances
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [
        ChangedLabel(*name, label if has_label else None, new)
        for name, (has_label, label, new) in zip(names, rows, strict=True)
    ]
