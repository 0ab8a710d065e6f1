from __future__ import annotations

from collections.abc import Sequence

from ranking.models import Collection
from ranking.neural.reranker import PassageText


def passage_texts(*, collection: Collection, ordinals: Sequence[int]) -> dict[int, PassageText]:
    """What rankers with a model read of these passages, by ordinal; those without text lack."""
    passages = collection.passages.with_text().filter(ordinal__in=ordinals)
    rows = passages.values_list("ordinal", "title", "text")
    return {ordinal: PassageText(title, text or "") for ordinal, title, text in rows}
