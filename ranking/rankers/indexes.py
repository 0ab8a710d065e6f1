from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction

from ranking.exceptions import RankingError
from ranking.jobs.tracking import Track, untracked
from ranking.models import Collection
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.indexed_texts import iterate_indexed_texts
from ranking.storage.built_folders import alone, draft_of, publish
from ranking.storage.disk import telling_of_the_disk
from regrade.bm25.lexical_index import IndexDamaged, LexicalIndex, verify_files
from regrade.code_version import code_version

# What an index holds depends on these; how it is searched does not.
CODE_VERSION = code_version(
    "regrade/text",
    "regrade/text/characters.txt",
    "regrade/bm25/build.py",
    "regrade/bm25/counting.py",
    "regrade/bm25/lexical_index.py",
    "regrade/bm25/norms.py",
    "regrade/neural/reranker.py",
    "ranking/rankers/indexed_texts.py",
)
N_READABLE, N_DIGITS = 40, 16
Read = TypeVar("Read")


class IndexMissing(RankingError):
    """The index is missing, or was built by other code."""

    code = "index_missing"


class IndexStale(RankingError):
    """The index has fewer texts than the collection has now."""

    code = "index_stale"
    field = "collection"


def index_folder(*, collection: Collection, options: IndexOptions) -> Path:
    """The index's folder under the storage root, built or not.

    Its name starts with the collection's and ends with a hash of its identity: collection and
    options. Texts and code, which may change, are in its stamp.
    """
    identity = repr(
        (collection.name, str(collection.created_at), sorted(options.as_dict().items()))
    )
    readable = re.sub(r"[^A-Za-z0-9._-]+", "_", collection.name)[:N_READABLE]
    return indexes_root() / f"{readable}-{sha256(identity.encode()).hexdigest()[:N_DIGITS]}"


def open_lexical_index(*, collection: Collection, options: IndexOptions) -> LexicalIndex:
    """Open the index of a collection's texts as they are now.

    Raises:
        IndexMissing: there is none, or other code built it.
        IndexStale: texts were added since it was built.
        RankingError: its files are damaged.
    """
    index = _of_one_build(LexicalIndex.open, collection, options)
    _refuse_stale(index, collection, options)
    if index.extra.get("code_version") != CODE_VERSION:
        raise _missing(collection, options)
    return index


def built_at(*, collection: Collection, options: IndexOptions) -> datetime | None:
    """When the index was built; None if none can be searched yet.

    Raises:
        IndexStale: texts were added since it was built.
        RankingError: its files are damaged.
    """
    if not _is_there(collection, options):
        return None
    seconds = index_folder(collection=collection, options=options).stat().st_mtime
    return datetime.fromtimestamp(seconds, UTC)


def refuse_stale_index(*, collection: Collection, options: IndexOptions) -> None:
    """Check that the index, if there is one, can be searched.

    Raises:
        IndexStale: texts were added since it was built.
        RankingError: its files are damaged.
    """
    _is_there(collection, options)


def refuse_empty_index(*, collection: Collection, options: IndexOptions) -> None:
    """Check that there is something to index.

    Raises:
        RankingError: no passage has a text, or none a title where nothing else is indexed.
    """
    passages, name = collection.passages.with_text(), collection.name
    if not passages.exists():
        sentence = f"No passage of {name} has a text; add texts to it first."
        raise RankingError(sentence, code="no_text", field="collection")
    is_title_alone = options.fields == "title" and options.expansions is None
    if is_title_alone and not passages.exclude(title="").exists():
        sentence = f"No passage of {name} has a title, and nothing else is indexed."
        raise RankingError(sentence, code="no_title", field="fields_indexed")


def open_or_build_lexical_index(
    *, collection: Collection, options: IndexOptions, progress: Track = untracked
) -> LexicalIndex:
    """Open the index; build it first if there is none or other code built it.

    Of several processes at once one builds, and the others wait for it.

    Raises:
        IndexStale: texts were added since it was built.
        RankingError: as `open_lexical_index` and `build_lexical_index` say.
    """
    try:
        return open_lexical_index(collection=collection, options=options)
    except IndexMissing:
        return build_lexical_index(
            collection=collection, options=options, progress=progress, keeps_existing=True
        )


def verify_lexical_index(*, collection: Collection, options: IndexOptions) -> LexicalIndex:
    """Open the index, read all its files and compare them with their checksums.

    Raises:
        IndexMissing, IndexStale, RankingError: as `open_lexical_index` says.
    """
    index = open_lexical_index(collection=collection, options=options)
    _of_one_build(verify_files, collection, options)
    return index


