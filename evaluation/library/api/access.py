from __future__ import annotations

from typing import Any

from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from annotation.api.permissions import topics_judged_now
from annotation.labels.api.labels import visible_labels
from evaluation.library.kinds import CATALOGUES, Kind
from evaluation.library.sight import Sight
from ranking.asking import has_role
from ranking.lookup import by_name, first_of
from ranking.models import Collection, Run, TopicSet

NOT_SHOWN = "This is shown to researchers and organizers only."


def sight_of(request: Request) -> Sight:
    """What the requesting account may see in the library, blind to what it judges now."""
    user = request.user
    return Sight(
        has_role=has_role(user),
        runs=Run.objects.seen_by(user).exclude(topic_set__in=topics_judged_now(request)),
        labels=visible_labels(request),
        collections=Collection.objects.seen_by(user),
        topic_sets=TopicSet.objects.seen_by(user),
    )


def thing_named(kind: Kind, name: str, sight: Sight) -> Any:
    """The thing of that name, if the account may see it.

    Raises:
        NotFound: a researcher or organizer sees none.
        PermissionDenied: to anybody else none is public, whether there is one or not.
    """
    named = sight.of(kind).filter(name=name).select_related("owner")
    if not sight.has_role:
        found = named.first()
        if found is None:
            raise PermissionDenied(NOT_SHOWN)
        return found
    if kind == Kind.LABELS:  # the nearest names are not to be those of blind sets
        return first_of(named, f"There is no label set named {name!r}.")
    return named.first() or by_name(CATALOGUES[kind].model, name)
