"""Errors in a table of judgments that a campaign refused."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from annotation.exchange.matched_rows import misfits
from annotation.models import Campaign
from regrade.files.bad_lines import BadLines, Found, listing_bad_lines
from regrade.files.errors import BadInput
from regrade.files.judging.judgments import Terms, look_through_judgments
from regrade.files.judging.recorded import Form


def listing_bad_judgments(
    form: Form, campaign: Campaign, terms: Terms, *, extend_pool: bool
) -> AbstractContextManager[None]:
    """Report every bad line when a table is refused within this context.

    The other forms spread an assignment over several lines; there only the first error is reported.

    Raises:
        BadFile: see `listing_bad_lines`.
    """
    if form is not Form.TABLE:
        return nullcontext()
    return listing_bad_lines(
        lambda path: find_bad_judgments(path, campaign, terms, extend_pool=extend_pool)
    )


def find_bad_judgments(
    path: Path, campaign: Campaign, terms: Terms, *, extend_pool: bool
) -> BadLines | None:
    """The first bad lines of a table, in its order, and how many there are.

    A line is bad if it cannot be read, repeats another, or names a grade, topic or passage unknown
    to the campaign. None when the table was refused for another reason.
    """
    unread = list[BadInput]()
    rows = list(look_through_judgments(path, unread.append, terms=terms))
    unfit = misfits(campaign, rows, extend_pool=extend_pool) if rows else ()
    found = Found()
    for error in sorted([*unread, *unfit], key=lambda error: error.line or 0):
        found.take(error)
    return found.bad if found.n else None
