"""Labels and runs given as dictionaries, checked before anything is computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regrade.given import wrong_kind
from regrade.ids import by_id_text, have_text_ids


def checked_topics(given: Any, what: str) -> Mapping[str, Mapping[str, Any]]:
    """The same by query id and doc_id as text; itself where all ids are strings.

    Args:
        given: by query id and doc_id; whole numbers as ids stand for their decimal text.
        what: "labels" or "scores", for an error's sentence.

    Raises:
        ValueError: no dictionaries, or an id that `by_id_text` refuses.
    """
    if not isinstance(given, Mapping):
        by_both = "a dictionary by query id of dictionaries by doc_id, or as Columns"
        raise wrong_kind(f"the {what}", by_both, given)
    if have_text_ids([given, *given.values()]):
        return given
    topics = by_id_text(given, "query id")
    for query_id, passages in topics.items():
        if not isinstance(passages, Mapping):
            raise wrong_kind(f"the {what} of topic {query_id}", "a dictionary by doc_id", passages)
    return {query_id: by_id_text(passages, "doc_id") for query_id, passages in topics.items()}
