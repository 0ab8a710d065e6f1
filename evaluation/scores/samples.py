"""Label sets that are samples: the pairs that could be drawn, and runs' values estimated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet, TopicLabels
from annotation.pools.designs import (
    DIVIDED,
    Design,
    Framed,
    LabelsOver,
    design_from_json,
    divisors_of,
    framed,
    labels_over,
)
from evaluation.exceptions import MeasureRefused, NotComparable, refused_as
from evaluation.scores.estimable import why_not
from evaluation.scores.judged_runs import LabelledTopics, labelled_topics
from evaluation.scores.kept_scores import Coverage
from ranking.models import Topic
from regrade.measures import Measure, Rankings
from regrade.measures.average_precision import AveragePrecision
from regrade.measures.labels import Floats, Ints
from regrade.measures.measure import MAX_CUTOFF
from regrade.sampling.average_precision import estimate_average_precision
from regrade.sampling.estimation import Estimated, estimate
from regrade.sampling.frame import Frame, frame_of, ranks_in, run_weights
from regrade.sampling.intervals import MIN_JUDGED
from regrade.sampling.prediction import Judged, Predicted, features_of, predict
from regrade.whatif.weights import gains_of

MOST_SAMPLES = 4  # that stay in memory
MOST_FITS = 8  # of each, one for each way to gain


class Estimates(NamedTuple):
    """Runs by one measure, estimated from a sample.

    Attributes:
        means: over the topics that count.
        weights: shape (n_runs, n_pairs). How far one unit of gain on each pair moves the mean; of
            AP by the labels as estimated.
        judged: shape (n_judged,). Which pairs have a label.
    """

    means: Estimated
    weights: Floats
    judged: Ints


@dataclass(frozen=True)
class Sample:
    """The judged pairs of a label set among those that could be drawn.

    Attributes:
        labels: topics are numbered by their places among these.
        frame: pairs that a design draws from. Without a design the labelled ones, to which every
            run adds its first ranks.
        judged: in the order of the labels.
        features: of the frame's pairs; by them gains are predicted.
        sizes: shape (n_pairs,). By which pairs were drawn; 0 where a pair could not be.
        has_design: false for an imported sample, whose runs and question are unknown.
        ideal: labels that say what nDCG and AP divide by; None without them.
        predictions: by the gains of the judged pairs, so that one fit serves all runs.
    """

    labels: LabelledTopics
    frame: Frame
    judged: Judged
    features: Floats
    sizes: Floats
    has_design: bool
    ideal: LabelsOver | None = None
    predictions: dict[bytes, Predicted] = field(default_factory=dict)

    def estimates(
        self,
        measures: Sequence[Measure],
        rankings: Sequence[Rankings],
        topics: NDArray[np.intp] | None = None,
    ) -> list[Estimates]:
        """Runs' values by each measure, as if all pairs that could be drawn had labels.

        No other passage counts as relevant.

        Args:
            rankings: over the topics of the labels.
            topics: places of the topics that count; all by default.

        Raises:
            MeasureRefused: a measure that cannot be estimated, or too few judged pairs.
        """
        for measure in measures:
            self._check(measure)
        depth = max(measure.cutoff or MAX_CUTOFF for measure in measures)
        sample = self._holding(rankings, depth)
        n_topics = sample.frame.n_topics
        chosen = np.arange(n_topics) if topics is None else topics
        counts = np.isin(np.arange(n_topics), chosen)
        ranks = np.array([sample._ranks(one) for one in rankings])
        grown = n_topics / chosen.size
        found = []
        for measure in measures:
            estimated, weights = sample._estimated(measure, ranks, counts)
            means = estimated._replace(
                by_topic=estimated.by_topic[:, chosen],
                these_topics=estimated.these_topics * grown**2,
            )
            found.append(Estimates(means, weights * grown, sample.judged.pairs))
        return found

    def _estimated(
        self, measure: Measure, ranks: Ints, counts: NDArray[np.bool_]
    ) -> tuple[Estimated, Floats]:
        """Estimates, and weights of the pairs; other topics than those that count weigh nothing."""
        ranks = np.where(ranks <= (measure.cutoff or MAX_CUTOFF), ranks, 0)
        divisors, predicted = self._divisors(measure), self._predicted(measure)
        if isinstance(measure, AveragePrecision):
            assert divisors is not None  # or the measure was refused
            given = predicted, ranks, divisors * counts
            return estimate_average_precision(self.frame, self.judged, *given)
        weights = run_weights(measure, self.frame._replace(ranks=ranks), divisors)
        weights *= counts[self.frame.topics]
        return estimate(self.frame, self.judged, predicted, weights), weights

    def _divisors(self, measure: Measure) -> Floats | None:
        """Relevant passages are counted from the grade on that counts in the sample."""
        if self.ideal is None or not isinstance(measure, DIVIDED):
            return None
        least = self.labels.label_set.min_relevance
        return divisors_of(measure, self.ideal, self.frame.n_topics, min_relevance=least)

    def _predicted(self, measure: Measure) -> Predicted:
        judged = self.labels.judged
        gains = gains_of(measure, judged, judged.relevances)
        key = gains.tobytes()
        if key not in self.predictions:
            if len(self.predictions) >= MOST_FITS:
                self.predictions.clear()
            given = self.frame, self.judged, gains, self.features, self.sizes
            self.predictions[key] = predict(*given)
        return self.predictions[key]

    def _ranks(self, rankings: Rankings) -> Ints:
        """Ranks of the pairs that could be drawn, shape (n_pairs,)."""
        return np.where(self.sizes > 0, ranks_in(self.frame, rankings), 0)

    def coverage(self, rankings: Rankings, cutoff: int) -> Coverage:
        """How many passages of each topic's first ranks were retrieved, and could be drawn."""
        n_retrieved = np.minimum(rankings.n_retrieved, cutoff)
        ranks = self._ranks(rankings)
        if not self.has_design:  # it is not known what could be drawn, but where nothing was
            return Coverage(n_retrieved, n_retrieved * bool(ranks.any()))
        counts = (ranks > 0) & (ranks <= cutoff)
        n_drawable = np.bincount(self.frame.topics[counts], minlength=self.frame.n_topics)
        return Coverage(n_retrieved, n_drawable)

    def _holding(self, rankings: Sequence[Rankings], depth: int) -> Sample:
        """The sample with the runs' first ranks among its pairs, where no design names them."""
        if self.has_design:
            return self
        first = frame_of(rankings, depth)
        stride = 1 + max(int(one.passages.max(initial=0)) for one in (first, self.frame))
        labelled = self.frame.topics * stride + self.frame.passages
        keys = np.union1d(labelled, first.topics * stride + first.passages)
        judged = np.searchsorted(keys, labelled)
        sizes = np.ones(keys.size)
        sizes[judged] = self.sizes
        frame = _without_runs(*np.divmod(keys, stride), self.frame.n_topics)
        pairs = judged[self.judged.pairs]
        return replace(
            self,
            predictions={},
            frame=frame,
            judged=self.judged._replace(pairs=pairs),
            features=features_of(frame),
            sizes=sizes,
        )

    def _check(self, measure: Measure) -> None:
        label_set, n_judged = self.labels.label_set, self.judged.pairs.size
        if n_judged < MIN_JUDGED:
            raise MeasureRefused(
                f"{label_set} is a sample of {n_judged} judged pairs, and an estimate takes at"
                f" least {MIN_JUDGED}: judge more pairs and derive labels again.",
                code="sample_too_small",
            )
        if reason := why_not(label_set, measure, self.ideal and self.ideal.label_set):
            raise MeasureRefused(reason, code="not_estimated", field="measures")
        with refused_as(MeasureRefused, f"{label_set}: ", "", code="not_computable"):
            measure.check(self.labels.judged)


