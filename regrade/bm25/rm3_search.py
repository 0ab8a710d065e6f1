from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial

import numpy as np

from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.rm3 import RM3, Feedback, expand
from regrade.bm25.search import BM25, DEFAULTS, Hits, Query, search
from regrade.bm25.terms import document_frequency
from regrade.text.numbering import TermNumbering

RM3_DEFAULTS = RM3()
Search = Callable[..., list[Hits]]
Texts = Callable[[Sequence[int]], Mapping[int, str]]


def search_rm3(
    index: LexicalIndex,
    queries: Sequence[Query],
    *,
    k: int,
    bm25: BM25 = DEFAULTS,
    rm3: RM3 = RM3_DEFAULTS,
    texts: Texts,
    find: Search | None = None,
) -> list[Hits]:
    """Search, expand each query with terms of its top results, and search again.

    Each search takes all queries at once; the first is as deep as the feedback, unlike Anserini's.

    Args:
        index: the index to search.
        queries, k, bm25: as `search` takes them; bm25 is of both searches.
        texts: function from ordinals to their indexed texts; called at most once.
        find: the search on another device, as `partial(search_on_device, uploaded)`.

    Returns:
        One for each query, as `search` gives them; a query that found nothing finds nothing.

    Raises:
        ValueError: a parameter is out of range, or a found text is not given.
    """
    rm3.checked()
    find = partial(find or partial(search, index), bm25=bm25)
    first = find(queries, k=rm3.fb_docs)
    counts = _count_terms(index, first, texts)
    expand_one = partial(
        expand,
        rm3=rm3,
        document_frequency=cache(partial(document_frequency, index)),
        n_documents=index.n_indexed,
    )
    feedback = (_feedback(hits, counts) for hits in first)
    expanded = list(map(expand_one, queries, feedback))
    return find(expanded, k=k)


def _count_terms(
    index: LexicalIndex, found: Iterable[Hits], texts: Texts
) -> dict[int, dict[str, int]]:
    """Term frequencies of every passage that any query found."""
    ordinals = sorted({int(ordinal) for hits in found for ordinal in hits.ordinals})
    if not ordinals:
        return {}
    given = texts(ordinals)
    if missing := [ordinal for ordinal in ordinals if ordinal not in given]:
        raise ValueError(f"no text is given for ordinal {missing[0]}, which a query found")
    numbering = TermNumbering(index.analyzer)
    numbers, starts = numbering.number([given[ordinal] for ordinal in ordinals])
    return {
        ordinal: {numbering.terms[number]: n for number, n in Counter(of_text.tolist()).items()}
        for ordinal, of_text in zip(ordinals, np.split(numbers, starts[1:-1]), strict=True)
    }


def _feedback(hits: Hits, counts: Mapping[int, dict[str, int]]) -> list[Feedback]:
    found = zip(hits.ordinals.tolist(), hits.scores.tolist(), strict=True)
    return [Feedback(score, counts[ordinal]) for ordinal, score in found]
