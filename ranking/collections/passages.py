from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from ranking.collections.docid_maps import docid_map, forget_map, grow_map
from ranking.exceptions import NotFound, RankingError
from ranking.models import Collection
from ranking.storage.copying import copying

UNKNOWN = -1
COPY = """
    COPY ranking_passage (collection_id, ordinal, doc_id, title, text, metadata) FROM STDIN
"""


class NewPassage(NamedTuple):
    """A passage to append; `text` is None when only its doc_id is known."""

    doc_id: str
    title: str
    text: str | None


@transaction.atomic
def register_doc_ids(*, collection: Collection, doc_ids: Sequence[str]) -> NDArray[np.int32]:
    """Return the ordinals of these doc_ids; unknown ones become passages without text.

    Concurrent callers wait for each other on the collection's row, so no doc_id is added twice.
    A collection that knows every doc_id is not locked.

    Raises:
        RankingError: there are unknown doc_ids and the collection takes no additions.
    """
    ordinals = docid_map(collection).ordinals_of(doc_ids)
    if not (ordinals == UNKNOWN).any():
        return ordinals
    lock_for_additions(collection=collection)
    docids = docid_map(collection)
    ordinals = docids.ordinals_of(doc_ids)
    missing = np.flatnonzero(ordinals == UNKNOWN).tolist()
    first = collection.n_passages
    new = {doc_id: first + i for i, doc_id in enumerate(dict.fromkeys(doc_ids[i] for i in missing))}
    append_passages(
        collection=collection, passages=(NewPassage(doc_id, "", None) for doc_id in new)
    )
    if new:
        grow_map(collection=collection, former=docids, doc_ids=new)
    ordinals[missing] = [new[doc_ids[i]] for i in missing]
    return ordinals


@transaction.atomic
def append_passages(*, collection: Collection, passages: Iterable[NewPassage]) -> int:
    """Append passages under the next ordinals and return how many they were.

    The doc_ids must be new to the collection; the database refuses the others.

    Raises:
        RankingError: the collection takes no additions.
    """
    lock_for_additions(collection=collection)
    n_with_text = 0
    doc_ids: list[str] = []
    with copying(COPY) as copy:
        for ordinal, passage in enumerate(passages, start=collection.n_passages):
            copy.write_row(
                (collection.pk, ordinal, passage.doc_id, passage.title, passage.text, "{}")
            )
            doc_ids.append(passage.doc_id)
            n_with_text += passage.text is not None
    record_growth(collection=collection, doc_ids=doc_ids, is_text_added=n_with_text > 0)
    return len(doc_ids)


def lock_for_additions(*, collection: Collection) -> None:
    """Lock the collection's row until the transaction ends, and reload it.

    Raises:
        NotFound: it was deleted since it was read.
        BeingMade: the collection is a variant whose passages are not all there yet.
        RankingError: variants were made of the collection: its ordinals are theirs as well.
    """
    # Rows that refer to the collection may still be written meanwhile: its key stays.
    locked = Collection.objects.select_for_update(no_key=True)
    try:
        collection.refresh_from_db(from_queryset=locked)
    except Collection.DoesNotExist as error:
        raise NotFound(
            f"Collection {collection.name} was deleted meanwhile.", code="gone_meanwhile"
        ) from error
    collection.refuse_unmade()
    if collection.variants.exists():
        seen = collection.variants.seen().order_by("name").first()
        variant = f"{seen.name} is a variant" if seen else "there is a variant"
        raise RankingError(
            f"Collection {collection.name} takes no additions: {variant} of it.",
            code="has_variants",
        )


def record_growth(*, collection: Collection, doc_ids: Iterable[str], is_text_added: bool) -> None:
    """Record what was appended to a locked collection: its doc_ids in ordinal order."""
    digest, n_added = sha256(collection.docids_hash.encode()), 0
    for doc_id in doc_ids:
        digest.update(b"\n" + doc_id.encode())
        n_added += 1
    if n_added:
        transaction.on_commit(partial(forget_map, collection.docids_hash))
        collection.docids_hash = digest.hexdigest()
    collection.n_passages += n_added
    collection.text_version += is_text_added
    collection.save(update_fields=["docids_hash", "n_passages", "text_version"])


def iterate_doc_ids(*, collection: Collection, first_ordinal: int) -> Iterator[str]:
    """The doc_ids from an ordinal on, in ordinal order, without holding them all."""
    passages = collection.passages.filter(ordinal__gte=first_ordinal).order_by("ordinal")
    yield from passages.values_list("doc_id", flat=True).iterator()
