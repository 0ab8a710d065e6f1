from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from annotation.exchange.judgments import JudgmentsReport, import_judgments, preview_judgments
from annotation.exchange.matched_rows import misfits
from annotation.models import Campaign
from regrade.files.bad_lines import BadLines, Found, listing_bad_lines
from regrade.files.errors import BadInput
from regrade.files.judging.judgments import Terms, look_through_judgments, read_judgments
from regrade.files.streams import Progress


def import_judgment_files(
    *,
    campaign: Campaign,
    paths: Sequence[Path],
    columns: Mapping[str, str],
    assessor: Annotated[
        str, {"allow_blank": True, "help_text": "Who judged where the table does not say."}
    ] = "",
    extend_pool: bool = False,
    only_look: Annotated[bool, "Report what an import would do, and store nothing."] = False,
    max_bytes: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> JudgmentsReport:
    """Import tables of judgments, or report what that would do: all rows of all files or none.

    Grades may go by their names on the campaign's scale; `columns` and `assessor` are those of
    `Terms`, other options those of `import_judgments`.

    Raises:
        BadFile: a table with bad lines; all of them are listed, in its order.
        BadInput, CampaignNotOpen, PeopleRefused: as `import_judgments` says.
    """
    terms = Terms(columns, assessor, dict(campaign.grades.values_list("name", "value")))
    take_in = preview_judgments if only_look else import_judgments
    with listing_bad_lines(lambda path: _bad_lines(path, campaign, terms, extend_pool=extend_pool)):
        recorded = [
            row
            for path in paths
            for row in read_judgments(path, progress, max_bytes=max_bytes, terms=terms)
        ]
        return take_in(campaign=campaign, recorded=recorded, extend_pool=extend_pool, **options)


def _bad_lines(
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
