from __future__ import annotations

from collections.abc import Sequence

from annotation.models import LabelSet, TopicLabels
from evaluation.scores.scoring import RunScores, score_runs
from ranking.collections.docid_maps import docid_map
from ranking.models import Ranking, Run
from regrade.measures import Measure
from regrade.score.verifying import Given, Ours, Verified, oracle, verify


def verify_scores(
    *, runs: Sequence[Run], label_sets: Sequence[LabelSet], measures: Sequence[Measure]
) -> list[Verified]:
    """Recompute with pytrec_eval the scores of stored runs on all topics of each label set.

    Raises:
        ExtraMissing: pytrec_eval is not installed.
        NotComparable, MeasureRefused, TooMuchAsked: as `score_runs` says.
    """
    oracle()
    return [_verified(run, label_set, measures) for label_set in label_sets for run in runs]


def _verified(run: Run, label_set: LabelSet, measures: Sequence[Measure]) -> Verified:
    labels = _labels_of(label_set)
    single, double = (_scores(run, label_set, measures, only) for only in (True, False))
    ours = [Ours(each, single.values[each.name], double.values[each.name]) for each in measures]
    name = f"{run} under {label_set}"
    return verify(Given(name, _run_of(run), labels, label_set.min_relevance), ours)


def _scores(
    run: Run, label_set: LabelSet, measures: Sequence[Measure], single_precision: bool
) -> RunScores:
    rows = label_set.topic_labels.order_by("topic__ordinal")
    ((scores,),) = score_runs(
        runs=[run],
        label_sets=[label_set],
        measures=measures,
        topic_ids=list(rows.values_list("topic", flat=True)),
        cutoffs=[1],
        single_precision=single_precision,
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
