"""The five kinds of things in the library: by what each is found, and who sees and changes one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.fields.json import KeyTextTransform

from annotation.models import LabelSet
from evaluation.models import SavedComparison
from evaluation.models.saved_comparison import SavedComparisonQuerySet
from ranking import rights
from ranking.asking import MAY_ORGANIZE, has_role
from ranking.models import Collection, Owned, Run, TopicSet

if TYPE_CHECKING:
    from ranking.asking import Account


OF_GROUNDS = {"collection": "collection__name", "topic_set": "topic_set__name"}


class Kind(StrEnum):
    RUNS = "runs"
    LABELS = "labels"
    COLLECTIONS = "collections"
    TOPIC_SETS = "topic-sets"
    COMPARISONS = "comparisons"


class Catalogue(NamedTuple):
    """How one kind is catalogued.

    Attributes:
        found_by: fields in which a word of a search may stand, in part.
        collections, topic_sets: the field with the name by which rows are grouped and filtered;
            of variants it is that of the original. None where there is none.
        sorts: field or expression by the name that a request has for it.
    """

    model: type[Owned]
    found_by: tuple[str | KeyTextTransform, ...]
    collections: str | None
    topic_sets: str | None
    sorts: Mapping[str, str | KeyTextTransform]


class Sight(NamedTuple):
    """Things of each kind that the requesting account may see.

    `has_role` is false for an account that is no researcher's or organizer's: it is shown what is
    public, without the names of people, campaigns and runs behind it.
    """

    has_role: bool
    runs: QuerySet[Run]
    labels: QuerySet[LabelSet]
    collections: QuerySet[Collection]
    topic_sets: QuerySet[TopicSet]
    comparisons: SavedComparisonQuerySet

    def of(self, kind: Kind) -> QuerySet[Any]:
        return {
            Kind.RUNS: self.runs,
            Kind.LABELS: self.labels,
            Kind.COLLECTIONS: self.collections,
            Kind.TOPIC_SETS: self.topic_sets,
            Kind.COMPARISONS: self.comparisons,
        }[kind]


def _sorts(*fields: str, **others: str | KeyTextTransform) -> Mapping[str, str | KeyTextTransform]:
    of_all = {"name": "name", "created_at": "created_at", "owner": "owner__username"}
    return MappingProxyType({**of_all, **{field: field for field in fields}, **others})


def _of_spec(key: str) -> KeyTextTransform:
    return KeyTextTransform(key, "spec")


def why_not_change(account: Account, thing: Owned) -> str:
    """Why an account may not change a thing that it sees; empty where it may.

    As `ranking.rights` has it, but a label set of a campaign is every organizer's, and one
    without an owner every researcher's and organizer's.
    """
    if not isinstance(thing, LabelSet) or not has_role(account):
        return rights.why_not_change(account, thing)
    if thing.campaign is None:
        return "" if thing.owner is None else rights.why_not_change(account, thing)
    if thing.owner_id == account.pk or account.has_perm(MAY_ORGANIZE):
        return ""
    return f"{thing} is of campaign {thing.campaign}: its owner or an organizer changes it."


CATALOGUES: Mapping[Kind, Catalogue] = MappingProxyType(
    {
        Kind.RUNS: Catalogue(
            Run,
            ("name", "team", "tag", _of_spec("label"), _of_spec("ranker")),
            "collection__name",
            "topic_set__name",
            _sorts("team", "kind", "status", "depth", ranker=_of_spec("label"), **OF_GROUNDS),
        ),
        Kind.LABELS: Catalogue(
            LabelSet,
            ("name",),
            "collection__name",
            "topic_set__name",
            _sorts("source", **OF_GROUNDS),
        ),
        Kind.COLLECTIONS: Catalogue(
            Collection, ("name", "description"), "parent__name", None, _sorts("n_passages")
        ),
        Kind.TOPIC_SETS: Catalogue(
            TopicSet, ("name",), None, "parent__name", _sorts(n_topics="n_topics")
        ),
        Kind.COMPARISONS: Catalogue(SavedComparison, ("name", "note"), None, None, _sorts()),
    }
)
