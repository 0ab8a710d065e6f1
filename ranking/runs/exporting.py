from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import DocidMap
from ranking.models import Ranking, Run, RunStatus, Topic
from ranking.parameters.ranges import DEPTH
from ranking.runs.known_metadata import metadata_header
from regrade.exceptions import ExportRefused
from regrade.files.identifiers import COMMENT, split_columns
from regrade.files.outputs import writing

CHUNK = 50


class RunExport(NamedTuple):
    """Result of an export."""

    n_topics: int
    n_lines: int


class TopicLines(NamedTuple):
    """One topic's lines of a run file."""

    text: str
    n_lines: int


def export_run(
    *, run: Run, path: Path, depth: int | None = None, tag: str = "", ir_metadata: bool = False
) -> RunExport:
    """Export a run as a TREC run file; the file is created or replaced completely or not at all.

    With `ir_metadata` it begins with a header of comments, which pytrec_eval does not read.

    Raises:
        ExportRefused: `run_lines` refuses, the path is no plain file, or it cannot be written.
        OutOfRange: a depth below 1.
    """
    n_topics = n_lines = 0
    topics = run_lines(run=run, depth=depth, tag=tag)
    with writing(path) as stream:
        if ir_metadata:
            stream.write(metadata_header(run, tag))
        for topic in topics:
            stream.write(topic.text)
            n_topics, n_lines = n_topics + 1, n_lines + topic.n_lines
    return RunExport(n_topics, n_lines)


def run_lines(
    *, run: Run, depth: Annotated[int | None, {"min_value": 1}] = None, tag: str = ""
) -> Iterator[TopicLines]:
    """TREC's six columns, topics in their order, each with its passages from the best down.

    Scores are written so that they are read back as they were, to the last bit. The tag is the
    run's own unless one is given, or its name where it has none. What can be refused is refused
    before the first topic.

    Args:
        depth: passages of each topic; None takes all.

    Raises:
        ExportRefused: the run is not whole, the tag is not one word, or a query_id begins with #.
        OutOfRange: a depth below 1.
    """
    if run.status != RunStatus.COMPLETE:
        raise ExportRefused(
            f"Run {run.name} is {run.status}; write it when it is complete.", code="run_incomplete"
        )
    if depth is not None:
        DEPTH.check("depth", depth)
    word = tag or run.tag or run.name
    if split_columns(word) != [word]:
        raise ExportRefused(
            f"A tag is one word, without a blank; {word!r} is not.",
            code="tag_not_a_word",
            field="tag",
        )
    _refuse_comments(run)
    return _topics(run, depth, word)


def _refuse_comments(run: Run) -> None:
    topics = Topic.objects.filter(rankings__run=run, query_id__startswith=COMMENT)
    if (topic := topics.first()) is not None:
        raise ExportRefused(
            f"Run {run.name} cannot be written: a line of topic {topic.query_id!r} would begin"
            f" with {COMMENT}, and be passed over as a comment.",
            code="read_as_comment",
        )


def _topics(run: Run, depth: int | None, tag: str) -> Iterator[TopicLines]:
    docids = docid_map(run.collection)
    rankings = run.rankings.select_related("topic").order_by("topic__ordinal")
    for ranking in rankings.iterator(chunk_size=CHUNK):
        yield _of_topic(ranking, docids, depth, tag)


def _of_topic(ranking: Ranking, docids: DocidMap, depth: int | None, tag: str) -> TopicLines:
    doc_ids = docids.doc_ids_of(ranking.ordinals[:depth])
    scores = ranking.scores[:depth].tolist()
    query_id = ranking.topic.query_id
    lines = [
        f"{query_id} Q0 {doc_id.decode()} {rank} {score!r} {tag}\n"
        for rank, (doc_id, score) in enumerate(zip(doc_ids, scores, strict=True), start=1)
    ]
    return TopicLines("".join(lines), len(lines))
