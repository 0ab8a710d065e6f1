"""Score runs under label sets, topic by topic; stored scores are used again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.exceptions import MeasureRefused, NotComparable, TooMuchAsked, refused_as
from evaluation.scores.judged_runs import (
    LabelledTopics,
    RunRankings,
    check_comparable,
    coverage,
    labelled_topics,
)
from evaluation.scores.kept_scores import (
    Coverage,
    Pair,
    Scores,
    Values,
    keep_scores,
    kept_scores,
)
from evaluation.scores.samples import Sample, sample_of
from evaluation.scores.streamed_runs import refuse_long, stream_rankings
from ranking.models import Run
from regrade.measures import (
    JudgedRankings,
    Measure,
    Rankings,
    judge,
    perhaps_labelled,
    score_measures,
    sieve,
)
from regrade.measures.measure import MAX_CUTOFF

VALUES_AT_ONCE = 2_000_000  # 16 MB
MAX_VALUES = 50_000_000  # 400 MB, all of which an answer holds


class RunScores(NamedTuple):
    """One run under one label set, on some of the set's topics.

    Under labels that are a sample values are estimates, and their mean estimates the run's.

    Attributes:
        values: by measure name, shape (n_topics,), in the order of the topics asked for.
        n_missing: topics that the run lacks; each counts with the measure's worst value.
        unjudged: by cutoff, MAX_CUTOFF for the whole ranking: the share of passages there
            without a label; of a sample, of those that could not be drawn.
        coverage: by cutoff, the counts of each topic that `unjudged` sums up.
    """

    run: Run
    label_set: LabelSet
    values: dict[str, Values]
    n_missing: int
    unjudged: dict[int, float | None]
    coverage: dict[int, Coverage]

    def unjudged_beside(self, measure: Measure) -> float | None:
        """Unjudged share down to the measure's cutoff, or of the whole ranking without one."""
        return self.unjudged[depth_of(measure)]

    @property
    def has_label(self) -> bool:
        """Whether any passage down to the deepest cutoff has a label; true without passages."""
        return self.unjudged.get(self.deepest) != 1.0

    @property
    def deepest(self) -> int:
        """The deepest cutoff of `unjudged`."""
        return max(self.unjudged, default=0)

    def mean(self, measure: Measure) -> float:
        return float(self.values[measure.name].mean())

    def means(self, measures: Sequence[Measure]) -> Values:
        """shape (n_measures,). Means of all measures at once, bit-identical to `mean`."""
        means: Values = np.stack([self.values[each.name] for each in measures]).mean(axis=1)
        return means


class Asked(NamedTuple):
    """Measures and cutoffs requested for every run and label set.

    Attributes:
        single_precision: whether to rank by scores rounded to 32 bits.
        is_kept: whether to store computed scores.
        long_mend: advice in the refusal when too much must be read for one answer; None reads any
            amount.
    """

    measures: Sequence[Measure]
    cutoffs: Sequence[int]
    single_precision: bool
    is_kept: bool
    long_mend: str | None = None

    @property
    def is_anything(self) -> bool:
        return bool(self.measures or self.cutoffs)

    def lacking(self, scores: Scores | None) -> Asked:
        """The scores that are not stored yet."""
        if scores is None:
            return self
        return self._replace(
            measures=[each for each in self.measures if each.name not in scores.values],
            cutoffs=[cutoff for cutoff in self.cutoffs if cutoff not in scores.coverage],
        )


@transaction.atomic
def score_runs(
    *,
    runs: Sequence[Run],
    label_sets: Sequence[LabelSet],
    measures: Sequence[Measure],
    topic_ids: Sequence[int],
    cutoffs: Sequence[int],
    single_precision: bool = False,
    keeps: bool = True,
    long_mend: str | None = None,
) -> list[list[RunScores]]:
    """Score every run under every label set; stores and reuses per-topic values.

    Values are computed for every topic of a label set, then narrowed to `topic_ids`, which each set
    must have. A run whose scores are all stored is not read; any other is read once for all label
    sets. Concurrent calls are safe.

    Args:
        cutoffs: where unjudged shares are reported; at least one.
        single_precision: see `stream_rankings`. Such values are stored separately.
        keeps: whether to store computed values; stored ones are used either way.
        long_mend: see `Asked`.

    Returns:
        For each label set, and within it for each run.

    Raises:
        NotComparable: a run and labels over different topics or passages, or without a common
            topic.
        MeasureRefused: a measure makes no sense on these labels; nothing is stored then.
        TooMuchAsked: more values than fit into memory, or with a `long_mend` more to read.
    """
    check_comparable(runs, label_sets)
    asked = Asked(measures, cutoffs, single_precision, keeps, long_mend)
    topics = [labelled_topics(label_set) for label_set in label_sets]
    _check_size(runs, topics, measures)
    kept = kept_scores(runs, label_sets, measures, cutoffs, single_precision=single_precision)
    _complete(kept, runs, topics, asked)
    return [_block(labels, runs, kept, labels.indices(topic_ids)) for labels in topics]


def _check_size(
    runs: Sequence[Run], topics: Sequence[LabelledTopics], measures: Sequence[Measure]
) -> None:
    n_values = len(runs) * len(measures) * sum(len(labels.topic_ids) for labels in topics)
    if n_values > MAX_VALUES:
        raise TooMuchAsked(
            f"That makes {n_values:,} values, and one answer holds up to {MAX_VALUES:,}:"
            " ask for fewer runs, label sets or measures at once.",
            code="too_many_values",
        )


