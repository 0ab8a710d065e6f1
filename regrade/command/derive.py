from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from regrade.aggregation import Aggregation, aggregate
from regrade.aggregation.arguments import add_aggregation, add_filters, policy_of
from regrade.aggregation.policy import AggregationPolicy
from regrade.aggregation.summary import AggregationSummary
from regrade.command.judgment_files import (
    Refused,
    judgments_parser,
    read_votes,
    saying_why_refused,
)
from regrade.files.errors import BadInput
from regrade.files.judging import read_qrels, write_qrels
from regrade.files.outputs import STDOUT, writing
from regrade.tables import aligned, report
from regrade.votes.recorded import RecordedVotes

DESCRIPTION = """\
Make qrels of the votes in files of judgments. In this order: drop the votes of model assessors,
drop assessors of a topic who left too much of it not judged, drop rows that were not judged, drop
topics with too few assessors and pairs with too few votes, aggregate each pair, drop topics where
nothing that the fallback calls relevant came out relevant, keep the topics of other labels. What
each step took away is reported on standard error.
"""
EXAMPLES = """\
  %(prog)s judgments.tsv --aggregate median -o qrels.txt
  %(prog)s judgments.tsv --aggregate majority --threshold 3 --tie highest > qrels.txt
  %(prog)s judgments.tsv --aggregate majority --threshold 3 --fallback old.txt --min-votes 2
"""
NUMBER = r"-?\d{1,5}"


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parsed(arguments, program)
    with saying_why_refused("derive"):
        recorded = read_votes(given)
        summary = _aggregated(recorded, given)
        if not summary.aggregation.n_pairs:
            raise Refused(_nothing_left(summary.aggregation))
        with writing(given.output) as stream:
            try:
                write_qrels(stream, _lines(summary.aggregation, recorded.doc_ids))
            except ValueError as error:
                raise Refused(f"The labels cannot be written: {error}.") from error
    sys.stderr.write(_report(summary))
    return 0


def _parsed(arguments: Sequence[str], program: str) -> Namespace:
    parser = judgments_parser(program, DESCRIPTION, examples=EXAMPLES)
    add = parser.add_argument
    output = "where the qrels go, gzipped if it ends in .gz (default -, standard output)"
    add("-o", "--output", type=Path, default=STDOUT, metavar="FILE", help=output)
    scale = "the grades there were, as 0-3 or =-1-3 (default: from the least to the highest given)"
    add("--scale", type=_scale, metavar="LOW-HIGH", help=scale)
    add_aggregation(parser, labels="QRELS")
    least = "what the fallback calls relevant, from this relevance on (default 1)"
    add("--fallback-min-relevance", type=int, default=1, metavar="N", help=least)
    add_filters(parser, labels="QRELS")
    return parser.parse_intermixed_args(list(arguments))


def _scale(text: str) -> range:
    ends = re.fullmatch(rf"({NUMBER})-({NUMBER})", text)
    if ends is None or int(ends[1]) > int(ends[2]):
        raise ArgumentTypeError(f"{text!r} is no scale as in 0-3")
    return range(int(ends[1]), int(ends[2]) + 1)


def _aggregated(recorded: RecordedVotes, given: Namespace) -> AggregationSummary:
    try:
        policy = policy_of(vars(given))
        aggregation = _aggregate(recorded, policy, given)
    except BadInput:  # of another file: it says which
        raise
    except ValueError as error:
        raise Refused(f"The labels cannot be derived: {error}.") from error
    return AggregationSummary(
        aggregation=aggregation,
        policy=policy,
        source="the files",
        n_recorded=len(recorded.votes),
        fallback=given.fallback,
        only_topics=given.only_topics_of,
    )


def _aggregate(recorded: RecordedVotes, policy: AggregationPolicy, given: Namespace) -> Aggregation:
    return aggregate(
        recorded.votes,
        policy,
        scale=_checked_scale(recorded, given.scale),
        fallback=_relevant_passages(recorded.doc_ids, given) if given.fallback else None,
        only_topics=_topics(given.only_topics_of) if given.only_topics_of else None,
        only_assessors=None if given.with_models else recorded.people,
    )


def _checked_scale(recorded: RecordedVotes, asked: range | None) -> range:
    grades = {vote.grade for vote in recorded.votes if vote.grade is not None}
    if not grades:
        raise ValueError("nothing was judged")
    if asked is None:
        return range(min(grades), max(grades) + 1)
    if beyond := sorted(grades - set(asked)):
        raise ValueError(f"grade {beyond[0]} is outside {asked[0]}-{asked[-1]}")
    return asked


def _relevant_passages(doc_ids: Sequence[str], given: Namespace) -> Mapping[str, list[int]]:
    numbers = {doc_id: number for number, doc_id in enumerate(doc_ids)}
    relevant: defaultdict[str, list[int]] = defaultdict(list)
    for line in read_qrels(Path(given.fallback)):
        if line.doc_id in numbers and line.relevance >= given.fallback_min_relevance:
            relevant[line.query_id].append(numbers[line.doc_id])
    return relevant


def _topics(path: str) -> set[str]:
    return {line.query_id for line in read_qrels(Path(path))}


def _lines(aggregation: Aggregation, doc_ids: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """In the order of ids, so that the same votes give the same bytes, however files lie."""
    for topic in sorted(aggregation.by_topic, key=_place):
        passages, relevances = aggregation.by_topic[topic]
        names = (doc_ids[passage] for passage in passages.tolist())
        labels = dict(zip(names, relevances.tolist(), strict=True))
        for doc_id in sorted(labels, key=_place):
            yield topic, doc_id, labels[doc_id]


def _place(given: str) -> tuple[bool, int, str]:
    """Where an id stands: numbers by their size, then texts."""
    is_number = given.isascii() and given.isdigit()
    return not is_number, int(given) if is_number else 0, given


def _nothing_left(aggregation: Aggregation) -> str:
    last = next(step for step in aggregation.steps if not step.n_pairs)
    judgments = f"the last {last.n_judgments_removed} judgments"
    return f"No labels remain: the step {last.name!r} removed {judgments}."


def _report(summary: AggregationSummary) -> str:
    rows = summary.steps()
    header = [name.replace("\n", " ") for name in rows[0]]
    cells = [["-" if cell is None else str(cell) for cell in row.values()] for row in rows]
    threshold = summary.aggregation.min_relevance
    result = report("Result:", summary.counts(threshold))
    scored = f"Relevant from {threshold} on: score them with regrade score -l {threshold}."
    return f"Labels: {summary.how}.\n\n{aligned([header, *cells], n_texts=1)}\n{result}\n{scored}\n"
