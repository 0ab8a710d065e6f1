"""The words that assessors highlighted, and the answers that enough of them did."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TextIO, get_args

from regrade.command.highlights import add_passages, texts_of
from regrade.command.judgment_files import Refused, judgments_parser, read_rows, saying_why_refused
from regrade.command.outputs import JSON, add_row_output, layout_of
from regrade.files.bad_lines import Found
from regrade.files.outputs import writing
from regrade.files.row_files import write_rows
from regrade.files.topics import read_topics
from regrade.highlights import (
    AnswerSpan,
    Highlights,
    JudgedPassage,
    WordCount,
    answer_spans,
    count_words,
    needed_assessors,
    squad,
)
from regrade.json_text import json_text
from regrade.tables import report
from regrade.votes.assessor import PERSON, Kind
from regrade.votes.recorded import is_vote

KINDS = get_args(Kind)
WORDS, ANSWERS, SQUAD = CONTENTS = ("words", "answers", "squad")
DEFAULT_LEAST = 2
DESCRIPTION = """\
Write what assessors highlighted: each word of a passage with how many highlighted it, the answers
that enough of them did, or these as a data set of SQuAD 2.0. Votes count whose grade calls the
passage relevant. Offsets are code points of the text. No assessor is named.
"""
EXAMPLES = """\
  %(prog)s votes.jsonl --as words --min-grade 2 --passages texts.tsv -o words.tsv
  %(prog)s votes.jsonl --as squad --min-grade 1 --passages t.jsonl --topics t.jsonl -o s.json
"""


Pair = tuple[str, str]  # query_id and doc_id


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parsed(arguments, program)
    with saying_why_refused("highlights"):
        _refuse_unused(given)
        found = _highlights(given)
        texts = texts_of(given.passages, found)
        answers = {pair: highlights for pair, highlights in found.items() if texts[pair]}
        try:
            spans = {pair: _spans(texts[pair], answers[pair], given) for pair in answers}
        except ValueError as error:
            raise Refused(f"{error}.", code="too_few_assessors") from error
        with writing(given.output) as stream:
            if given.content == SQUAD:
                n_rows = _write_squad(stream, given, answers, texts, spans)
            else:
                n_rows = _write_rows(stream, given, answers, texts, spans)
    sys.stderr.write(_report(n_rows, given, answers, spans))
    return 0


def _report(
    n_rows: int,
    given: Namespace,
    answers: Mapping[Pair, Sequence[Highlights]],
    spans: Mapping[Pair, Sequence[WordCount | AnswerSpan]],
) -> str:
    n_graded, n_relevant, n_answered = _counts(given, answers, spans).values()
    counts = {
        "questions" if given.content == SQUAD else given.content: n_rows,
        "pairs that were graded": n_graded,
        f"of them with a grade of {given.min_grade} or above": n_relevant,
        "of these with an answer": n_answered,
    }
    known = {name: count for name, count in counts.items() if count is not None}
    return report("Written:", known) + "\n"


def _counts(
    given: Namespace,
    answers: Mapping[Pair, Sequence[Highlights]],
    spans: Mapping[Pair, Sequence[WordCount | AnswerSpan]],
) -> dict[str, int | None]:
    """Numbers of pairs; words are no answers."""
    return {
        "n_graded": len(answers),
        "n_relevant": sum(map(bool, answers.values())),
        "n_answered": None if given.content == WORDS else sum(map(bool, spans.values())),
    }


def _parsed(arguments: Sequence[str], program: str) -> Namespace:
    parser = judgments_parser(program, DESCRIPTION, examples=EXAMPLES)
    add = parser.add_argument
    content = (
        "words: every word of a pair with its count; answers: the longest stretches of words that "
        "enough assessors highlighted; squad: answers in SQuAD's form, in which pairs that nobody "
        "called relevant have none"
    )
    add("--as", dest="content", choices=CONTENTS, required=True, help=content)
    add_passages(parser, required=True)
    topics = "the queries, which squad needs: topics with these query_ids"
    add("--topics", type=Path, metavar="FILE", help=topics)
    grade = "a grade calls a passage relevant from here on"
    add("--min-grade", type=int, required=True, metavar="G", help=grade)
    enough = parser.add_mutually_exclusive_group()
    least = f"a word of an answer needs so many assessors (default {DEFAULT_LEAST})"
    enough.add_argument("--min-assessors", type=int, metavar="N", help=least)
    share = "or this share of those who called the pair relevant, as 0.5"
    enough.add_argument("--min-share", type=_share, metavar="S", help=share)
    kinds = f"whose highlights count: {', '.join(KINDS)} (default {PERSON})"
    add("--kinds", nargs="+", choices=KINDS, default=[PERSON], metavar="KIND", help=kinds)
    add_row_output(parser, "the result")
    return parser.parse_args(list(arguments))


def _share(text: str) -> Fraction:
    """Exactly what was written: 0.7 of ten is seven."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ArgumentTypeError(f"{text!r} is not a share, such as 0.5") from error


