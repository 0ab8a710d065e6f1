from __future__ import annotations

import sys
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from regrade.aggregation import Aggregation, aggregate
from regrade.aggregation.arguments import (
    add_aggregation,
    add_decisions,
    add_filters,
    add_voters,
    policy_of,
)
from regrade.aggregation.content_hash import decisions_hash, labels_hash, votes_hash
from regrade.aggregation.least_relevant import with_min_relevance
from regrade.aggregation.policy import AggregationPolicy
from regrade.aggregation.policy_file import OtherLabels, WholePolicy
from regrade.aggregation.relevance import count_relevant
from regrade.aggregation.summary import AggregationSummary
from regrade.command.judgment_files import (
    Refused,
    add_scale,
    judgments_parser,
    read_votes,
    saying_why_refused,
)
from regrade.command.outputs import add_label_output, write_labels
from regrade.files.errors import BadInput
from regrade.files.identifiers import id_order
from regrade.files.judging import read_qrels
from regrade.files.judging.decisions import read_decisions
from regrade.files.judging.marks import read_marks
from regrade.files.judging.qrels import QrelsLine
from regrade.tables import aligned, report
from regrade.votes.recorded import RecordedVotes
from regrade.votes.vote import PairKey

DESCRIPTION = """\
Make qrels of the votes in files of judgments. In this order: drop votes that do not count (those
of models and of simulated assessors among them, unless they are named), drop assessors of a topic
who left too much of it not judged, drop rows that were not judged, drop assessors who agree too
little with the others, drop topics with too few assessors and pairs with too few votes, take in
decisions of adjudicators if they count, aggregate each pair, drop topics where nothing that the
fallback calls relevant came out relevant, keep the topics of other labels, give gold
and qualification pairs their known grade. What each step took away is reported on standard error.
"""
EXAMPLES = """\
  %(prog)s judgments.tsv --aggregate median -o qrels.txt
  %(prog)s judgments.tsv --aggregate majority --threshold 3 --tie highest > qrels.txt
  %(prog)s judgments.tsv --aggregate majority --threshold 3 --fallback old.txt --min-votes 2
  %(prog)s judgments.tsv --policy policy.json --fallback old.txt -o qrels.txt
  %(prog)s judgments.tsv --aggregate median --gold marks.tsv -o qrels.txt
"""


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parsed(arguments, program)
    with saying_why_refused("derive"):
        recorded = read_votes(given)
        summary = _aggregated(recorded, given)
        if not summary.aggregation.n_pairs:
            raise Refused(_nothing_left(summary.aggregation), code="nothing_left")
        lines = list(_lines(summary.aggregation, summary.doc_ids))
        hashes = {
            "labels": labels_hash(lines, summary.min_relevance),
            "votes": votes_hash(_rows(recorded)),
            **summary.hashes,
        }
        write_labels(lines, _about(summary, hashes), given)
    sys.stderr.write(_report(summary, hashes))
    return 0


def _parsed(arguments: Sequence[str], program: str) -> Namespace:
    parser = judgments_parser(program, DESCRIPTION, examples=EXAMPLES)
    add_label_output(parser)
    add_scale(parser, default="from the least to the highest given")
    group = add_aggregation(parser, labels="QRELS")
    least = "what the fallback calls relevant, from this relevance on (default 1, or the policy's)"
    group.add_argument("--fallback-min-relevance", type=int, metavar="N", help=least)
    add_decisions(group)
    decided = "what adjudicators decided, as export_decisions writes it"
    group.add_argument("--decided", type=Path, metavar="FILE", help=decided)
    known = "known grades of gold and qualification pairs, which become their labels"
    form = "as export_marks writes them and create_campaign --marks reads them"
    group.add_argument("--gold", dest="marks", type=Path, metavar="FILE", help=f"{known}, {form}")
    add_voters(parser, with_flags=False)
    add_filters(parser, labels="QRELS")
    return parser.parse_intermixed_args(list(arguments))


class _Derived(NamedTuple):
    """Labels derived from the files, and how they are printed."""

    aggregation: Aggregation
    doc_ids: Sequence[str]
    min_relevance: int
    hashes: Mapping[str, str | None]  # of decisions and of known grades, if there are any
    summary: AggregationSummary


def _aggregated(recorded: RecordedVotes, given: Namespace) -> _Derived:
    try:
        asked = policy_of(vars(given), gold="none" if given.marks is None else "expert")
        return _derive(recorded, asked, given)
    except BadInput:  # of another file: it says which
        raise
    except ValueError as error:
        raise Refused(f"The labels cannot be derived: {error}.", code="unfit_policy") from error


