"""Find passages of a collection by position, doc_id or words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from django.db.models import Q
from numpy.typing import NDArray

from ranking.collections.collection_overview import ListedPassage, among, listed
from ranking.exceptions import NotSearchable
from ranking.models import Collection
from ranking.models.passage import PassageQuerySet
from ranking.pages import Page, place_in_list
from ranking.rankers.bm25_plan import DEFAULTS
from ranking.rankers.kept_indexes import ready_index
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.norms import inverse_norms

SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")
FNV_START, FNV_PRIME, WORD = 0xCBF29CE484222325, 0x100000001B3, 2**64 - 1


PAGE = 20
MOST_FOUND = 1_000
MOST_READ = 200_000  # passages that are read through for words
FoundBy = Literal["order", "doc_id", "bm25", "words"]


@dataclass(frozen=True, kw_only=True)
class FoundPassages(Page):
    """A page of passages, and how they were found.

    With `is_least` there are at least `n`. `words` are the search terms in lower case.
    """

    found_by: FoundBy
    is_least: bool
    words: list[str]
    rows: list[ListedPassage]


class Search(NamedTuple):
    """Words as they were typed, and in lower case, each once; `only` narrows the passages."""

    text: str
    words: list[str]
    only: Q


EVERY = Q()
WORDS: dict[str, Any] = {"allow_blank": True, "max_length": 500}


def find_passages(
    collection: Collection,
    *,
    search: Annotated[str, WORDS] = "",
    doc_id: Annotated[str, WORDS] = "",
    page: int = 1,
    only: Q = EVERY,
) -> FoundPassages:
    """A page of passages with these words, or with this doc_id prefix, else of all.

    Words are looked up in an existing current index: any of them, best first. Without one, texts
    are scanned for all of the words, in collection order. Builds no index.

    Args:
        only: a condition on passages that words are looked for in.

    Raises:
        NotSearchable: there is no such index, and the collection is too large to scan.
    """
    if search.strip():
        index = ready_index(collection)
        words = _words(search)
        if index is not None:
            return _by_bm25(collection, index, Search(search, words, only), page)
        return _by_words(collection, Search(search, words, only), page)
    if doc_id:
        beginning = collection.passages.filter(doc_id__startswith=doc_id).order_by("doc_id")
        return _of_rows(beginning, "doc_id", [], page)
    at = place_in_list(page, n=collection.n_passages, size=PAGE)
    shown = collection.passages.filter(ordinal__gte=at.part.start, ordinal__lt=at.part.stop)
    return FoundPassages(
        **at.numbers, found_by="order", is_least=False, words=[], rows=listed(shown)
    )


def can_be_searched(collection: Collection) -> bool:
    """Whether `find_passages` finds passages of the collection by words."""
    return collection.n_passages <= MOST_READ or ready_index(collection) is not None


def _words(search: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"\w+", search.lower())))


def _by_bm25(
    collection: Collection, index: LexicalIndex, search: Search, page: int
) -> FoundPassages:
    every = search_one(index, index.analyzer.analyze(search.text), k=MOST_FOUND)
    found = _narrowed(every, collection, search.only)
    at = place_in_list(page, n=found.ordinals.size, size=PAGE)
    ordinals, scores = found.ordinals[at.part].tolist(), found.scores[at.part].tolist()
    rows = {row.ordinal: row for row in listed(among(collection, ordinals))}
    shown = [
        rows[ordinal]._replace(score=score) for ordinal, score in zip(ordinals, scores, strict=True)
    ]
    return FoundPassages(
        **at.numbers,
        found_by="bm25",
        is_least=every.n_all > every.ordinals.size,
        words=search.words,
        rows=shown,
    )


def _narrowed(found: FoundTexts, collection: Collection, only: Q) -> FoundTexts:
    """Those of the texts that fulfil the condition."""
    if not only:
        return found
    fitting = among(collection, found.ordinals.tolist()).filter(only)
    is_fitting = np.isin(found.ordinals, list(fitting.values_list("ordinal", flat=True)))
    return found._replace(ordinals=found.ordinals[is_fitting], scores=found.scores[is_fitting])


def _by_words(collection: Collection, search: Search, page: int) -> FoundPassages:
    if collection.n_passages > MOST_READ:
        raise NotSearchable(
            f"{collection.name} has {collection.n_passages:,} passages, too many to read through;"
            f" ./dev manage index {collection.name} makes an index, and its search is by BM25."
        )
    if not search.words:
        return _of_rows(collection.passages.none(), "words", [], page)
    has_all = search.only
    for word in search.words:
        # Whole words, as PostgreSQL has them; \w lets nothing through that means more than itself.
        has_all &= Q(text__iregex=rf"\m{word}\M") | Q(title__iregex=rf"\m{word}\M")
    found = collection.passages.filter(has_all).order_by("ordinal")
    return _of_rows(found, "words", search.words, page)


def _of_rows(
    passages: PassageQuerySet, found_by: FoundBy, words: list[str], page: int
) -> FoundPassages:
    """A page of these passages; counts up to the first thousand."""
    found = list(passages.values_list("ordinal", flat=True)[: MOST_FOUND + 1])
    n = min(len(found), MOST_FOUND)
    at = place_in_list(page, n=n, size=PAGE)
    shown = listed(passages.filter(ordinal__in=found[at.part]))
    return FoundPassages(
        **at.numbers, found_by=found_by, is_least=len(found) > n, words=words, rows=shown
    )


class FoundTexts(NamedTuple):
    """Parallel arrays of shape (n_found,), best first: what the index calls the texts, and scores.

    `n_all` is how many texts hold any of the terms.
    """

    ordinals: NDArray[np.int32]
    scores: NDArray[np.float32]
    n_all: int


def search_one(
    index: LexicalIndex,
    terms: Sequence[str],
    *,
    k: int,
    k1: float = DEFAULTS.k1,
    b: float = DEFAULTS.b,
) -> FoundTexts:
    """The k best texts for a few terms, with the scores and in the order of `regrade.bm25.search`.

    A pass over the postings of each term: milliseconds for a few words in a million passages,
    where the kernels would be compiled or loaded first.

    Args:
        terms: as the index's analyzer gives them; a repeated one weighs as often as it stands.
        k: at least 1.
    """
    sums = np.zeros(index.n_texts)
    inverse = inverse_norms(k1, b, index.mean_length or 1.0)
    saturation = np.float32(1) + index.code_frequencies * inverse[index.code_norms]
    for term, boost in Counter(terms).items():
        number = _number_of(index, term)
        if number is not None:
            here = slice(index.starts[number], index.starts[number + 1])
            weight = np.float32(boost) * _idf(index, here.stop - here.start)
            # By code, as the kernels have it: float32 each, summed as float64.
            scores = (weight - weight / saturation).astype(np.float64)
            sums[index.docs[here]] += scores[index.codes[here]]
    return _best(index, sums.astype(np.float32), k)


def _best(index: LexicalIndex, scores: NDArray[np.float32], k: int) -> FoundTexts:
    """Equal scores by position, as the index breaks ties."""
    found = np.flatnonzero(scores > 0)
    if found.size > k:
        least = np.partition(scores[found], found.size - k)[found.size - k]
        kept = found[scores[found] >= least]
    else:
        kept = found
    best = kept[np.argsort(-scores[kept], kind="stable")][:k]
    return FoundTexts(index.ordinals[best], scores[best], found.size)


def _idf(index: LexicalIndex, n_with: int) -> np.float32:
    return np.float32(np.log(1 + (index.n_indexed - n_with + 0.5) / (n_with + 0.5)))


def _number_of(index: LexicalIndex, term: str) -> int | None:
    """The number of a term, which stand by ascending hash; None where the index has it not."""
    wanted = np.uint64(_fnv_1a(term.encode("utf-8", "replace")))
    first, last = (int(np.searchsorted(index.term_hashes, wanted, side)) for side in SIDES)
    same = (number for number in range(first, last) if index.term_of(number) == term)
    return next(same, None)


def _fnv_1a(data: bytes) -> int:
    """As `regrade.text.form_table` has it."""
    hashed = FNV_START
    for byte in data:
        hashed = (hashed ^ byte) * FNV_PRIME & WORD
    return hashed
