"""The indexes of one collection on the disk: found, moved along with its name, and removed."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ranking.models import Collection
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.indexes import index_folder, indexes_root
from regrade.bm25.lexical_index import IndexDamaged, read_manifest

logger = logging.getLogger(__name__)


def index_folders(collection: Collection) -> dict[Path, IndexOptions]:
    """The folders of a collection's indexes that are there, whatever options each was built by."""
    found: dict[Path, IndexOptions] = {}
    for folder, shown in _stored_options():
        try:
            options = IndexOptions.from_dict(shown)
        except (KeyError, TypeError, ValueError):
            continue  # of a release with other options: nothing opens it any more
        if index_folder(collection=collection, options=options) == folder:
            found[folder] = options
    return found


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


def _stored_options() -> Iterator[tuple[Path, Any]]:
    for folder in sorted(indexes_root().glob("*-*")):
        if not folder.is_dir() or folder.name.startswith("."):
            continue
        try:
            shown = read_manifest(folder)["extra"]["options"]
        except (FileNotFoundError, IndexDamaged, KeyError, TypeError):
            continue
        yield folder, shown
