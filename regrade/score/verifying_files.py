from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from regrade.files.packed.packed_runs import RunColumns
from regrade.score.judging import judge_by_score
from regrade.score.labels import Labels
from regrade.score.matching import LabelFinder
from regrade.score.options import Options
from regrade.score.verifying import Given, Ours, Verified, verify


def verify_file(
    path: Path, run: RunColumns, labels: Labels, finder: LabelFinder, options: Options
) -> Verified:
    """Verify the values of one run, whose scores are as its file has them."""
    single = judge_by_score(run.in_single_precision(), labels, finder).rankings
    double = judge_by_score(run, labels, finder).rankings
    measures = {printed.measure.name: printed.measure for printed in options.measures}
    ours = [Ours(each, each.score(single), each.score(double)) for each in measures.values()]
    given = Given(path.name, _run_of(run), _labels_of(labels), options.min_relevance)
    return verify(given, ours)


def _run_of(run: RunColumns) -> dict[str, dict[str, float]]:
    scores: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for line, (topic, score) in enumerate(
        zip(run.topics.tolist(), run.scores.tolist(), strict=True)
    ):
        scores[run.query_ids[topic]][run.doc_ids[line]] = score
    return dict(scores)


def _labels_of(labels: Labels) -> dict[str, dict[str, int]]:
    relevances: dict[str, dict[str, int]] = {query_id: {} for query_id in labels.query_ids}
    columns = zip(labels.judged.topics.tolist(), labels.judged.relevances.tolist(), strict=True)
    for label, (topic, relevance) in enumerate(columns):
        relevances[labels.query_ids[topic]][labels.doc_ids[label]] = relevance
    return relevances
