"""Notes on the values, as sentences for standard error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from regrade.counted import counted
from regrade.files.identifiers import N_RUN_COLUMNS
from regrade.files.packed.packed_runs import RunColumns
from regrade.measures.unlabelled import note_on_unlabelled
from regrade.score.judging import JudgedRun
from regrade.score.labels import Labels
from regrade.score.options import Options
from regrade.score.testing import untested

MOST_NAMED = 5


def notes_on_measures(options: Options) -> Iterator[str]:
    """Notes on the requested measures, for any runs."""
    if options.left_out:
        yield f"not printed, since Regrade has no such measure: {', '.join(options.left_out)}."
    if options.judged_only:
        for printed in options.measures:
            # What holds where nothing was retrieved looks at no ranking, and is the same with -J.
            if (reason := printed.measure.no_judged_only) and not printed.measure.holds_for_missing:
                yield f"{printed.label} is that of the whole ranking in spite of -J: {reason}."
    if options.testing and (left := untested(options.measures)):
        yield f"not tested, since it says not how good a run is: {', '.join(left)}."


def notes_on_labels(labels: Labels, options: Options) -> Iterator[str]:
    """Note if no label reaches the relevance that binary measures require."""
    judged = labels.judged
    largest = int(judged.relevances.max())
    if not options.ms_marco and largest < judged.min_relevance:
        asked = f"no label of {options.qrels.name} is {judged.min_relevance} or more"
        effect = "nothing counts as relevant, and binary measures say nothing"
        yield f"{asked}, the largest being {largest}: {effect}; -l sets the threshold."


def notes_on(
    name: str, run: RunColumns, judged: JudgedRun, note: str, options: Options
) -> Iterator[str]:
    """Notes on one run, its own `note` included; none if all is as expected."""
    yield from _notes_on_lines(name, run)
    if note:
        yield note
    if judged.missing:
        effect = (
            "left out, as --common-topics asks"
            if options.common_topics
            else "counted with the measure's worst value"
        )
        n_topics = judged.rankings.n_topics
        lacks = f"{name} lacks {len(judged.missing)} of the {n_topics} topics of the qrels"
        yield f"{lacks} ({_some(judged.missing)}): {effect}."
    if judged.unlabelled:
        extra = f"{name} has {counted(len(judged.unlabelled), 'topic')} that the qrels lack"
        yield f"{extra} ({_some(judged.unlabelled)}): counted nowhere."
    if judged.n_tied:
        tied = (
            f"{name} has {judged.n_tied:,} of {run.topics.size:,} lines whose score another passage"
        )
        yield f"{tied} of the topic has too: doc_id descending decides, as in trec_eval."
    if judged.n_gaps:
        gaps = f"{name} leaves out ranks in {counted(judged.n_gaps, 'topic')}"
        yield f"{gaps}: a rank left out counts as an unjudged passage."


def note_on_unlabelled_run(name: str, run: RunColumns, judged: JudgedRun, labels: Labels) -> str:
    """Note if none of the run's passages has a label, else ""."""
    if judged.n_labelled:
        return ""
    places = {query_id: place for place, query_id in enumerate(labels.query_ids)}
    shared = [topic for topic, query_id in enumerate(run.query_ids) if query_id in places]
    starts = labels.judged.starts.tolist()
    of_run = (
        map(run.doc_ids.__getitem__, np.flatnonzero(run.topics == topic).tolist())
        for topic in shared
    )
    of_labels = (
        map(labels.doc_ids.__getitem__, range(*starts[place : place + 2]))
        for place in (places[run.query_ids[topic]] for topic in shared)
    )
    n_passages = int(np.isin(run.topics, shared).sum())
    return note_on_unlabelled(name, n_passages, of_run, of_labels)


def _notes_on_lines(name: str, run: RunColumns) -> Iterator[str]:
    if run.n_longer:
        lines = f"{counted(run.n_longer, 'line')} of more than {N_RUN_COLUMNS} columns"
        first = f"first on line {run.first_longer}"
        effect = "only the first six count, as in trec_eval; a blank within an id would shift them"
        yield f"{name}: {lines}, {first}: {effect}."
    if run.n_repeated:
        lines = counted(run.n_repeated, "line")
        yield f"{name}: {lines} left out, with passages that their topic has in an earlier line."


def _some(query_ids: Sequence[str]) -> str:
    shown = ", ".join(query_ids[:MOST_NAMED])
    return f"{shown}, …" if len(query_ids) > MOST_NAMED else shown