def _derive(recorded: RecordedVotes, asked: WholePolicy, given: Namespace) -> _Derived:
    decided, gold = _decided(asked.rules, given), _gold(asked.rules, given)
    scale = _checked_scale(recorded, [*decided, *gold], asked, given)
    rules = with_min_relevance(asked.rules, scale, asked.min_relevance)
    doc_ids = list(dict.fromkeys([*recorded.doc_ids, *(row.doc_id for row in [*decided, *gold])]))
    number_of = {doc_id: number for number, doc_id in enumerate(doc_ids)}
    aggregation = aggregate(
        recorded.votes,
        rules,
        scale=scale,
        fallback=_fallback(asked, number_of, given),
        only_topics=_topics(asked, given),
        only_assessors=_counted(recorded, asked, given),
        decisions=_by_pair(decided, number_of),
        gold=_by_pair(gold, number_of),
    )
    summary = AggregationSummary(
        aggregation=aggregation,
        policy=rules,
        source="the files",
        n_recorded=len(recorded.votes),
        fallback=given.fallback,
        only_topics=given.only_topics_of,
    )
    least = aggregation.min_relevance if asked.min_relevance is None else asked.min_relevance
    hashes = {"decisions": decisions_hash(decided), "known grades": decisions_hash(gold)}
    return _Derived(aggregation, doc_ids, least, hashes, summary)


class _Graded(NamedTuple):
    """A pair with the one grade that an adjudicator or an expert gave it."""

    query_id: str
    doc_id: str
    grade: int


def _by_pair(graded: Iterable[_Graded], number_of: Mapping[str, int]) -> dict[PairKey, int]:
    return {(row.query_id, number_of[row.doc_id]): row.grade for row in graded}


def _decided(rules: AggregationPolicy, given: Namespace) -> list[_Graded]:
    if rules.decisions == "ignore":
        return []
    if given.decided is None:
        raise ValueError("decisions count, and no file has any; name one by --decided")
    decided = list(read_decisions(given.decided, blanks_in_ids=given.blanks_in_ids))
    counted = [row for row in decided if row.counts]
    if n_left_out := len(decided) - len(counted):
        what = "decisions on gold or qualification pairs make no labels"
        sys.stderr.write(f"Note: {n_left_out} {what}.\n")
    return [_Graded(row.query_id, row.doc_id, row.grade) for row in counted]


def _gold(rules: AggregationPolicy, given: Namespace) -> list[_Graded]:
    """The known grades that become labels."""
    if (rules.gold == "expert") != (given.marks is not None):
        if given.marks is None:
            raise ValueError(
                "the policy gives gold and qualification pairs their known grade as label; name the"
                ' file of these grades by --gold, or set "gold": "none" in the policy'
            )
        raise ValueError(
            "the policy gives gold and qualification pairs no label: leave --gold out, or set"
            ' "gold": "expert" in the policy'
        )
    if given.marks is None:
        return []
    marks = read_marks(given.marks)
    return [
        _Graded(mark.query_id, mark.doc_id, mark.grade) for mark in marks if mark.grade is not None
    ]


def _counted(recorded: RecordedVotes, asked: WholePolicy, given: Namespace) -> set[str]:
    """Whose votes count.

    A stored policy may name some who never voted: that is said. An option that does so is a slip.
    """
    voters, assessors = asked.voters, recorded.assessors
    if voters.without_flags:
        raise ValueError(
            "files know of no flags; name the assessors by without, as label sets keep them"
        )
    unknown = list(dict.fromkeys(voters.unknown(assessors)))
    if unknown and given.policy is None:
        raise ValueError(f"the files have no assessor {unknown[0]!r}")
    for name in unknown:
        sys.stderr.write(f"Note: the policy names {name!r}, of whom the files have no judgment.\n")
    return {one.name for one in assessors if voters.counts(one)}


def _checked_scale(
    recorded: RecordedVotes, decided: Sequence[_Graded], asked: WholePolicy, given: Namespace
) -> Sequence[int]:
    """The scale that is asked for or that the policy keeps; else from least to highest grade."""
    grades = {vote.grade for vote in recorded.votes if vote.grade is not None}
    grades |= {row.grade for row in decided}
    if not grades:
        raise ValueError("nothing was judged")
    scale = asked.scale or given.scale or range(min(grades), max(grades) + 1)
    if beyond := sorted(grades - set(scale)):
        raise ValueError(f"grade {beyond[0]} is not on the scale {', '.join(map(str, scale))}")
    return scale


