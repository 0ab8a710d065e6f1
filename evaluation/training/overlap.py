"""Topics held out whose query is trained on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.exceptions import TrainingRefused
from regrade.training.queries import overlap_of


def refuse_overlap(
    names: Sequence[str], queries: Sequence[str], hashes: NDArray[np.int64], *, allows: bool
) -> dict[str, Any]:
    """Refuse topics held out whose queries are trained on; where that is allowed, count them.

    Args:
        names: query ids of the topics held out.
        queries: their texts.
        hashes: of the queries trained on.

    Raises:
        TrainingRefused: there are such topics.
    """
    places = overlap_of(queries, hashes)
    if not places or allows:
        return {"n_overlapping": len(places)} if places else {}
    raise TrainingRefused(
        f"{len(places):,} of {len(names):,} topics held out have a query that is trained on,"
        f" {names[places[0]]!r} among them: name other topics by --held-out-topics, or allow it by"
        " --allow-overlap.",
        code="held_out_trained_on",
        field="held_out_topics",
    )
