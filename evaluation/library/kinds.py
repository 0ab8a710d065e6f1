"""The five kinds of things in the library, and by what each is found, filtered and sorted."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from django.db.models.fields.json import KeyTextTransform

from annotation.models import LabelSet
from evaluation.models import SavedComparison
from ranking.models import Collection, Owned, Run, TopicSet


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


def _sorts(*fields: str, **others: str | KeyTextTransform) -> Mapping[str, str | KeyTextTransform]:
    of_all = {"name": "name", "created_at": "created_at", "owner": "owner__username"}
    return MappingProxyType({**of_all, **{field: field for field in fields}, **others})


def _of_spec(key: str) -> KeyTextTransform:
    return KeyTextTransform(key, "spec")


OF_GROUNDS = {"collection": "collection__name", "topic_set": "topic_set__name"}
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
