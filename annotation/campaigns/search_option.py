"""When assessors may search the collection for more passages to judge."""

from __future__ import annotations

from annotation.exceptions import PolicyRefused
from annotation.models import Pool, PoolStrategy, Unit


def refuse_search_in_design(pool: Pool) -> None:
    """Refuse the search in a campaign over a drawn pool: what it finds has no known probability.

    Raises:
        PolicyRefused: the pool was drawn by design.
    """
    if pool.strategy == PoolStrategy.DESIGN:
        raise PolicyRefused(
            f"{pool} was drawn by design, and a passage found by search has no known probability;"
            " leave the search off, or build a pool by depth.",
            code="search_in_design",
            field="allows_search",
        )


def refuse_search_by_pairs(unit: str, *, field: str) -> None:
    """Refuse the search where pairs are served singly: assessors search within their own topics.

    Args:
        field: what the request would change.

    Raises:
        PolicyRefused: topics are not served whole.
    """
    if unit != Unit.TOPICS:
        raise PolicyRefused(
            "Assessors search within the topic that they judge whole; serve whole topics"
            " (unit topics), or leave the search off.",
            code="search_needs_topics",
            field=field,
        )
