"""Find passages of a collection by position, doc_id or words."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from django.db.models import Q

from ranking.collections.collection_overview import ListedPassage, among, listed
from ranking.exceptions import NotSearchable
from ranking.models import Collection
from ranking.models.passage import PassageQuerySet
from ranking.pages import place_in_list
from ranking.rankers.kept_indexes import ready_index
from ranking.rankers.one_query import search_one
from regrade.bm25.lexical_index import LexicalIndex

PAGE = 20
MOST_FOUND = 1_000
MOST_READ = 200_000  # passages that are read through for words
FoundBy = Literal["order", "doc_id", "bm25", "words"]


class FoundPassages(NamedTuple):
    """A page of passages, and how they were found.

    With `is_least` there are at least `n`. `words` are the search terms in lower case.
    """

    found_by: FoundBy
    n: int
    is_least: bool
    page: int
    n_pages: int
    words: list[str]
    passages: list[ListedPassage]


def find_passages(
    collection: Collection, *, search: str = "", doc_id: str = "", page: int = 1
) -> FoundPassages:
    """A page of passages with these words, or with this doc_id prefix, else of all.

    Words are looked up in an existing current index: any of them, best first. Without one, texts
    are scanned for all of the words, in collection order. Builds no index.

    Raises:
        NotSearchable: there is no such index, and the collection is too large to scan.
    """
    if search.strip():
        index = ready_index(collection)
        words = _words(search)
        if index is not None:
            return _by_bm25(collection, index, search, words, page)
        return _by_words(collection, words, page)
    if doc_id:
        beginning = collection.passages.filter(doc_id__startswith=doc_id).order_by("doc_id")
        return _of_rows(beginning, "doc_id", [], page)
    place = place_in_list(page, n=collection.n_passages, size=PAGE)
    shown = collection.passages.filter(ordinal__gte=place.start, ordinal__lt=place.end)
    return FoundPassages(
        "order", collection.n_passages, False, place.page, place.n_pages, [], listed(shown)
    )


def _words(search: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"\w+", search.lower())))


def _by_bm25(
    collection: Collection, index: LexicalIndex, search: str, words: list[str], page: int
) -> FoundPassages:
    found = search_one(index, index.analyzer.analyze(search), k=MOST_FOUND)
    n = found.ordinals.size
    place = place_in_list(page, n=n, size=PAGE)
    ordinals = found.ordinals[place.start : place.end].tolist()
    scores = found.scores[place.start : place.end].tolist()
    rows = {row.ordinal: row for row in listed(among(collection, ordinals))}
    shown = [
        rows[ordinal]._replace(score=score) for ordinal, score in zip(ordinals, scores, strict=True)
    ]
    return FoundPassages("bm25", n, found.n_all > n, place.page, place.n_pages, words, shown)


def _by_words(collection: Collection, words: list[str], page: int) -> FoundPassages:
    if collection.n_passages > MOST_READ:
        raise NotSearchable(
            f"{collection.name} has {collection.n_passages:,} passages, too many to read through;"
            f" ./dev manage index {collection.name} makes an index, and its search is by BM25."
        )
    if not words:
        return _of_rows(collection.passages.none(), "words", [], page)
    has_all = Q()
    for word in words:
        # Whole words, as PostgreSQL has them; \w lets nothing through that means more than itself.
        has_all &= Q(text__iregex=rf"\m{word}\M") | Q(title__iregex=rf"\m{word}\M")
    return _of_rows(collection.passages.filter(has_all).order_by("ordinal"), "words", words, page)


def _of_rows(
    passages: PassageQuerySet, found_by: FoundBy, words: list[str], page: int
) -> FoundPassages:
    """A page of these passages; counts up to the first thousand."""
    found = list(passages.values_list("ordinal", flat=True)[: MOST_FOUND + 1])
    n = min(len(found), MOST_FOUND)
    place = place_in_list(page, n=n, size=PAGE)
    shown = passages.filter(ordinal__in=found[place.start : place.end])
    return FoundPassages(
        found_by, n, len(found) > n, place.page, place.n_pages, words, listed(shown)
    )
