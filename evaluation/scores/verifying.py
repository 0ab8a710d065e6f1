from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet, Sum

from annotation.models import LabelSet, TopicLabels
from evaluation.exceptions import TooMuchAsked
from evaluation.scores.estimable import refuse_samples
from evaluation.scores.scoring import RunScores, score_runs
from ranking.collections.docid_maps import docid_map
from ranking.models import Ranking, Run
from ranking.models.fields import n_bytes
from regrade.measures import Measure
from regrade.score.verifying import Given, Ours, Verified, oracle, verify

MOST_AT_ONCE = 1_000_000  # passages of a run and labels, for a request
ORDINAL_BYTES = 4


def verify_scores(
    *,
    runs: Sequence[Run],
    label_sets: Sequence[LabelSet],
    measures: Sequence[Measure],
    keeps: bool = True,
) -> list[Verified]:
    """Recompute with pytrec_eval the scores of stored runs on all topics of each label set.

    `keeps` says whether scores that are worked out for it are stored.

    Raises:
        ExtraMissing: pytrec_eval is not installed.
        NotComparable, MeasureRefused, TooMuchAsked: as `score_runs` says, and for labels that are a
            sample.
    """
    oracle()
    refuse_samples(label_sets, "trec_eval")
    pairs = [(run, label_set) for label_set in label_sets for run in runs]
    return [_verified(*pair, measures, keeps) for pair in pairs]


def refuse_large(run: Run, label_set: LabelSet) -> None:
    """Check that a run and labels are small enough to be verified within a request.

    Raises:
        TooMuchAsked: more passages than that in both together.
    """
    n = _n_passages(Ranking.objects.filter(run=run))
    n += _n_passages(TopicLabels.objects.filter(label_set=label_set))
    if n > MOST_AT_ONCE:
        raise TooMuchAsked(
            f"{run} and {label_set} hold {n:,} passages, and a page verifies up to"
            f" {MOST_AT_ONCE:,}: ./dev manage verify_scores --runs {run} --labels {label_set} takes"
            " any number.",
            code="too_many_passages",
        )


def _n_passages(rows: QuerySet[Any]) -> int:
    found = rows.aggregate(n=Sum(n_bytes("ordinals")))["n"]
    return (found or 0) // ORDINAL_BYTES


def _verified(run: Run, label_set: LabelSet, measures: Sequence[Measure], keeps: bool) -> Verified:
    labels = _labels_of(label_set)
    single, double = (_scores(run, label_set, measures, only, keeps) for only in (True, False))
    ours = [Ours(each, single.values[each.name], double.values[each.name]) for each in measures]
    name = f"{run} under {label_set}"
    return verify(Given(name, _run_of(run), labels, label_set.min_relevance), ours)


def _scores(
    run: Run,
    label_set: LabelSet,
    measures: Sequence[Measure],
    single_precision: bool,
    keeps: bool,
) -> RunScores:
    rows = label_set.topic_labels.order_by("topic__ordinal")
    ((scores,),) = score_runs(
        runs=[run],
        label_sets=[label_set],
        measures=measures,
        topic_ids=list(rows.values_list("topic", flat=True)),
        cutoffs=[1],
        single_precision=single_precision,
        keeps=keeps,
    )
    return scores


def _labels_of(label_set: LabelSet) -> dict[str, dict[str, int]]:
    """By topic, in the order of the topics."""
    docids = docid_map(label_set.collection)
    rows = TopicLabels.objects.filter(label_set=label_set).select_related("topic")
    return {
        row.topic.query_id: dict(
            zip(_names(docids.doc_ids_of(row.ordinals)), row.relevances.tolist(), strict=True)
        )
        for row in rows.order_by("topic__ordinal")
    }


def _run_of(run: Run) -> dict[str, dict[str, float]]:
    docids = docid_map(run.collection)
    return {
        row.topic.query_id: dict(
            zip(_names(docids.doc_ids_of(row.ordinals)), row.scores.tolist(), strict=True)
        )
        for row in Ranking.objects.filter(run=run).select_related("topic")
    }


def _names(doc_ids: Sequence[bytes]) -> list[str]:
    return [doc_id.decode() for doc_id in doc_ids]
