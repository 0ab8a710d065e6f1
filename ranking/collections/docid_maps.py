from __future__ import annotations

import fcntl
import logging
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from ranking.collections.docids import DocidMap
from ranking.models import Collection
from ranking.storage.disk import telling_of_the_disk

EMPTY = "empty"
LOCATION = "the storage folder"  # where on this machine is nothing for who uploads a file

logger = logging.getLogger(__name__)


def docid_map(collection: Collection) -> DocidMap:
    """The collection's current docid map.

    It lies under the storage root, named by the hash of the doc_ids, so that no rolled-back
    addition can leave a wrong one behind; one that is absent is built from the database.

    Raises:
        BeingMade: the collection is a variant whose passages are not all there yet.
        StorageFull, StorageRefused: it cannot be built there.
    """
    state = Collection.objects.values_list("docids_hash", "n_passages")
    docids_hash, n_passages = state.get(pk=collection.pk)
    if n_passages > 0 and not docids_hash:
        collection.refuse_unmade()
    folder = _folder(docids_hash)
    with telling_of_the_disk(LOCATION, f"doc_ids of {collection.name}"):
        try:
            return DocidMap.open(folder)
        except FileNotFoundError:
            with _alone():
                return _open_or_build(folder, collection, n_passages)


def grow_map(*, collection: Collection, former: DocidMap, doc_ids: Iterable[str]) -> None:
    """Extend a collection's map by new doc_ids.

    Millions of doc_ids are a minute's reading from the database, and seconds from their map.

    Raises:
        StorageFull, StorageRefused: it cannot be built there.
    """
    with telling_of_the_disk(LOCATION, f"doc_ids of {collection.name}"), _alone():
        former.grown(_folder(collection.docids_hash), doc_ids)


def forget_map(docids_hash: str) -> None:
    """Remove an outdated map, unless another collection has the same doc_ids.

    Who has it open keeps it. What it was outgrown by is stored: where nothing can be removed, it
    stays and does no harm.
    """
    if Collection.objects.filter(docids_hash=docids_hash).exists():
        return
    try:
        with _alone():
            shutil.rmtree(_folder(docids_hash), ignore_errors=True)
    except OSError:
        logger.warning("an outgrown map of doc_ids stays", exc_info=True)


def _open_or_build(folder: Path, collection: Collection, n_passages: int) -> DocidMap:
    try:
        return DocidMap.open(folder)  # someone else built it meanwhile
    except FileNotFoundError:
        shutil.rmtree(folder, ignore_errors=True)  # what is left of a damaged one
        passages = collection.passages.filter(ordinal__lt=n_passages).order_by("ordinal")
        return DocidMap.build(folder, passages.values_list("doc_id", flat=True).iterator())


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time builds or removes maps."""
    root = _root()
    root.mkdir(parents=True, exist_ok=True)
    with (root / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _folder(docids_hash: str) -> Path:
    return _root() / (docids_hash or EMPTY)


def _root() -> Path:
    return Path(settings.STORAGE_ROOT) / "docids"