def _fallback(
    asked: WholePolicy, number_of: Mapping[str, int], given: Namespace
) -> Mapping[str, list[int]] | None:
    """The passages of the files that the fallback calls relevant, by topic."""
    if given.fallback is None:
        return None
    labels = _labels(given.fallback, asked.fallback, blanks_in_ids=given.blanks_in_ids)
    of_policy = asked.fallback.min_relevance if asked.fallback else None
    least = next(n for n in (given.fallback_min_relevance, of_policy, 1) if n is not None)
    relevant: defaultdict[str, list[int]] = defaultdict(list)
    for label in labels:
        if label.doc_id in number_of and label.relevance >= least:
            relevant[label.query_id].append(number_of[label.doc_id])
    return relevant


def _topics(asked: WholePolicy, given: Namespace) -> set[str] | None:
    if given.only_topics_of is None:
        if asked.only_topics_of:
            name = asked.only_topics_of.name
            raise ValueError(
                f"the policy keeps the topics of {name}: name them by --only-topics-of"
            )
        return None
    path, of_policy = given.only_topics_of, asked.only_topics_of
    labels = _labels(path, of_policy, blanks_in_ids=given.blanks_in_ids)
    return {label.query_id for label in labels}


def _labels(path: str, of_policy: OtherLabels | None, *, blanks_in_ids: bool) -> list[QrelsLine]:
    """The labels of a file; a stored policy says which exactly they are."""
    labels = list(read_qrels(Path(path), blanks_in_ids=blanks_in_ids))
    if of_policy and of_policy.content_hash and of_policy.min_relevance is not None:
        lines = ((label.query_id, label.doc_id, label.relevance) for label in labels)
        if labels_hash(lines, of_policy.min_relevance) != of_policy.content_hash:
            raise BadInput(
                path,
                None,
                f"these are not the policy's labels {of_policy.name}",
                code="other_labels",
            )
    return labels


def _rows(recorded: RecordedVotes) -> Iterator[tuple[str, str, str, int | None]]:
    return ((v.topic, recorded.doc_ids[v.passage], v.assessor, v.grade) for v in recorded.votes)


def _lines(aggregation: Aggregation, doc_ids: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """In the order of ids, so that the same votes give the same bytes, however files lie."""
    for topic in sorted(aggregation.by_topic, key=id_order):
        passages, relevances = aggregation.by_topic[topic]
        names = (doc_ids[passage] for passage in passages.tolist())
        labels = dict(zip(names, relevances.tolist(), strict=True))
        for doc_id in sorted(labels, key=id_order):
            yield topic, doc_id, labels[doc_id]


def _nothing_left(aggregation: Aggregation) -> str:
    last = next(step for step in aggregation.steps if not step.n_pairs)
    judgments = f"the last {last.n_judgments_removed} judgments"
    return f"No labels remain: the step {last.name!r} removed {judgments}."


def _about(derived: _Derived, hashes: Mapping[str, str | None]) -> dict[str, object]:
    """The report on the labels, as JSON has it."""
    aggregation, n_by_value = derived.aggregation, derived.aggregation.n_by_value()
    return {
        "rule": derived.summary.how,
        "min_relevance": derived.min_relevance,
        "n_topics": len(aggregation.by_topic),
        "n_relevant": count_relevant(n_by_value, derived.min_relevance),
        "n_by_relevance": {str(value): n_by_value[value] for value in aggregation.scale},
        "hashes": {what.replace(" ", "_"): digest for what, digest in hashes.items()},
        "steps": [
            {_key(name): count for name, count in step.items()} for step in derived.summary.steps()
        ],
    }


def _key(column: str) -> str:
    """A column of the report as a key: "pairs removed" as "n_pairs_removed"."""
    return f"n_{column}".replace("\n", "_") if column else "step"


def _report(derived: _Derived, hashes: Mapping[str, str | None]) -> str:
    summary = derived.summary
    rows = summary.steps()
    header = [name.replace("\n", " ") for name in rows[0]]
    cells = [["-" if cell is None else str(cell) for cell in row.values()] for row in rows]
    threshold = derived.min_relevance
    result = report("Result:", summary.counts(threshold))
    scored = f"Relevant from {threshold} on: score them with regrade score -l {threshold}."
    text = f"{result}\n{scored}\nContent hash of the labels: {hashes['labels']}\n"
    others = {what: digest for what, digest in hashes.items() if digest and what != "labels"}
    text += "".join(f"Hash of the {what}: {digest}\n" for what, digest in others.items())
    return f"Labels: {summary.how}.\n\n{aligned([header, *cells], n_texts=1)}\n{text}"
