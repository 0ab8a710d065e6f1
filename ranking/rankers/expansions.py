from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from ranking.collections.docid_maps import docid_map
from ranking.exceptions import RankingError
from ranking.models import Collection
from regrade.files.errors import BadInput
from regrade.files.query_expansions.expansions import ExpansionRecord, read_expansions
from regrade.files.query_expansions.packed import Damaged, Expansions, pack
from regrade.files.streams import BLOCK_BYTES, CountedFile, Progress, open_stream


def pack_expansions(
    *,
    path: Path,
    collection: Collection,
    n_queries: int | None = None,
    progress: Progress | None = None,
) -> Expansions:
    """Pack a file's generated queries by ordinal under the storage root: all or nothing.

    The same file for the same passages is packed once and found again by its content. Doc_ids
    that the collection lacks are counted and left out. `progress` counts each byte twice,
    once as it is hashed and once as it is parsed: its total is `reading([path, path])`.

    Args:
        path: JSONL or TSV, see `read_expansions`.
        n_queries: number of queries to keep per passage, from the first; None keeps all.

    Raises:
        BadInput: the file cannot be read, names a passage twice, none of its doc_ids is a passage
            of the collection, or none of those has a query.
        RankingError: n_queries below 1, or the storage root cannot hold the packed queries.
    """
    if n_queries is not None and n_queries < 1:
        raise RankingError(f"Keep 1 query a passage or more, not {n_queries}.", code="out_of_range")
    collection.refresh_from_db(fields=["docids_hash"])
    sha256, state = file_sha256(path, progress), _state(path)
    folder = _folder(sha256, collection.docids_hash, n_queries)
    if (known := _open(folder)) is not None:
        return known
    docids = docid_map(collection)
    with _explaining_failures(path, folder):
        return pack(
            folder,
            _unchanged(path, state, progress),
            path=path,
            sha256=sha256,
            n_passages=len(docids),
            resolve=docids.ordinals_of,
            n_queries=n_queries,
        )


def find_expansions(
    *, sha256: str, collection: Collection, n_queries: int | None
) -> Expansions | None:
    """The packed queries of the file with this digest, if they fit the current passages."""
    collection.refresh_from_db(fields=["docids_hash"])
    return _open(_folder(sha256, collection.docids_hash, n_queries))


def file_sha256(path: Path, progress: Progress | None = None) -> str:
    """Digest of a file's bytes as stored, gzipped or not.

    Raises:
        BadInput: there is no such file, or nothing that can be read here.
    """
    with open_stream(path):
        pass  # says why it cannot be opened
    digest = hashlib.sha256()
    with CountedFile(path.open("rb", buffering=0), progress) as file:
        while block := file.read(BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _open(folder: Path) -> Expansions | None:
    try:
        return Expansions.open(folder)
    except FileNotFoundError:
        return None
    except Damaged:
        shutil.rmtree(folder)
        return None


def _folder(sha256: str, docids_hash: str, n_queries: int | None) -> Path:
    """Folder named by a hash of what fixes its content: file, ordinals, number of queries."""
    content = f"{sha256} {docids_hash} {n_queries or 'all'}"
    return Path(settings.STORAGE_ROOT) / "expansions" / hashlib.sha256(content.encode()).hexdigest()


def _unchanged(
    path: Path, state: tuple[int, int], progress: Progress | None
) -> Iterator[ExpansionRecord]:
    """The file's passages; fails if the file changed since it was hashed."""
    yield from read_expansions(path, progress)
    if _state(path) != state:
        raise BadInput(
            path,
            None,
            "the file was changed while it was read; give it once more",
            code="file_changed",
        )


def _state(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_size, about.st_mtime_ns


@contextmanager
def _explaining_failures(path: Path, folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RankingError(
            f"The queries of {path.name} cannot be packed under {folder.parent} "
            f"({error.strerror}); nothing of them was kept.",
            code="queries_not_packed",
        ) from error