def sample_of(labels: LabelledTopics) -> Sample | None:
    """The sample that a label set is; None where it is none, or has all pairs of its frame.

    Read once in a process: labels and the runs of a design never change.

    Raises:
        NotComparable: labels of pairs that the design does not draw, or runs or texts have changed.
        NotFound: a run of the design, or labels that it names, were deleted.
    """
    label_set = labels.label_set
    return _kept(label_set.pk, label_set.name) if label_set.is_sample else None


@lru_cache(maxsize=MOST_SAMPLES)
def _kept(key: int, _name: str) -> Sample | None:
    labels = labelled_topics(LabelSet.objects.get(pk=key))
    rows = TopicLabels.objects.filter(label_set=key).order_by("topic__ordinal")
    found = rows.values_list("probabilities", flat=True)
    probabilities = np.concatenate([np.zeros(0), *(one for one in found if one is not None)])
    if labels.label_set.design.get("imported"):
        return _imported(labels, probabilities)
    campaign = labels.label_set.campaign
    among = None if campaign is None else campaign.pool.runs.all()
    design = design_from_json(labels.label_set.design, among)
    return designed_sample(labels, design, framed(design), probabilities)


def _imported(labels: LabelledTopics, probabilities: Floats) -> Sample | None:
    if (probabilities == 1).all():  # as files could be imported once: nothing was left out
        return None
    judged = labels.judged
    frame = _without_runs(judged.topics, judged.passages, judged.n_topics)
    pairs = np.arange(frame.n_pairs)
    # Sizes are in proportion to probabilities, so that the judged pairs count alike.
    return Sample(
        labels,
        frame,
        Judged(pairs, probabilities),
        features_of(frame),
        probabilities,
        has_design=False,
    )


