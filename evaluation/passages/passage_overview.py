"""One passage: its text, its neighbours, and what it was before it was varied."""

from __future__ import annotations

from typing import Literal, NamedTuple

from django.db.models import Q

from ranking.models import Passage
from ranking.models.passage import PassageQuerySet
from ranking.variants.lineage import ancestors, lineages
from regrade.text.word_counts import count_words


class Original(NamedTuple):
    """The same passage in a collection that this one is a variant of."""

    collection: str
    title: str
    text: str | None


class PassageLook(NamedTuple):
    """Previous and next go by the document where the passage is part of one, else by the order of
    the collection. `position_in_document` is as the file counts it, from 0 or 1; of the passages
    that are here the passage is the `place_in_document`-th. `originals` are the ancestors' texts,
    the nearest first; the passage is in each of `variants` as well.
    """

    collection: str
    ordinal: int
    n_passages: int
    doc_id: str
    title: str
    text: str | None
    n_words: int
    n_characters: int
    document_id: str | None
    position_in_document: int | None
    place_in_document: int | None
    n_in_document: int | None
    goes_by: Literal["document", "order"]
    previous: str | None
    next: str | None
    originals: list[Original]
    variants: list[str]


def look_at_passage(passage: Passage) -> PassageLook:
    """By a fixed number of queries; the passage comes with its collection."""
    collection, text = passage.collection, passage.text or ""
    others, before, after = _neighbourhood(passage)
    is_part, has_place = passage.document_id is not None, passage.position_in_document is not None
    return PassageLook(
        collection=collection.name,
        ordinal=passage.ordinal,
        n_passages=collection.n_passages,
        doc_id=passage.doc_id,
        title=passage.title,
        text=passage.text,
        n_words=count_words(text),
        n_characters=len(text),
        document_id=passage.document_id,
        position_in_document=passage.position_in_document,
        place_in_document=before.count() + 1 if is_part and has_place else None,
        n_in_document=others.count() if is_part else None,
        goes_by="document" if is_part else "order",
        previous=before.values_list("doc_id", flat=True).first(),
        next=after.values_list("doc_id", flat=True).first(),
        originals=_originals(passage),
        variants=list(collection.variants.seen().order_by("name").values_list("name", flat=True)),
    )


def _neighbourhood(passage: Passage) -> tuple[PassageQuerySet, PassageQuerySet, PassageQuerySet]:
    """The passages of its document, or all, those before it from the nearest on, and those after.

    In a document passages without a position stand behind those that have one.
    """
    others = Passage.objects.filter(collection=passage.collection_id)
    earlier, later = Q(ordinal__lt=passage.ordinal), Q(ordinal__gt=passage.ordinal)
    if passage.document_id is None:
        return others, *_in_order(others, earlier, later, ["ordinal"])
    others = others.filter(document_id=passage.document_id)
    position, has_none = passage.position_in_document, Q(position_in_document__isnull=True)
    if position is None:
        earlier = (has_none & earlier) | ~has_none
        later = has_none & later
    else:
        same = Q(position_in_document=position)
        earlier = Q(position_in_document__lt=position) | (same & earlier)
        later = Q(position_in_document__gt=position) | (same & later) | has_none
    return others, *_in_order(others, earlier, later, ["position_in_document", "ordinal"])


def _in_order(
    others: PassageQuerySet, earlier: Q, later: Q, order: list[str]
) -> tuple[PassageQuerySet, PassageQuerySet]:
    before = others.filter(earlier).order_by(*(f"-{field}" for field in order))
    return before, others.filter(later).order_by(*order)


def _originals(passage: Passage) -> list[Original]:
    above = list(ancestors(lineages().collections, passage.collection_id))
    keys = [one.key for one in above]
    rows = Passage.objects.filter(collection__in=keys, ordinal=passage.ordinal)
    texts = {one.collection_id: one for one in rows.only("collection", "title", "text")}
    return [
        Original(one.name, texts[one.key].title, texts[one.key].text)
        for one in above
        if one.key in texts
    ]
