"""A small collection, and variants of it."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from ranking.models import Collection, Passage
from ranking.variants import parts
from ranking.variants.making import (
    MadeVariant,
    begin_collection_variant,
)
from regrade.variants import recipe_of
from tests.factories import make_collection, make_collection_variant

TEXTS = {"d1": "oaks grow slowly", "d2": "the tall pine", "d3": None, "d4": "the"}
SWAP = {"kind": "swap_characters", "amount": 1}
NO_STOP_WORDS = {"kind": "remove_stop_words", "amount": 1}


def make_trees() -> Collection:
    trees = make_collection(texts=TEXTS)
    Passage.objects.filter(doc_id="d1").update(title="Oaks", metadata={"page": 3})
    return trees


def variant(
    of: Collection, name: str = "varied", given: dict[str, Any] = SWAP, seed: int = 3
) -> MadeVariant:
    return make_collection_variant(name=name, of=of, recipe=recipe_of(given), seed=seed)


def texts_of(name: str) -> dict[str, str | None]:
    passages = Passage.objects.filter(collection__name=name).order_by("ordinal")
    return dict(passages.values_list("doc_id", "text"))


def begin(
    of: Collection, name: str = "varied", given: dict[str, Any] = SWAP, seed: int = 3
) -> Collection:
    return begin_collection_variant(name=name, of=of, recipe=recipe_of(given), seed=seed)


def make_one(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first passage alone."""
    monkeypatch.setattr(parts, "AT_ONCE", 1)
    parts.make_part(collection_id=collection.pk, recipe=recipe_of(SWAP))


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("make_variant", *arguments, stdout=out)
    return out.getvalue()