def _complete(
    kept: dict[Pair, Scores],
    runs: Sequence[Run],
    topics: Sequence[LabelledTopics],
    asked: Asked,
) -> None:
    """Compute missing scores into `kept`, and store them if `asked.is_kept`."""
    waiting = sorted(
        (run for run in runs if _absent(run, topics, asked, kept)), key=lambda run: run.pk
    )
    if asked.long_mend:
        refuse_long(waiting, len(_topics_read(topics)), mend=asked.long_mend)
    n_values = len(asked.measures) * sum(len(labels.topic_ids) for labels in topics)
    n_runs = max(VALUES_AT_ONCE // max(n_values, 1), 1)
    for start in range(0, len(waiting), n_runs):
        fresh = _score_runs(waiting[start : start + n_runs], topics, asked, kept)
        for pair, scores in fresh.items():
            kept[pair] = kept[pair].joined_with(scores) if pair in kept else scores
        if asked.is_kept:
            keep_scores(fresh, single_precision=asked.single_precision)


def _topics_read(topics: Sequence[LabelledTopics]) -> list[int]:
    return sorted({topic_id for labels in topics for topic_id in labels.topic_ids})


def _absent(
    run: Run, topics: Sequence[LabelledTopics], asked: Asked, kept: Mapping[Pair, Scores]
) -> list[tuple[LabelledTopics, Asked]]:
    """Label sets for which scores of a run are missing, each with those scores."""
    return [
        (labels, lacking)
        for labels in topics
        if (lacking := asked.lacking(kept.get((run.pk, labels.label_set.pk)))).is_anything
    ]


def _score_runs(
    runs: Sequence[Run],
    topics: Sequence[LabelledTopics],
    asked: Asked,
    kept: Mapping[Pair, Scores],
) -> dict[Pair, Scores]:
    """Missing scores of these runs; reads each run once for all label sets."""
    wanted, fresh = _topics_read(topics), dict[Pair, Scores]()
    samples = {labels.label_set.pk: sample_of(labels) for labels in topics}
    table = sieve([labels.judged for labels in topics])
    with stream_rankings(runs, wanted, single_precision=asked.single_precision) as read:
        for run, rankings in read:
            absent = _absent(run, topics, asked, kept)
            among = _found_once(rankings, [labels for labels, _ in absent], table)
            for labels, lacking in absent:
                of_labels, pair = rankings.of(labels), (run.pk, labels.label_set.pk)
                _refuse_unanswered(run, labels, of_labels)
                if sample := samples[labels.label_set.pk]:
                    fresh[pair] = _estimate(sample, of_labels, lacking)
                    continue
                known = among if of_labels is rankings.rankings else None
                seen = judge(of_labels, labels.judged, among=known)
                fresh[pair] = _score(run, labels, seen, lacking)
    return fresh


def _found_once(
    rankings: RunRankings, labels: Sequence[LabelledTopics], table: NDArray[np.bool_]
) -> NDArray[np.intp] | None:
    """Positions of passages that any set may label, if several sets share the run's topics."""
    n_whole = sum(each.topic_ids == rankings.topic_ids for each in labels)
    return perhaps_labelled(rankings.rankings, table) if n_whole > 1 else None


def _refuse_unanswered(run: Run, labels: LabelledTopics, rankings: Rankings) -> None:
    if not rankings.n_retrieved.any():
        raise NotComparable(
            f"{run} answers no topic that {labels.label_set} labels: that makes"
            f" {len(labels.topic_ids):,} without a ranking.",
            code="no_labelled_topic",
        )


def _estimate(sample: Sample, rankings: Rankings, asked: Asked) -> Scores:
    found = sample.estimates(asked.measures, [rankings]) if asked.measures else []
    values = {
        measure.name: estimated.means.by_topic[0]
        for measure, estimated in zip(asked.measures, found, strict=True)
    }
    return Scores(values, {cutoff: sample.coverage(rankings, cutoff) for cutoff in asked.cutoffs})


def _score(run: Run, labels: LabelledTopics, rankings: JudgedRankings, asked: Asked) -> Scores:
    whose = f"{run} under {labels.label_set}: "
    with refused_as(MeasureRefused, whose, "", code="not_computable"):
        values = score_measures(asked.measures, rankings)
    return Scores(values, {cutoff: coverage(rankings, cutoff) for cutoff in asked.cutoffs})


def _block(
    labels: LabelledTopics,
    runs: Sequence[Run],
    kept: Mapping[Pair, Scores],
    indices: NDArray[np.intp],
) -> list[RunScores]:
    label_set = labels.label_set
    return [_narrowed(run, label_set, kept[run.pk, label_set.pk], indices) for run in runs]


def _narrowed(
    run: Run, label_set: LabelSet, scores: Scores, indices: NDArray[np.intp]
) -> RunScores:
    covered = {cutoff: each.of(indices) for cutoff, each in scores.coverage.items()}
    return RunScores(
        run,
        label_set,
        {name: values[indices] for name, values in scores.values.items()},
        next(iter(covered.values())).n_missing,
        {cutoff: each.unjudged_share for cutoff, each in covered.items()},
        covered,
    )


def depth_of(measure: Measure) -> int:
    """The measure's cutoff; without one it reads the whole ranking, which is MAX_CUTOFF."""
    return measure.cutoff or MAX_CUTOFF


def depth_name(depth: int) -> str:
    return "whole ranking" if depth == MAX_CUTOFF else f"top {depth}"
