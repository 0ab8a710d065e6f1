"""Labels of documents, made of the labels of their passages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, get_args

from regrade.given import explained
from regrade.ids import id_text

By: TypeAlias = Literal["max", "sum"]
BY: tuple[By, ...] = get_args(By)


class DocumentLabel(NamedTuple):
    """A relevance, of a document or of one of its passages."""

    query_id: str
    document_id: str
    relevance: int


@explained
def roll_up_labels(labels: Iterable[DocumentLabel], by: By) -> list[DocumentLabel]:
    """Labels of documents: the highest label of a document's judged passages, or their sum.

    An unjudged passage says nothing: a document has a label where one of its passages has. Labels
    below 0, which some collections give to spam, add nothing to a sum; where a document has no
    others, its label is the highest of them either way.

    Args:
        labels: of passages, each under its document; the order is of no account. Whole numbers
            as ids stand for their decimal text.
        by: `max` or `sum`.

    Returns:
        One label for each query and document, in the order in which they appear first.

    Source:
        Hofstätter, Zlabinger, Sertkan, Schröder and Hanbury, CIKM 2020 (FiRA), whose document
        labels of both kinds come out of its snippets' exactly.
    """
    values: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for label in labels:
        document = id_text(label.query_id, "query id"), id_text(label.document_id, "document id")
        values[document].append(label.relevance)
    return [DocumentLabel(*document, _rolled(found, by)) for document, found in values.items()]


def _rolled(relevances: list[int], by: By) -> int:
    highest = max(relevances)
    if by == "max" or highest < 0:
        return highest
    return sum(relevance for relevance in relevances if relevance > 0)