def _refuse_unused(given: Namespace) -> None:
    if given.content == WORDS and (given.min_assessors, given.min_share) != (None, None):
        sentence = "Words are written with their counts; leave out how many they need."
        raise Refused(sentence, code="counts_of_words")
    if given.content == SQUAD and given.format not in (None, JSON):
        raise Refused("SQuAD's form is JSON; leave out --format.", code="format_of_squad")
    if (given.content == SQUAD) != (given.topics is not None):
        sentence = "SQuAD's form, and it alone, needs the queries: --as squad --topics FILE."
        raise Refused(sentence, code="topics_of_squad")


def _highlights(given: Namespace) -> dict[Pair, list[Highlights]]:
    """The graded pairs in the order of the files, each with what was highlighted in every vote
    that calls it relevant."""
    found: defaultdict[Pair, list[Highlights]] = defaultdict(list)
    for row in read_rows(given):
        if is_vote(row) and row.grade is not None and (row.kind or PERSON) in given.kinds:
            highlights = found[row.query_id, row.doc_id]
            if row.grade >= given.min_grade:
                highlights.append(row.spans)
    return found


def _spans(
    text: str, highlights: Sequence[Highlights], given: Namespace
) -> Sequence[WordCount | AnswerSpan]:
    if given.content == WORDS:
        return count_words(text, highlights) if highlights else []
    least = DEFAULT_LEAST if given.min_assessors is None else given.min_assessors
    if given.min_share is not None:
        least = needed_assessors(len(highlights), given.min_share)
    return answer_spans(text, highlights, least)


def _write_rows(
    stream: TextIO,
    given: Namespace,
    answers: Mapping[Pair, Sequence[Highlights]],
    texts: Mapping[Pair, str],
    spans: Mapping[Pair, Sequence[WordCount | AnswerSpan]],
) -> int:
    is_json = given.format == JSON  # which calls a word a text, too
    name = "word" if given.content == WORDS and not is_json else "text"
    columns = ("query_id", "doc_id", "start", "end", name, "n_assessors", "n_relevant")
    rows = [
        dict(zip(columns, (*pair, one.start, one.end, text, one.n_assessors, n), strict=True))
        for pair, found in spans.items()
        for n in [len(answers[pair])]
        for one in found
        for text in [texts[pair][one.start : one.end]]
    ]
    if is_json:
        counts = _counts(given, answers, spans)
        stream.write(json_text({"content": given.content, **counts, "spans": rows}))
        return len(rows)
    return write_rows(stream, layout_of(given), columns, rows, free_texts={"text"})


def _write_squad(
    stream: TextIO,
    given: Namespace,
    answers: Mapping[Pair, Sequence[Highlights]],
    texts: Mapping[Pair, str],
    spans: Mapping[Pair, Sequence[Any]],
) -> int:
    # A file of tasks has a topic on several lines: the first is read.
    topics = read_topics(given.topics, skipped=Found())
    queries = {topic.query_id: topic.query for topic in topics}
    if missing := sorted({query_id for query_id, _ in answers} - queries.keys()):
        lacks = f"{given.topics.name} lacks {len(missing)} of the judged topics"
        raise Refused(f"{lacks}, such as {missing[0]}.", code="topics_missing")
    judged = [
        JudgedPassage(pair[0], queries[pair[0]], pair[1], texts[pair], spans[pair])
        for pair in answers
        if spans[pair] or not answers[pair]
    ]
    data = squad(given.files[0].name.partition(".")[0], judged)
    stream.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
    return len(judged)
