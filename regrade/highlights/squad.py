"""Answers in the form of SQuAD 2.0, so that programs that read passages can be scored with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from regrade.given import explained
from regrade.highlights.answers import AnswerSpan

VERSION = "v2.0"


class JudgedPassage(NamedTuple):
    """A pair of query and passage with its answers; none where the passage has no answer."""

    query_id: str
    query: str
    doc_id: str
    text: str
    answers: Sequence[AnswerSpan]


@explained
def squad(title: str, pairs: Iterable[JudgedPassage]) -> dict[str, Any]:
    """Pairs as a data set of SQuAD 2.0: one article, a paragraph a passage, a question a query.

    A question's id is the query_id and the doc_id with a blank between them, for neither holds
    one. Each answer span is an answer of its own: the script of SQuAD takes the best match over
    them. A pair without answers is impossible to answer. Offsets are code points, as in SQuAD.

    Args:
        title: of the article.
        pairs: paragraphs stand in the order of the first pair of each passage, questions in the
            order of the pairs.

    Source:
        Rajpurkar, Jia and Liang, ACL 2018.
    """
    paragraphs: dict[str, dict[str, Any]] = {}
    for pair in pairs:
        paragraph = paragraphs.setdefault(pair.doc_id, {"context": pair.text, "qas": []})
        paragraph["qas"].append(_question(pair))
    article = {"title": title, "paragraphs": list(paragraphs.values())}
    return {"version": VERSION, "data": [article]}


def _question(pair: JudgedPassage) -> dict[str, Any]:
    return {
        "id": f"{pair.query_id} {pair.doc_id}",
        "question": pair.query,
        "answers": [{"text": one.text, "answer_start": one.start} for one in pair.answers],
        "is_impossible": not pair.answers,
    }
