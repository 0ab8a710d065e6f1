"""What assessors highlighted, as a file: by the word, or as answers that readers are scored with.

No row says who highlighted what.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from annotation.models import AssessorKind, Campaign, Judgment
from regrade.aggregation import default_min_relevance
from regrade.exceptions import ExportRefused
from regrade.files.outputs import writing
from regrade.files.row_files import TextLayout, write_rows
from regrade.highlights import (
    AnswerSpan,
    Highlights,
    JudgedPassage,
    answer_spans,
    count_words,
    needed_assessors,
    squad,
)

CHUNK = 2000
DEFAULT_LEAST = 2
COLUMNS = ("query_id", "doc_id", "start", "end", "text", "n_assessors", "n_relevant")
FIELDS = (
    "campaign_pair",
    "campaign_pair__pair__topic__query_id",
    "campaign_pair__pair__topic__query",
    "campaign_pair__pair__passage__doc_id",
    "campaign_pair__pair__passage__text",
)
ORDER = (
    "campaign_pair__pair__topic__ordinal",
    "campaign_pair__pair__passage__ordinal",
    "campaign_pair",
    "created_at",
    "pk",
)


class Content(StrEnum):
    """What of the highlights is written."""

    WORDS = "words"
    ANSWERS = "answers"
    SQUAD = "squad"


class HighlightOptions(NamedTuple):
    """Whose highlights count, and how many assessors a word of an answer needs.

    A grade counts as relevant from `min_grade` on: by default from the least grade that asks for
    highlights, or else from the middle of the scale. A word needs `min_assessors`, or `min_share`
    of those who gave such a grade to its pair; by default two assessors.
    """

    min_assessors: int | None = None
    min_share: Fraction | None = None
    min_grade: int | None = None
    kinds: Sequence[AssessorKind] = (AssessorKind.HUMAN,)


class HighlightsExport(NamedTuple):
    """Result of an export; `n_rows` are words, answers or questions.

    Of the pairs that were graded, `n_relevant` have a grade that counts as relevant, and
    `n_answered` of these an answer; words know no answers.
    """

    n_rows: int
    n_pairs: int
    n_relevant: int
    n_answered: int | None
    min_grade: int


class _Pair(NamedTuple):
    """A graded pair with the highlights of each assessor whose grade counts as relevant."""

    query_id: str
    query: str
    doc_id: str
    text: str
    highlights: Sequence[Highlights]


def export_highlights(
    *,
    campaign: Campaign,
    path: Path,
    content: Content,
    layout: TextLayout,
    options: HighlightOptions,
) -> HighlightsExport:
    """Export what was highlighted; the file is created or replaced completely or not at all.

    Votes alone count: first looks that hold a place. Rows stand in the order of topics, passages
    and offsets. In SQuAD's form, whatever the layout, a pair that nobody called relevant is
    impossible to answer, and one that somebody did is left out where it has no answer.

    Raises:
        ExportRefused: the path is no plain file, or it cannot be written; numbers of assessors
            where words are written, or a number and a share at once, or one that cannot be; a
            grade that is not on the scale.
    """
    _refuse(content, options)
    min_grade = _min_grade(campaign, options.min_grade)
    pairs = _Counted(_pairs(campaign, options.kinds, min_grade), options)
    with writing(path) as stream:
        if content is Content.SQUAD:
            n_rows = _write_squad(stream, campaign.name, pairs)
        elif content is Content.WORDS:
            n_rows = write_rows(stream, layout, _named("word"), pairs.words())
        else:
            answers = pairs.answers()
            n_rows = write_rows(stream, layout, _named("text"), answers, free_texts={"text"})
    n_answered = None if content is Content.WORDS else pairs.n_answered
    return HighlightsExport(n_rows, pairs.n_pairs, pairs.n_relevant, n_answered, min_grade)


def _refuse(content: Content, options: HighlightOptions) -> None:
    least, share = options.min_assessors, options.min_share
    if content is Content.WORDS and (least, share) != (None, None):
        sentence = "Words are written with their counts; leave out how many they need."
        raise ExportRefused(sentence, code="counts_of_words")
    if least is not None and share is not None:
        sentence = "Name the least number of assessors or the least share, not both."
        raise ExportRefused(sentence, code="number_and_share")
    try:
        _needed(options, n_assessors=0)
    except ValueError as error:
        sentence = str(error)
        sentence = f"{sentence[0].upper()}{sentence[1:]}."
        raise ExportRefused(sentence, code="too_few_assessors") from error


def _needed(options: HighlightOptions, n_assessors: int) -> int:
    """How many of so many assessors must have highlighted a word."""
    if options.min_share is not None:
        return needed_assessors(n_assessors, options.min_share)
    least = DEFAULT_LEAST if options.min_assessors is None else options.min_assessors
    if least < 1:
        raise ValueError(f"a word of an answer needs 1 assessor or more, got {least}")
    return least


def _min_grade(campaign: Campaign, asked: int | None) -> int:
    grades = list(campaign.grades.order_by("value").values_list("value", "requires_span"))
    scale = [value for value, _ in grades]
    if asked is None:
        asking = (value for value, requires_span in grades if requires_span)
        return next(asking, default_min_relevance(scale))
    if asked not in scale:
        known = ", ".join(map(str, scale))
        sentence = f"Campaign {campaign.name} has no grade {asked}; it has {known}."
        raise ExportRefused(sentence, code="grade_off_scale")
    return asked


def _pairs(campaign: Campaign, kinds: Sequence[AssessorKind], min_grade: int) -> Iterator[_Pair]:
    votes = Judgment.objects.votes().filter(
        campaign_pair__campaign=campaign,
        assessor__kind__in=kinds,
        campaign_pair__pair__passage__text__gt="",
    )
    rows = votes.order_by(*ORDER).values_list(*FIELDS, "grade__value", "spans")
    of_pairs = groupby(rows.iterator(chunk_size=CHUNK), key=lambda row: row[: len(FIELDS)])
    for (_, query_id, query, doc_id, text), answers in of_pairs:
        highlights = [
            [(start, end) for start, end in spans]
            for *_, grade, spans in answers
            if grade >= min_grade
        ]
        yield _Pair(query_id, query, doc_id, text, highlights)


class _Counted:
    """Pairs as rows; the counts are complete once these were taken."""

    def __init__(self, pairs: Iterable[_Pair], options: HighlightOptions) -> None:
        self._pairs, self._options = pairs, options
        self.n_pairs = self.n_relevant = self.n_answered = 0

    def words(self) -> Iterator[dict[str, Any]]:
        for pair in self._graded():
            if pair.highlights:
                for word in count_words(pair.text, pair.highlights):
                    yield _row(pair, word.start, word.end, word.n_assessors, "word")

    def answers(self) -> Iterator[dict[str, Any]]:
        for pair, answers in self.answered():
            for one in answers:
                yield _row(pair, one.start, one.end, one.n_assessors, "text")

    def answered(self) -> Iterator[tuple[_Pair, list[AnswerSpan]]]:
        for pair in self._graded():
            least = _needed(self._options, len(pair.highlights))
            answers = answer_spans(pair.text, pair.highlights, least)
            self.n_answered += bool(answers)
            yield pair, answers

    def _graded(self) -> Iterator[_Pair]:
        for pair in self._pairs:
            self.n_pairs += 1
            self.n_relevant += bool(pair.highlights)
            yield pair


def _named(text: str) -> list[str]:
    return [text if name == "text" else name for name in COLUMNS]


def _row(pair: _Pair, start: int, end: int, n_assessors: int, name: str) -> dict[str, Any]:
    return {
        "query_id": pair.query_id,
        "doc_id": pair.doc_id,
        "start": start,
        "end": end,
        name: pair.text[start:end],
        "n_assessors": n_assessors,
        "n_relevant": len(pair.highlights),
    }


def _write_squad(stream: TextIO, title: str, pairs: _Counted) -> int:
    judged = [
        JudgedPassage(pair.query_id, pair.query, pair.doc_id, pair.text, answers)
        for pair, answers in pairs.answered()
        if answers or not pair.highlights
    ]
    json.dump(squad(title, judged), stream, ensure_ascii=False, indent=1)
    stream.write("\n")
    return len(judged)
