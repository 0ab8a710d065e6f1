from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_ranking import JudgedRanking

MAX_CUTOFF = 2**24  # ranks up to here are exact in float32, in which trec_eval keeps scores


@dataclass(frozen=True, kw_only=True)
class Measure(ABC):
    """A measure with its parameters: one value per topic, of which a report shows the mean.

    Subclasses are families (`P`), instances are measures (`P(rel=2)@5`). The dataclass fields
    are what the parentheses of a name may set. Each family's docstring is its entry in
    docs/measures.md.
    """

    symbol: ClassVar[str]
    examples: ClassVar[tuple[str, ...]]
    cutoff_rule: ClassVar[Literal["required", "optional", "none"]]
    lower_is_better: ClassVar[bool] = False

    cutoff: int | None = None

    def __post_init__(self) -> None:
        if self.cutoff is None:
            if self.cutoff_rule == "required":
                raise ValueError(f"it needs a cutoff, as in {self.examples[0]}")
        elif self.cutoff_rule == "none":
            raise ValueError(f"{self.symbol} takes no cutoff")
        elif not 1 <= self.cutoff <= MAX_CUTOFF:
            raise ValueError(f"the cutoff must be from 1 to {MAX_CUTOFF:,}, not {self.cutoff}")

    @classmethod
    def build(cls, **parameters: Any) -> Measure:
        """The measure with these parameters, in the class that computes it."""
        return cls(**parameters)

    @classmethod
    def parameters(cls) -> tuple[Field[Any], ...]:
        """What a name may set in its parentheses, in the order of the canonical name."""
        return tuple(field for field in fields(cls) if field.name != "cutoff")

    @property
    def name(self) -> str:
        """Canonical name: parameters that differ from their defaults, then the cutoff."""
        told = ((f, getattr(self, f.name)) for f in self.parameters())
        inner = ",".join(f"{f.name}={_literal(value)}" for f, value in told if value != f.default)
        cutoff = "" if self.cutoff is None else f"@{self.cutoff}"
        return self.symbol + (f"({inner})" if inner else "") + cutoff

    @property
    def worst(self) -> float:
        """The value of a topic for which the run retrieved nothing."""
        return 0.0

    @property
    def description(self) -> str:
        """What it measures, with the conventions that differ between tools."""
        first_paragraph = (inspect.getdoc(type(self)) or "").partition("\n\n")[0]
        return " ".join(first_paragraph.split())

    @abstractmethod
    def score(self, rankings: Sequence[JudgedRanking]) -> NDArray[np.float64]:
        """Value per topic, shape (n_topics,), in the order of the rankings."""


class TopicMeasure(Measure):
    """A measure computed here, one topic at a time."""

    @abstractmethod
    def score_topic(self, ranking: JudgedRanking) -> float:
        """Value of one topic whose ranking is not empty."""

    def score(self, rankings: Sequence[JudgedRanking]) -> NDArray[np.float64]:
        values = (self.score_topic(r) if r.relevance.size else self.worst for r in rankings)
        return np.fromiter(values, np.float64, len(rankings))


@dataclass(frozen=True, kw_only=True)
class BinaryMeasure(Measure):
    """A measure that only asks whether a passage is relevant, given a threshold."""

    rel: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rel is not None and not isinstance(self.rel, int):
            raise ValueError(f"rel must be a whole number, not {self.rel!r}")

    def threshold(self, min_relevance: int) -> int:
        """Lowest relevance that counts as relevant, given the label set's own threshold."""
        return min_relevance if self.rel is None else self.rel

    def is_relevant(self, ranking: JudgedRanking) -> NDArray[np.bool_]:
        """Whether the passage at each rank down to the cutoff is relevant; unjudged is not."""
        threshold = self.threshold(ranking.min_relevance)
        # A threshold of 0 or less must not make the zeros of unjudged passages relevant.
        return (ranking.is_judged & (ranking.relevance >= threshold))[: self.cutoff]


def _literal(value: float | str) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return repr(value)
