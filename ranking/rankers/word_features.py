"""Weighted words of a collection's passages, which learners are trained on, kept on disk."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import numpy as np
from django.conf import settings
from django.db import transaction
from numpy.typing import NDArray

from ranking.exceptions import RankingError
from ranking.jobs.tracking import Track, untracked
from ranking.models import Collection
from ranking.parameters.index_options import PLAIN_INDEX
from ranking.rankers.indexed_texts import iterate_indexed_texts
from ranking.rankers.indexes import refuse_empty_index
from ranking.storage.built_folders import alone, draft_of, publish
from ranking.storage.disk import telling_of_the_disk
from regrade.code_version import code_version

if TYPE_CHECKING:
    from regrade.active.features import Features

Kind = TypeVar("Kind")
CODE_VERSION = code_version(
    "regrade/active/words.py",
    "regrade/active/features.py",
    "regrade/active/building.py",
    "regrade/text/porter.py",
    "ranking/rankers/indexed_texts.py",
    "ranking/rankers/word_features.py",
)
N_DIGITS = 12
NO_ROW = -1
OPEN_AT_ONCE = 4  # collections, mapped into memory


class FeatureRows(NamedTuple, Generic[Kind]):
    """Features of all passages with a text.

    Attributes:
        features: row by row.
        ordinals: shape (n_rows,). The passage of each row.
        rows: shape (n_passages,). The row of each passage, -1 without a text.
    """

    features: Kind
    ordinals: NDArray[np.int64]
    rows: NDArray[np.int64]

    def rows_of(self, ordinals: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows of those of the passages that have a text, in the order given."""
        rows = self.rows[ordinals]
        with_text: NDArray[np.int64] = rows[rows != NO_ROW]
        return with_text


def open_or_build_word_features(
    *, collection: Collection, progress: Track = untracked
) -> FeatureRows[Features]:
    """Open the features of a collection's texts as they are now; build them first if need be.

    Of several processes at once one builds, and the others wait for it. They appear whole or not at
    all, and those of earlier texts are removed.

    Raises:
        RankingError: no passage has a text, texts were added meanwhile, or the disk is full or not
            writable.
    """
    collection.refresh_from_db(fields=["n_passages", "text_version"])
    folder = _folder(collection)
    if not folder.exists():
        refuse_empty_index(collection=collection, options=PLAIN_INDEX)
        with telling_of_the_disk(folder.parent, f"words of {collection.name}"), alone(folder):
            if not folder.exists():
                _build(draft_of(folder), collection, progress)
                publish(folder)
                _remove_earlier(folder)
    return _opened(folder, collection.n_passages)


def remove_word_features(collection: Collection) -> None:
    """Remove what nothing can open any more; what cannot be removed does no harm."""
    for folder in _root().glob(f"{_identity(collection)}-*"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.with_name(f"{folder.name}.lock").unlink(missing_ok=True)


@lru_cache(maxsize=OPEN_AT_ONCE)
def _opened(folder: Path, n_passages: int) -> FeatureRows[Features]:
    from regrade.active.features import Features  # as in `_build`

    features = Features.open(folder / "features")
    ordinals = np.load(folder / "ordinals.npy").astype(np.int64)
    return FeatureRows(features, ordinals, rows_by_ordinal(ordinals, n_passages))


def rows_by_ordinal(ordinals: NDArray[np.int64], n_passages: int) -> NDArray[np.int64]:
    """The row of each passage; -1 where it has none."""
    rows = np.full(n_passages, NO_ROW, np.int64)
    rows[ordinals] = np.arange(ordinals.size)
    return rows


def _build(draft: Path, collection: Collection, progress: Track) -> None:
    # numba compiles it, and web processes plan campaigns without it.
    from regrade.active.building import build_features

    ordinals: list[int] = []
    skipped = without_body(collection)
    with transaction.atomic():  # of which the cursor is a part
        texts = progress(_texts(collection, ordinals, skipped), collection.n_passages, "passage")
        features = build_features(texts)
    draft.mkdir()
    features.save(draft / "features")
    np.save(draft / "ordinals.npy", np.array(ordinals, np.int32))


def without_body(collection: Collection) -> set[int]:
    """Passages that have a title alone: there is nothing to judge, and so nothing to choose."""
    return set(collection.passages.filter(text="").values_list("ordinal", flat=True))


def _texts(collection: Collection, ordinals: list[int], skipped: set[int]) -> Iterator[str]:
    """All texts of one text_version, whose ordinals are noted, or an error behind the last."""
    before = collection.text_version
    for ordinal, text in iterate_indexed_texts(collection=collection, options=PLAIN_INDEX):
        if ordinal not in skipped:
            ordinals.append(ordinal)
            yield text
    collection.refresh_from_db(fields=["text_version"])
    if collection.text_version != before:
        raise RankingError(
            f"Texts were added to {collection.name} while its words were counted; start again.",
            code="texts_added",
        )


def _remove_earlier(folder: Path) -> None:
    identity = folder.name.rpartition("-")[0]
    for other in folder.parent.glob(f"{identity}-*"):
        if other.name != folder.name and other.is_dir():
            shutil.rmtree(other, ignore_errors=True)


def _folder(collection: Collection) -> Path:
    """The features' folder, built or not: by the collection, its texts and the code."""
    version = sha256(repr((collection.text_version, CODE_VERSION)).encode()).hexdigest()
    return _root() / f"{_identity(collection)}-{version[:N_DIGITS]}"


def _identity(collection: Collection) -> str:
    """A name for the collection that is never another's, and stays if it is renamed."""
    named = repr((collection.pk, str(collection.created_at)))
    return sha256(named.encode()).hexdigest()[:N_DIGITS]


def _root() -> Path:
    return Path(settings.STORAGE_ROOT) / "words"
