from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from annotation.access.permissions import blind_labels, topics_judged_now
from annotation.labels.api.labels import visible_labels
from annotation.models import LabelSet
from evaluation.library.kinds import CATALOGUES, Kind, Sight
from evaluation.models import SavedComparison
from evaluation.models.saved_comparison import SavedComparisonQuerySet
from ranking.asking import has_role
from ranking.lookup import by_name, first_of
from ranking.models import Collection, Run, TopicSet

MAY_BE_BLIND = {Kind.LABELS: "label set", Kind.COMPARISONS: "saved comparison"}
NOT_SHOWN = "This is shown to researchers and organizers only."


def sight_of(request: Request) -> Sight:
    """Library items visible to the requesting account, without data on topics it judges now."""
    user = request.user
    return Sight(
        has_role=has_role(user),
        runs=Run.objects.seen_by(user).exclude(topic_set__in=topics_judged_now(request)),
        labels=visible_labels(request),
        collections=Collection.objects.seen_by(user),
        topic_sets=TopicSet.objects.seen_by(user),
        comparisons=visible_comparisons(request),
    )


def visible_comparisons(request: Request) -> SavedComparisonQuerySet:
    """Saved comparisons that the requesting account may see.

    None for an account that may not compare, and none that reveals a blind label set.
    """
    if not has_role(request.user):
        return SavedComparison.objects.none()
    seen = SavedComparison.objects.seen_by(request.user).defer("results")
    hidden = blind_labels(request)
    if not hidden:
        return seen
    names = LabelSet.objects.filter(pk__in=hidden).values_list("name", flat=True)
    return seen.exclude(pk__in=SavedComparison.objects.of_labels(*names).values("pk"))


def thing_named(kind: Kind, name: str, sight: Sight) -> Any:
    """The thing of that name, if the account may see it.

    Raises:
        NotFound: a researcher or organizer sees no such thing.
        PermissionDenied: for anybody else, if none is public, whether or not one exists.
    """
    named = sight.of(kind).filter(name=name).select_related("owner")
    if not sight.has_role:
        found = named.first()
        if found is None:
            raise PermissionDenied(NOT_SHOWN)
        return found
    if kind in MAY_BE_BLIND:  # the nearest names are not to be those of what is hidden
        return first_of(named, f"There is no {MAY_BE_BLIND[kind]} named {name!r}.")
    return named.first() or by_name(CATALOGUES[kind].model, name)


def runs_named(names: Iterable[str], sight: Sight) -> list[Run]:
    """The runs of these names, each once.

    Raises:
        As `thing_named`, for the first name without a run that the account may see.
    """
    seen = sight.runs.filter(name__in=names).select_related("owner")
    found = {run.name: run for run in seen}
    return [found.get(name) or thing_named(Kind.RUNS, name, sight) for name in dict.fromkeys(names)]
