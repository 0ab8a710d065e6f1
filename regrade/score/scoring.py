"""Score run files under a qrels file, and verify the values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from regrade.counted import counted
from regrade.files.errors import BadInput
from regrade.files.packed.packed_runs import RunColumns
from regrade.files.streams import Progress
from regrade.measures import JudgedRankings
from regrade.score.files import read_columns, read_labels
from regrade.score.judging import JudgedRun, LabelFinder, judge_by_rank, judge_by_score
from regrade.score.labels import Labels
from regrade.score.notes import note_on_unlabelled_run, notes_on, notes_on_labels
from regrade.score.options import Options
from regrade.score.printed import Printed, ScoredRun, names_of
from regrade.score.verifying import Given, Ours, Verified, verify


def score_files(
    options: Options,
    report: Callable[[str], object],
    progress: Progress | None = None,
    verified: Callable[[Verified], object] = lambda _: None,
) -> list[ScoredRun]:
    """Score run files under a qrels file.

    Args:
        options: the files and what is asked of them.
        report: called with each sentence that is worth knowing beside the values.
        progress: see `streams`.
        verified: called for each run with what `verify` found, where that is asked for.

    Raises:
        BadInput: a file cannot be used, or the files do not go together.
        ExtraMissing: pytrec_eval is not installed, where values are to be verified.
    """
    _refuse_repeated(options.runs)
    _refuse_read_apart(options)
    labels = read_labels(options, {printed.measure.reads for printed in options.measures}, progress)
    for sentence in notes_on_labels(labels, options):
        report(sentence)
    finder = LabelFinder(labels)
    scored = []
    for path in options.runs:
        as_read = read_columns(path, options, progress)
        run = as_read.in_single_precision() if options.single_precision else as_read
        judged = _judge(run, labels, finder, options)
        _refuse_other_topics(path, judged, labels, options)
        note = note_on_unlabelled_run(path.name, run, judged, labels)
        for sentence in notes_on(path.name, run, judged, note, options):
            report(sentence)
        of_file = _scored(path, run.tag, judged, labels, options)
        scored.append(of_file._replace(n_left_out=run.n_repeated, note=note))
        if options.verify:
            verified(verify_file(path, as_read, labels, finder, options))
    names = names_of([run.path for run in scored])
    named = [run._replace(name=name) for run, name in zip(scored, names, strict=True)]
    return _common(named, options) if options.common_topics else named


def _refuse_repeated(paths: Sequence[Path]) -> None:
    for index, path in enumerate(paths):
        if path.resolve() in [before.resolve() for before in paths[:index]]:
            raise BadInput(path, None, "the run is given twice", code="run_twice")


def _refuse_read_apart(options: Options) -> None:
    """Subtopics and preferences are different readings of the same columns."""
    by_subtopic, by_preference = (
        [printed.label for printed in options.measures if printed.measure.reads == reads]
        for reads in ("subtopics", "preferences")
    )
    if by_subtopic and by_preference:
        reason = f"read by subtopic for {', '.join(by_subtopic)} and by preference for"
        message = f"{reason} {', '.join(by_preference)}; ask for them apart"
        raise BadInput(options.qrels, None, message, code="measures_apart")


def _judge(run: RunColumns, labels: Labels, finder: LabelFinder, options: Options) -> JudgedRun:
    judge = judge_by_rank if options.leniency.by_rank else judge_by_score
    return judge(run, labels, finder, depth=options.depth)


def _refuse_other_topics(path: Path, judged: JudgedRun, labels: Labels, options: Options) -> None:
    n_topics, n_missing = len(labels.query_ids), len(judged.missing)
    if n_missing == n_topics:
        its = counted(len(judged.unlabelled), "topic")
        reason = f"its {its} and the {n_topics} of {options.qrels.name} have none in common"
        examples = f"{judged.unlabelled[0]} here, {labels.query_ids[0]} there"
        raise BadInput(path, None, f"{reason} (such as {examples})", code="no_common_topics")
    if n_missing and options.strict:
        lacks = f"it lacks {n_missing} of the {n_topics} topics of {options.qrels.name}"
        raise BadInput(
            path, None, f"{lacks}, the first being {judged.missing[0]}", code="topics_missing"
        )


def _scored(path: Path, tag: str, judged: JudgedRun, labels: Labels, options: Options) -> ScoredRun:
    values = tuple(
        _values(printed, printed.seen(judged.rankings, options.judged_only), options.qrels)
        for printed in options.measures
    )
    return ScoredRun("", tag, path, options.measures, labels.query_ids, values, judged.missing)


def _values(printed: Printed, rankings: JudgedRankings, qrels: Path) -> NDArray[np.float64]:
    try:
        return printed.measure.score(rankings)
    except ValueError as error:
        raise BadInput(qrels, None, str(error), code="measure_refused") from error


def _common(runs: Sequence[ScoredRun], options: Options) -> list[ScoredRun]:
    """The same on the topics that every run has."""
    missing = {query_id for run in runs for query_id in run.missing}
    chosen = np.array([query_id not in missing for query_id in runs[0].query_ids])
    if not chosen.any():
        raise BadInput(
            options.qrels, None, "the runs have no topic of it in common", code="no_common_topics"
        )
    query_ids = tuple(query_id for query_id in runs[0].query_ids if query_id not in missing)
    return [
        run._replace(
            query_ids=query_ids, values=tuple(values[chosen] for values in run.values), missing=()
        )
        for run in runs
    ]


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