def build_lexical_index(
    *,
    collection: Collection,
    options: IndexOptions,
    progress: Track = untracked,
    keeps_existing: bool = False,
) -> LexicalIndex:
    """Build the index of all passages with text, replacing an existing one.

    It appears whole or not at all; processes with the old one open keep it. Of several concurrent
    builders one works and the others wait; with `keeps_existing` they then use its result.

    Raises:
        RankingError: no passage has text to index, texts were added meanwhile, or the disk is full
            or not writable; an existing index then stays untouched.
    """
    folder = index_folder(collection=collection, options=options)
    with telling_of_the_disk(folder.parent, f"index of {collection.name}"), alone(folder):
        if not (keeps_existing and _is_there(collection, options)):
            _build(draft_of(folder), collection, options, progress)
            publish(folder)
    return open_lexical_index(collection=collection, options=options)


def _of_one_build(
    read: Callable[[Path], Read], collection: Collection, options: IndexOptions
) -> Read:
    """Result of `read` on the files of a single build; retried after a concurrent rebuild."""
    folder = index_folder(collection=collection, options=options)
    build = _inode(folder)
    try:
        found = read(folder)
    except (FileNotFoundError, IndexDamaged) as error:
        if _inode(folder) == build:
            raise _index_error(error, collection, options) from error
    else:
        if _inode(folder) == build:
            return found
    return _of_one_build(read, collection, options)


def _index_error(
    error: FileNotFoundError | IndexDamaged, collection: Collection, options: IndexOptions
) -> RankingError:
    if isinstance(error, FileNotFoundError):
        return _missing(collection, options)
    mend = _command(collection, options, rebuild=True)
    return RankingError(
        f"The index of {collection.name} is damaged: {error}. {mend} rebuilds it.",
        code="index_damaged",
        field="collection",
    )


def _inode(folder: Path) -> int | None:
    return folder.stat().st_ino if folder.exists() else None


def _is_there(collection: Collection, options: IndexOptions) -> bool:
    try:
        open_lexical_index(collection=collection, options=options)
    except IndexMissing:
        return False
    return True


def _missing(collection: Collection, options: IndexOptions) -> IndexMissing:
    return IndexMissing(
        f"Collection {collection.name} has no such index yet; "
        f"{_command(collection, options)} builds it."
    )


def index_size(*, collection: Collection, options: IndexOptions) -> int:
    """Size of an index's files in bytes; 0 if there is none."""
    folder = index_folder(collection=collection, options=options)
    return sum(file.stat().st_size for file in folder.glob("*"))


def _build(folder: Path, collection: Collection, options: IndexOptions, progress: Track) -> None:
    from regrade.bm25.build import build_index

    collection.refresh_from_db(fields=["n_passages", "text_version"])
    refuse_empty_index(collection=collection, options=options)
    texts = _texts(collection, options)
    with transaction.atomic():  # of which the cursor is a part
        build_index(
            folder,
            progress(texts, collection.n_passages, "passage"),
            analyzer=options.analyzer(),
            extra=_stamp(collection, options),
        )


def _texts(collection: Collection, options: IndexOptions) -> Iterator[tuple[int, str]]:
    """All texts of one text_version, or an error behind the last."""
    before = collection.text_version
    yield from iterate_indexed_texts(collection=collection, options=options)
    collection.refresh_from_db(fields=["text_version"])
    if collection.text_version != before:
        raise RankingError(
            f"Texts were added to {collection.name} while its index was built; start again.",
            code="texts_added",
        )


def _stamp(collection: Collection, options: IndexOptions) -> dict[str, Any]:
    return {
        "collection": collection.name,
        "text_version": collection.text_version,
        "options": options.as_dict(),
        "code_version": CODE_VERSION,
    }


def _refuse_stale(index: LexicalIndex, collection: Collection, options: IndexOptions) -> None:
    collection.refresh_from_db(fields=["text_version"])
    if index.extra.get("text_version") != collection.text_version:
        mend = _command(collection, options, rebuild=True)
        raise IndexStale(
            f"Texts were added to {collection.name} since its index was built (text_version "
            f"{index.extra.get('text_version')}, now {collection.text_version}). "
            f"{mend} rebuilds it."
        )


def _command(collection: Collection, options: IndexOptions, *, rebuild: bool = False) -> str:
    arguments = f"{collection.name}{options.as_arguments()}{' --rebuild' if rebuild else ''}"
    return f"./dev manage index {arguments}"


def indexes_root() -> Path:
    """Parent of all index folders."""
    return Path(settings.STORAGE_ROOT) / "lexical"