def _without_runs(topics: Ints, passages: Ints, n_topics: int) -> Frame:
    return Frame(topics, passages, np.zeros((0, topics.size), np.int64), n_topics)


def designed_sample(
    labels: LabelledTopics, design: Design, whole: Framed, probabilities: Floats
) -> Sample:
    """Labels placed among the pairs that their design draws from.

    Args:
        labels: of a label set whose `design` is that design, stored or not.
        whole: all pairs that it draws from.
        probabilities: shape (n_labels,). How probable each pair was to be drawn.

    Raises:
        NotComparable: labels of pairs that the design does not draw, or runs or texts have changed.
    """
    frame, sizes = _frame(labels, whole)
    judged = labels.judged
    stride = 1 + max(int(one.max(initial=0)) for one in (frame.passages, judged.passages))
    keys = frame.topics * stride + frame.passages
    wanted = judged.topics * stride + judged.passages
    pairs = np.minimum(np.searchsorted(keys, wanted), max(keys.size - 1, 0))
    if not ((keys[pairs] == wanted) & (sizes[pairs] > 0)).all():
        raise NotComparable(
            f"{labels.label_set} has labels of pairs that its design does not draw: derive labels"
            " of the campaign again.",
            code="not_of_the_design",
        )
    topic_ids = np.array(labels.topic_ids)
    return Sample(
        labels,
        frame,
        Judged(pairs, probabilities),
        design.features(frame, topic_ids),
        sizes,
        has_design=True,
        ideal=None if design.ideal_of is None else labels_over(design.ideal_of, topic_ids),
    )


def _frame(labels: LabelledTopics, found: Framed) -> tuple[Frame, Floats]:
    """The pairs that the design draws from, in topics that have labels; and their sizes."""
    if found.frame.n_pairs != labels.label_set.design["n_frame"]:
        raise NotComparable(
            f"The pairs of {labels.label_set} are not those that its design draws from now: the"
            " runs or texts that they were drawn from have changed.",
            code="design_changed",
        )
    ordinals = dict(Topic.objects.filter(pk__in=labels.topic_ids).values_list("ordinal", "pk"))
    place_of = {topic: place for place, topic in enumerate(labels.topic_ids)}
    places = [place_of.get(ordinals.get(each, -1), -1) for each in found.topic_ordinals.tolist()]
    topics = np.array(places, np.int64)[found.frame.topics]
    is_in = topics >= 0
    frame = Frame(
        topics[is_in],
        found.frame.passages[is_in],
        found.frame.ranks[:, is_in],
        len(labels.topic_ids),
    )
    return frame, found.sizes[is_in]
