"""A collection of windows: pieces of another collection's texts, each a passage of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.db.models import QuerySet

from ranking.collections.passages import iterate_doc_ids, record_growth
from ranking.exceptions import RankingError
from ranking.lookup import settle_rights, taking_name
from ranking.models import Collection, Passage
from ranking.storage.copying import copying
from regrade.variants import windows

AT_ONCE = 1_000
COPY = """
    COPY ranking_passage (
        collection_id, ordinal, doc_id, title, text, metadata, document_id, position_in_document
    ) FROM STDIN
"""


class WindowsReport(NamedTuple):
    """A collection of windows; documents without words have none."""

    name: str
    n_documents: int
    n_windows: int
    n_without_words: int


def make_windows(
    *,
    name: str,
    of: Collection,
    n_words: int,
    stride: int,
    progress: Callable[[int], object] = int,
) -> WindowsReport:
    """Cut each passage of a collection into windows and make these a new collection: all or none.

    The windows of passage d are the passages d#1, d#2 and so on, with its title, d as their
    document, and their number as their position there. The collection is no variant: its ids are
    new, and labels of the original do not serve it. `roll_up` turns a run over windows into one
    over the documents.

    Args:
        n_words: words in a window, from 1 on.
        stride: words from one beginning to the next, from 1 to `n_words`.
        progress: called with the number of passages cut since the last call.

    Raises:
        NameTaken, NameRefused: the name cannot be had.
        NotFound: the original was deleted meanwhile, or hidden from who asks.
        BeingMade: the original is a variant that is not finished itself.
        RankingError: a number out of range.
    """
    refuse_out_of_range(n_words, stride)
    of.refuse_unmade()
    with taking_name(Collection, name):
        made = Collection.objects.create(
            name=name,
            description=f"Windows of {n_words} words, {stride} apart, of {of.name}.",
            language=of.language,
            licence=of.licence,
        )
        report = _fill(made, of, n_words, stride, progress)
        settle_rights(made, of)
    return report


def _fill(
    made: Collection,
    of: Collection,
    n_words: int,
    stride: int,
    progress: Callable[[int], object],
) -> WindowsReport:
    n_windows = n_without = n_documents = 0
    for part in _parts(of.passages.order_by("ordinal"), of.n_passages):
        n_new, n_empty = _store(made, part, n_windows, n_words, stride)
        n_windows, n_without = n_windows + n_new, n_without + n_empty
        n_documents += len(part)
        progress(len(part))
    record_growth(
        collection=made,
        doc_ids=iterate_doc_ids(collection=made, first_ordinal=0),
        is_text_added=n_windows > 0,
    )
    return WindowsReport(made.name, n_documents, n_windows, n_without)


def refuse_out_of_range(n_words: int, stride: int) -> None:
    try:
        windows("", n_words, stride)
    except ValueError as error:
        sentence = str(error)
        raise RankingError(f"{sentence[0].upper()}{sentence[1:]}.", code="out_of_range") from error


def _parts(passages: QuerySet[Passage], n: int) -> Iterator[list[tuple[str, str, str | None]]]:
    """doc_id, title and text, in parts: the connection is busy while one is copied."""
    rows = passages.values_list("doc_id", "title", "text")
    for first in range(0, n, AT_ONCE):
        yield list(rows.filter(ordinal__gte=first, ordinal__lt=first + AT_ONCE))


def _store(
    made: Collection,
    part: list[tuple[str, str, str | None]],
    first_ordinal: int,
    n_words: int,
    stride: int,
) -> tuple[int, int]:
    """Store the windows of some documents; how many they are, and documents without any."""
    ordinal, n_without = first_ordinal, 0
    with copying(COPY) as copy:
        for doc_id, title, text in part:
            before = ordinal
            for window in windows(text or "", n_words, stride):
                position = window.position
                window_id = f"{doc_id}#{position}"
                copy.write_row(
                    (made.pk, ordinal, window_id, title, window.text, "{}", doc_id, position)
                )
                ordinal += 1
            n_without += ordinal == before
    return ordinal - first_ordinal, n_without
