"""Which indexes of a collection are kept, and which of them can be searched now."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ranking.exceptions import RankingError
from ranking.models import Collection
from ranking.parameters.index_options import PLAIN_INDEX, IndexOptions
from ranking.rankers.indexes import index_folder, index_size, open_lexical_index
from regrade.bm25.lexical_index import IndexDamaged, LexicalIndex, read_manifest

logger = logging.getLogger(__name__)


def index_folders(collection: Collection) -> dict[Path, IndexOptions]:
    """The folders of a collection's indexes that are there, whatever options each was built by."""
    plain = index_folder(collection=collection, options=PLAIN_INDEX)
    begin, _, _ = plain.name.rpartition("-")
    found = {folder: _options_in(folder) for folder in sorted(plain.parent.glob(f"{begin}-*"))}
    return {
        folder: options
        for folder, options in found.items()
        if options and index_folder(collection=collection, options=options) == folder
    }


def move_indexes(folders: Mapping[Path, IndexOptions], collection: Collection) -> None:
    """Give folders the names that the collection's new name asks for.

    One that cannot be moved is rebuilt when needed.
    """
    for folder, options in folders.items():
        moved = index_folder(collection=collection, options=options)
        try:
            if not moved.exists():
                folder.rename(moved)
        except OSError:
            logger.warning("an index stays under its collection's former name", exc_info=True)


def remove_indexes(folders: Mapping[Path, IndexOptions]) -> None:
    """Remove what nothing can open any more; what cannot be removed does no harm."""
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
        folder.with_name(f"{folder.name}.lock").unlink(missing_ok=True)


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
    found = sorted(index_folders(collection).values(), key=IndexOptions.as_arguments)
    return [_kept_index(collection, options) for options in found]


def ready_index(collection: Collection) -> LexicalIndex | None:
    """An index whose hits show why they were found: of texts as they stand, the plain one first.

    None where there is none, or none that can be searched as the texts are now. Nothing is built.
    """
    others = sorted(index_folders(collection).values(), key=IndexOptions.as_arguments)
    for options in dict.fromkeys([PLAIN_INDEX, *others]):
        if options.expansions is None and options.fields != "title":
            try:
                return open_lexical_index(collection=collection, options=options)
            except RankingError:
                continue
    return None


def _options_in(folder: Path) -> IndexOptions | None:
    try:
        return IndexOptions.from_dict(read_manifest(folder)["extra"]["options"])
    except (OSError, IndexDamaged, KeyError, TypeError, ValueError):
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
