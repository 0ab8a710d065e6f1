"""Which indexes of a collection are kept, and which of them can be searched now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ranking.exceptions import RankingError
from ranking.models import Collection
from ranking.parameters.index_options import PLAIN_INDEX, IndexOptions
from ranking.rankers.indexes import index_folder, index_size, open_lexical_index
from regrade.bm25.lexical_index import IndexDamaged, LexicalIndex, read_manifest


class KeptIndex(NamedTuple):
    """An index under the storage root; `why_not` says why it cannot be searched, else is empty.

    `options` are those of `./dev manage index`; none for the plain index.
    """

    options: str
    built_at: datetime
    n_bytes: int
    is_ready: bool
    why_not: str


def kept_indexes(collection: Collection) -> list[KeptIndex]:
    """The plain index first, the others by their options.

    A folder whose manifest cannot be read is left out."""
    found = sorted(_options_kept(collection), key=IndexOptions.as_arguments)
    return [_kept_index(collection, options) for options in found]


def ready_index(collection: Collection) -> LexicalIndex | None:
    """An index whose hits show why they were found: of texts as they stand, the plain one first.

    None where there is none, or none that can be searched as the texts are now. Nothing is built.
    """
    others = sorted(_options_kept(collection), key=IndexOptions.as_arguments)
    for options in dict.fromkeys([PLAIN_INDEX, *others]):
        if options.expansions is None and options.fields != "title":
            try:
                return open_lexical_index(collection=collection, options=options)
            except RankingError:
                continue
    return None


def _options_kept(collection: Collection) -> Iterator[IndexOptions]:
    """Of each folder that is one of this collection's."""
    plain = index_folder(collection=collection, options=PLAIN_INDEX)
    begin, _, _ = plain.name.rpartition("-")
    for folder in plain.parent.glob(f"{begin}-*"):
        options = _options_in(folder)
        if options and index_folder(collection=collection, options=options) == folder:
            yield options


def _options_in(folder: Path) -> IndexOptions | None:
    try:
        return IndexOptions.from_dict(read_manifest(folder)["extra"]["options"])
    except (FileNotFoundError, IndexDamaged, KeyError, TypeError):
        return None  # a lock, a draft, or of another release


def _kept_index(collection: Collection, options: IndexOptions) -> KeptIndex:
    folder, why_not = index_folder(collection=collection, options=options), ""
    try:
        open_lexical_index(collection=collection, options=options)
    except RankingError as error:
        why_not = str(error)
    return KeptIndex(
        options.as_arguments().strip(),
        datetime.fromtimestamp(folder.stat().st_mtime, UTC),
        index_size(collection=collection, options=options),
        not why_not,
        why_not,
    )
