from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ranking.collections.texts import join_title
from ranking.exceptions import RankingError
from ranking.models import Collection
from ranking.parameters.index_options import Fields, IndexOptions
from ranking.rankers.expansions import find_expansions
from regrade.files.query_expansions.packed import Expansions

ROWS = 2000
Row = tuple[int, str, str | None]


def iterate_indexed_texts(
    *, collection: Collection, options: IndexOptions
) -> Iterator[tuple[int, str]]:
    """Ordinal and text of every passage with text, doc_id ascending, as an index reads them.

    Not all are held at once. Belongs into the caller's transaction: outside one the database
    would make a copy of the texts first.

    Raises:
        RankingError: the generated queries that belong to them are not at hand.
    """
    passages = collection.passages.with_text().order_by("doc_id")
    rows = passages.values_list("ordinal", "title", "text").iterator(ROWS)
    yield from _read(rows, options.fields, _expansions(collection, options))


def indexed_texts(
    *, collection: Collection, options: IndexOptions, ordinals: Sequence[int]
) -> dict[int, str]:
    """The texts of these passages by ordinal, as an index reads them.

    Raises:
        RankingError: the generated queries that belong to them are not at hand.
    """
    passages = collection.passages.with_text().filter(ordinal__in=ordinals)
    rows = passages.values_list("ordinal", "title", "text")
    return dict(_read(rows, options.fields, _expansions(collection, options)))


def _read(
    rows: Iterable[Row], fields: Fields, expansions: Expansions | None
) -> Iterator[tuple[int, str]]:
    for ordinal, title, text in rows:
        plain = _plain(fields, title, text or "")
        yield ordinal, expansions.expand(ordinal, plain) if expansions else plain


def _plain(fields: Fields, title: str, text: str) -> str:
    if fields == "title,text":
        return join_title(title, text)
    return title if fields == "title" else text


def _expansions(collection: Collection, options: IndexOptions) -> Expansions | None:
    if options.expansions is None:
        return None
    found = find_expansions(
        sha256=options.expansions, collection=collection, n_queries=options.n_queries
    )
    if found is None:
        raise RankingError(
            f"The generated queries for {collection.name} are not at hand any more; "
            f"./dev manage index {collection.name}{options.as_arguments()} reads them again.",
            code="queries_gone",
        )
    return found
