"""The leaderboard of a topic set: its runs in the order of a measure, with others beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.lookups import GreaterThan

from annotation.models import LabelSet, TopicLabels
from evaluation.estimates.these_topics import (
    AskedIntervals,
    SampleIntervals,
    intervals_for_these_topics,
)
from evaluation.exceptions import MeasureRefused, NotComparable, TooMuchAsked
from evaluation.families.correlations import places_of
from evaluation.leaderboards.alike import find_copies, letters_by_run
from evaluation.scores.estimable import sampled
from evaluation.scores.evaluating import RunEvaluations, evaluate_runs
from evaluation.scores.scoring import RunScores
from ranking.models import Ranking, Run, RunKind, RunStatus, TopicSet
from ranking.models.fields import n_bytes
from ranking.variants.lineage import Lineages, ancestors, lineages
from regrade.measures import Measure
from regrade.significance import RANK_DEFAULTS, RankOptions, correlate_systems, mean_interval
from regrade.verdict import Sampled

MOST_RUNS = 500
LONG = (
    "compare these runs by these measures, or score them with the command evaluate, once: their"
    " scores are kept; or archive some"
)


class BoardQuestion(NamedTuple):
    """`runs` are those that may be shown; of these, the board has the ones over the topic set.

    `measure` orders them; those of `beside` are only shown.
    """

    topic_set: TopicSet
    runs: QuerySet[Run]
    label_set: LabelSet
    measure: Measure
    other_labels: LabelSet | None = None
    beside: Sequence[Measure] = ()

    @property
    def measures(self) -> list[Measure]:
        """All that are shown, each once, the one that orders the runs first."""
        named = {one.name: one for one in (self.measure, *self.beside)}
        return list(named.values())


class OtherPlace(NamedTuple):
    """A run under the other label set; `moved` counts the places that it rose, below 0 fell."""

    place: int
    mean: float
    moved: int


class PlacedRun(NamedTuple):
    """A run and its place, from 1; runs whose means are equal share the first of their places.

    Attributes:
        interval: Student's, of the mean over topics like these, within the measure's limits;
            None of one topic.
        these_topics: of the mean for these topics, where it is estimated; see `SampleIntervals`.
        n_missing: topics without a ranking; each counts with the measure's worst value.
        judged: share of passages with a label down to the measure's cutoff, else in the whole
            ranking, and under a sample of passages that could be drawn; None where nothing was
            retrieved.
        is_best_of_kind: no run of its kind stands higher. Of runs of no known kind none is best.
        beside: means by the measures beside, in their order.
        letters: runs that share one were not found to differ by `measure`; empty without a test.
        same_as: an earlier run by name with the same passages and scores; None if there is none.
    """

    place: int
    run: str
    team: str
    kind: RunKind
    link: str
    mean: float
    beside: list[float]
    letters: str
    same_as: str | None
    interval: tuple[float, float] | None
    these_topics: tuple[float, float] | None
    n_missing: int
    judged: float | None
    is_best_of_kind: bool
    other: OtherPlace | None


class MeasureBeside(NamedTuple):
    name: str
    lower_is_better: bool


class LeftOut(StrEnum):
    """Why these labels cannot score a run over their topics."""

    NOT_COMPLETE = "not complete"
    OTHER_COLLECTION = "over another collection"
    NO_TOPIC = "no passages for any topic that counts"


class RunLeftOut(NamedTuple):
    run: str
    reason: LeftOut


class Leaderboard(NamedTuple):
    """The runs of a topic set, the best first.

    Attributes:
        cutoff: of the measure, and the depth of the judged shares; None for the whole ranking.
        n_topics: the topics that all label sets have.
        left_out: runs over the topic set that have no place, by name.
        confidence: of the intervals.
        tau: Kendall's tau-b between the orders under the two label sets; None without a second
            one, and where it is undefined.
        sample: what the labels are a sample of, so that means are estimates; None if they are none.
        other_sample: the same of the other labels.
    """

    topic_set: str
    labels: str
    other_labels: str | None
    measure: str
    lower_is_better: bool
    beside: list[MeasureBeside]
    cutoff: int | None
    n_topics: int
    left_out: list[RunLeftOut]
    confidence: float
    tau: float | None
    sample: Sampled | None
    other_sample: Sampled | None
    rows: list[PlacedRun]


def board_of(question: BoardQuestion) -> Leaderboard:
    """Score and order the runs of a topic set; nothing is stored.

    Where scores are kept, the queries are as many for any number of runs.

    Raises:
        NotComparable: the labels are of other topics.
        MeasureRefused: the measure does not say how good a run is, or cannot read these labels.
        NoTopics: the label sets have no topic in common.
        TooMuchAsked: more runs than one board holds, or more passages to read.
    """
    _refuse_untested(question)
    label_sets = [question.label_set, *([question.other_labels] if question.other_labels else [])]
    runs, left_out = _scorable(question, label_sets)
    evaluations = evaluate_runs(
        runs=runs,
        label_sets=label_sets,
        measures=question.measures,
        trained_topics="keep",
        keeps=False,
        long_mend=LONG,
    )
    return Leaderboard(
        topic_set=question.topic_set.name,
        labels=question.label_set.name,
        other_labels=question.other_labels.name if question.other_labels else None,
        measure=question.measure.name,
        lower_is_better=question.measure.lower_is_better,
        beside=[MeasureBeside(one.name, one.lower_is_better) for one in question.measures[1:]],
        cutoff=question.measure.cutoff,
        n_topics=len(evaluations.topics.topics),
        left_out=left_out,
        confidence=RANK_DEFAULTS.confidence,
        tau=_tau(evaluations, label_sets, len(runs)),
        sample=sampled(question.label_set),
        other_sample=sampled(question.other_labels) if question.other_labels else None,
        rows=_rows(evaluations, len(runs), _for_these_topics(question, evaluations, runs)),
    )


def _for_these_topics(
    question: BoardQuestion, evaluations: RunEvaluations, runs: Sequence[Run]
) -> Sequence[SampleIntervals | None]:
    asked = AskedIntervals(
        runs,
        question.label_set,
        question.measure,
        evaluations.topics.ids,
        confidence=RANK_DEFAULTS.confidence,
    )
    return intervals_for_these_topics(asked) or [None] * len(runs)


def _refuse_untested(question: BoardQuestion) -> None:
    """Refuse measures that do not say how good a run is."""
    at_fault = next((one for one in question.measures if not one.is_tested), None)
    if at_fault is None:
        return
    is_first = at_fault.name == question.measure.name
    does = "cannot order runs" if is_first else "cannot be shown beside the measure of a board"
    raise MeasureRefused(
        f"{at_fault.name} {does}: it does not say how good a run is.",
        code="measure_not_tested",
        field="measure" if is_first else "beside",
    )


def _scorable(
    question: BoardQuestion, label_sets: Sequence[LabelSet]
) -> tuple[list[Run], list[RunLeftOut]]:
    """The runs of the topic set that all label sets can score, and the others."""
    known = lineages()
    _refuse_other_topics(question.topic_set, label_sets, known)
    wanted = {labels.collection_id for labels in label_sets}
    over = question.runs.filter(topic_set=question.topic_set).order_by("name")
    over = over.annotate(has_topic=Exists(_counted_rankings(label_sets)))
    scored, left_out = list[Run](), list[RunLeftOut]()
    for run in over.select_related("collection", "topic_set"):
        if run.status != RunStatus.COMPLETE:
            left_out.append(RunLeftOut(run.name, LeftOut.NOT_COMPLETE))
        elif not wanted <= {one.key for one in known.collections_of(run)}:
            left_out.append(RunLeftOut(run.name, LeftOut.OTHER_COLLECTION))
        elif not run.has_topic:
            left_out.append(RunLeftOut(run.name, LeftOut.NO_TOPIC))
        else:
            scored.append(run)
    _refuse_many(question.topic_set, len(scored))
    return scored, left_out


def _counted_rankings(label_sets: Sequence[LabelSet]) -> QuerySet[Ranking]:
    """Of a run, those with passages for a topic of all label sets; a variant has its ordinals."""
    rankings = Ranking.objects.filter(
        GreaterThan(n_bytes("ordinals"), 0), run=OuterRef("pk")
    ).order_by()
    for label_set in label_sets:
        labelled = TopicLabels.objects.filter(label_set=label_set).values("topic__ordinal")
        rankings = rankings.filter(topic__ordinal__in=labelled)
    return rankings


def _refuse_many(topic_set: TopicSet, n_runs: int) -> None:
    if n_runs > MOST_RUNS:
        raise TooMuchAsked(
            f"There are {n_runs:,} runs over {topic_set}, and one board holds up to"
            f" {MOST_RUNS:,}: archive some, or use the command evaluate.",
            code="too_many_runs",
        )


def _refuse_other_topics(
    topic_set: TopicSet, label_sets: Sequence[LabelSet], known: Lineages
) -> None:
    above = ancestors(known.topic_sets, topic_set.pk)
    served = {topic_set.pk, *(one.key for one in above)}
    for label_set in label_sets:
        if label_set.topic_set_id not in served:
            raise NotComparable(
                f"{label_set} labels {label_set.topic_set}, not {topic_set}.",
                code="other_topic_set",
            )


def _tau(evaluations: RunEvaluations, label_sets: Sequence[LabelSet], n_runs: int) -> float | None:
    if len(label_sets) < 2 or n_runs < 2:
        return None
    measure = evaluations.measures[0]
    one, other = (evaluations.table(label_set, measure) for label_set in label_sets)
    directions = (measure.lower_is_better, measure.lower_is_better)
    options = RankOptions(n_resamples=0, lower_is_better=directions)
    return correlate_systems(one, other, "tau-b", options=options).value


def _rows(
    evaluations: RunEvaluations, n_runs: int, estimated: Sequence[SampleIntervals | None]
) -> list[PlacedRun]:
    measure = evaluations.measures[0]
    first, second = evaluations.scores[:n_runs], evaluations.scores[n_runs:]
    places = _places(first, measure)
    others = _others(second, places, measure) if second else [None] * n_runs
    copies = find_copies(first)
    beside = _Beside(
        evaluations.measures,
        copies,
        letters_by_run(first, measure, copies),
        _best_places(first, places),
    )
    rows = [
        _row(scores, place, other, beside)._replace(these_topics=each and each.mean)
        for scores, place, other, each in zip(first, places, others, estimated, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.place, row.run))


class _Beside(NamedTuple):
    """Facts shared by all rows; the first measure orders them."""

    measures: Sequence[Measure]
    copies: Mapping[str, str]
    letters: Mapping[str, str]
    best: Mapping[str, int]


def _places(scores: Sequence[RunScores], measure: Measure) -> list[int]:
    means = np.array([each.mean(measure) for each in scores])
    return [int(place) for place in places_of(means, measure, "min")]


def _others(
    scores: Sequence[RunScores], before: Sequence[int], measure: Measure
) -> list[OtherPlace | None]:
    places = _places(scores, measure)
    return [
        OtherPlace(place, each.mean(measure), was - place)
        for each, was, place in zip(scores, before, places, strict=True)
    ]


def _best_places(scores: Sequence[RunScores], places: Sequence[int]) -> dict[str, int]:
    """The first place of each kind that is known."""
    best: dict[str, int] = {}
    for each, place in zip(scores, places, strict=True):
        kind = each.run.kind
        if kind != RunKind.UNKNOWN:
            best[kind] = min(place, best.get(kind, place))
    return best


def _row(scores: RunScores, place: int, other: OtherPlace | None, beside: _Beside) -> PlacedRun:
    run, measure = scores.run, beside.measures[0]
    unjudged = scores.unjudged_beside(measure)
    return PlacedRun(
        place=place,
        run=run.name,
        team=run.team,
        kind=RunKind(run.kind),
        link=run.link,
        mean=scores.mean(measure),
        beside=[scores.mean(one) for one in beside.measures[1:]],
        letters=beside.letters.get(run.name, ""),
        same_as=beside.copies.get(run.name),
        interval=mean_interval(
            scores.values[measure.name],
            confidence=RANK_DEFAULTS.confidence,
            limits=measure.limits,
        ),
        these_topics=None,
        n_missing=scores.n_missing,
        judged=None if unjudged is None else 1 - unjudged,
        is_best_of_kind=beside.best.get(run.kind) == place,
        other=other,
    )
