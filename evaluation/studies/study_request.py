"""What people ask of a study, before anything of it is looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class AskedVariant(NamedTuple):
    """Texts that are there, or a recipe by which some are made.

    Attributes:
        title: how tables call it; else it follows from the recipes.
        topics, collection: a variant of the study's topic set or collection, or one of each.
        texts: "queries" or "passages", which the recipe changes.
        recipe: a name, a step or a list of steps.
    """

    title: str | None = None
    topics: str | None = None
    collection: str | None = None
    texts: str | None = None
    recipe: Any = None
    seed: int = 1


class AskedRanker(NamedTuple):
    """A ranker of the study.

    Attributes:
        asked: the fields of a computed run without its name and ground; None for imported runs.
        reranks: the ranker of the study whose runs it re-ranks.
        runs: imported runs, one over each of the study's texts.
    """

    name: str
    asked: Mapping[str, Any] | None = None
    reranks: str | None = None
    runs: Sequence[str] = ()


class AskedStudy(NamedTuple):
    """A study: every ranker over the original texts and over each variant.

    Attributes:
        crosses: every variant of the topics with every variant of the collection, too.
        measures: as `measures_of` reads them.
    """

    name: str
    topics: str
    collection: str
    labels: str
    measures: str
    variants: Sequence[AskedVariant]
    rankers: Sequence[AskedRanker]
    crosses: bool = False
    test: str = "wilcoxon"
    correction: str = "holm"
