"""What is wrong with a table of judgments that a campaign refused."""

from __future__ import annotations

from pathlib import Path

from annotation.exchange.matched_rows import misfits
from annotation.models import Campaign
from regrade.files.bad_lines import BadLines, Found
from regrade.files.errors import BadInput
from regrade.files.judging.judgments import Terms, look_through_judgments


def find_bad_judgments(
    path: Path, campaign: Campaign, terms: Terms, *, extend_pool: bool
) -> BadLines | None:
    """The first bad lines of a table, in its order, and how many there are.

    A line is bad that cannot be read, that repeats another, or whose grade, topic or passage the
    campaign does not have. None where these are not what was refused.
    """
    unread = list[BadInput]()
    rows = list(look_through_judgments(path, unread.append, terms=terms))
    unfit = misfits(campaign, rows, extend_pool=extend_pool) if rows else ()
    found = Found()
    for error in sorted([*unread, *unfit], key=lambda error: error.line or 0):
        found.take(error)
    return BadLines(found.n, found.first) if found.n else None
