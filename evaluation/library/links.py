"""The link that opens a saved comparison without an account: turned on and off, and followed."""

from __future__ import annotations

from django.contrib.auth.models import User

from annotation.access.permissions import labels_judged_now
from annotation.identity.links import new_token
from annotation.models import LabelSet
from evaluation.exceptions import LinkRefused
from evaluation.library.resting import grounds_of
from evaluation.models import SavedComparison
from ranking.exceptions import NotFound
from ranking.lookup import first_of

GONE = "No comparison is shared at this address, or its link was turned off."
# Of a frozen comparison, what its table does not show.
UNREAD = ("answers", "results", "comparison__outcomes")


def set_link(saved: SavedComparison, *, has_link: bool, by: User) -> None:
    """Turn the link on or off, without saving the row.

    A link that is on keeps its token. Turned off, its token is discarded.

    Raises:
        LinkRefused: `by` is not the owner, or as `check_open` says.
    """
    if not has_link:
        saved.link_token = None
    elif saved.link_token is None:
        if saved.owner != by:
            raise LinkRefused(
                f"Only the owner of {saved} can open it to anyone with a link.",
                code="not_the_owner",
            )
        check_open(saved)
        saved.link_token = new_token()


def comparison_behind(token: str) -> SavedComparison:
    """The saved comparison whose link has this token.

    Raises:
        NotFound: there is none, its link was turned off, or it must not be open now. The message
            is the same for all three.
    """
    found = SavedComparison.objects.filter(link_token=token)
    saved = first_of(found.select_related("comparison").defer(*UNREAD), GONE)
    try:
        check_open(saved)
    except LinkRefused as refused:
        raise NotFound(GONE) from refused
    return saved


def check_open(saved: SavedComparison) -> None:
    """Check that everybody may read the table: when a link is turned on, and at each reading.

    Raises:
        LinkRefused: it is archived, or a run or label set is private, archived or deleted, or
            rests on a campaign under way, whose assessors must not see the scores.
    """
    grounds = list(grounds_of(saved))
    if len(grounds) < len(saved.run_names) + len(saved.label_names):
        raise LinkRefused(f"A run or label set of {saved} is gone.", code="ground_is_gone")
    judged_now = labels_judged_now()
    for one in [saved, *grounds]:
        if one.archived_at is not None:
            raise LinkRefused(f"{one} is archived: take it back first.", code="is_archived")
        if one.is_private and one is not saved:
            raise LinkRefused(
                f"{one} is private: show it to the team first.", code="ground_is_private"
            )
        if isinstance(one, LabelSet) and one.pk in judged_now:
            raise LinkRefused(
                f"{one} rests on a campaign under way, whose assessors must not see its scores:"
                " close the campaign first.",
                code="judged_now",
            )
