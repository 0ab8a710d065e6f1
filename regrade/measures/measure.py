from __future__ import annotations

import inspect
import math
from abc import ABC, abstractmethod
from dataclasses import Field, dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings, RelevantHits
from regrade.measures.labels import JudgedTopics

MAX_CUTOFF = 2**31 - 1  # what trec_eval takes
MAX_REL = 2**31 - 1  # what pytrec_eval takes; relevance itself has two bytes


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
    reads: ClassVar[Literal["relevance", "subtopics", "preferences", "labels"]] = "relevance"
    at_parameter: ClassVar[str] = "cutoff"  # what the name says after its @
    trec_eval_name: ClassVar[str] = ""  # where trec_eval has it
    ir_measures_name: ClassVar[str] = ""  # where ir_measures has it under another name
    is_count: ClassVar[bool] = False  # a number, not a quality: neither direction is better
    is_diagnostic: ClassVar[bool] = False  # describes the labels, not a run's quality
    holds_for_missing: ClassVar[bool] = False  # values are right where nothing was retrieved
    no_judged_only: ClassVar[str] = ""  # why judged_only makes no sense for it
    no_optimistic: ClassVar[str] = ""  # why unjudged passages cannot all count as relevant

    cutoff: int | None = None
    judged_only: bool = False

    def __post_init__(self) -> None:
        self._check_judged_only()
        if self.cutoff is None:
            if self.cutoff_rule == "required":
                raise ValueError(f"it needs a cutoff, as in {self.examples[0]}")
        elif self.cutoff_rule == "none":
            raise ValueError(f"{self.symbol} takes no cutoff")
        elif not isinstance(self.cutoff, int):
            raise ValueError(f"the cutoff must be a whole number, not {self.cutoff!r}")
        elif not 1 <= self.cutoff <= MAX_CUTOFF:
            raise ValueError(f"the cutoff must be from 1 to {MAX_CUTOFF:,}, not {self.cutoff}")

    def _check_judged_only(self) -> None:
        if type(self.judged_only) is not bool:
            raise ValueError(f"judged_only must be True or False, not {self.judged_only!r}")
        if self.judged_only and self.no_judged_only:
            raise ValueError(f"{self.symbol} takes no judged_only: {self.no_judged_only}")

    @classmethod
    def parameters(cls) -> tuple[Field[Any], ...]:
        """Parameters that a name may set in its parentheses, in the order of the canonical name."""
        chosen = [f for f in fields(cls) if f.name not in ("cutoff", cls.at_parameter)]
        return tuple(sorted(chosen, key=lambda field: field.name == "judged_only"))

    @cached_property
    def name(self) -> str:
        """Canonical name: parameters that differ from their defaults, then the cutoff."""
        values = ((f, getattr(self, f.name)) for f in self.parameters())
        inner = ",".join(
            f"{f.name}={_literal(value, f.default)}" for f, value in values if value != f.default
        )
        at = getattr(self, self.at_parameter)
        return self.symbol + (f"({inner})" if inner else "") + ("" if at is None else f"@{at}")

    @property
    def is_tested(self) -> bool:
        """Whether a difference says which run is better, unlike for counts and diagnostics."""
        return not (self.is_count or self.is_diagnostic)

    @property
    def worst(self) -> float:
        """The value of a topic for which the run retrieved nothing."""
        return 0.0

    @property
    def best(self) -> float | None:
        """The best possible value of a topic; None without one that holds for all topics."""
        return 1.0

    @property
    def limits(self) -> tuple[float, float]:
        """Least and greatest possible value of a topic; infinite without a bound."""
        ends = self.worst, math.inf if self.best is None or self.is_count else self.best
        return min(ends), max(ends)

    @property
    def description(self) -> str:
        """Definition of the measure, with the conventions that differ between tools."""
        first_paragraph = (inspect.getdoc(type(self)) or "").partition("\n\n")[0]
        return " ".join(first_paragraph.split())

    def score(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        """Value per topic, shape (n_topics,), in the order of the topics.

        Raises:
            ValueError: the labels cannot be used with the measure; the message says why.
        """
        self.check(rankings.judged)
        seen = rankings.condensed if self.judged_only else rankings
        values = self.values(seen)
        if self.holds_for_missing:
            return values
        return np.where(seen.n_retrieved > 0, values, self.worst)

    def check(self, judged: JudgedTopics) -> None:
        """Refuse labels that lack what the measure reads."""
        if self.reads == "subtopics" and judged.subtopics is None:
            raise ValueError(f"{self.name} needs labels by subtopic, and these have no subtopics")
        if self.reads == "relevance" and judged.preferences is not None:
            fractions = judged.preferences[judged.preferences != judged.relevances]
            if fractions.size:
                raise ValueError(
                    f"{self.name} needs relevance in whole numbers, and {fractions[0]} is not a"
                    " whole number"
                )

    @abstractmethod
    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        """Value per topic; ignored where nothing was retrieved, unless `holds_for_missing`."""


@dataclass(frozen=True, kw_only=True)
class BinaryMeasure(Measure):
    """A measure that only asks whether a passage is relevant, given a threshold."""

    rel: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rel is not None and type(self.rel) is not int:
            raise ValueError(f"rel must be a whole number, not {self.rel!r}")
        if self.rel is not None and not -MAX_REL <= self.rel <= MAX_REL:
            raise ValueError(f"rel must be from -{MAX_REL:,} to {MAX_REL:,}, not {self.rel}")

    def threshold(self, judged: JudgedTopics) -> int:
        """Lowest relevance that counts as relevant: the label set's own, or `rel`."""
        return judged.min_relevance if self.rel is None else self.rel

    def relevant(self, rankings: JudgedRankings) -> RelevantHits:
        """The relevant passages down to the cutoff; an unjudged passage is not relevant."""
        hits = rankings.relevant(self.threshold(rankings.judged))
        if self.cutoff is None:
            return hits
        chosen = hits.ranks <= self.cutoff
        return RelevantHits(*(column[chosen] for column in hits))

    def n_found(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        """shape (n_topics,). Relevant passages of each topic down to the cutoff."""
        return rankings.per_topic(self.relevant(rankings).topics)

    def n_relevant(self, rankings: JudgedRankings) -> NDArray[np.int64]:
        """shape (n_topics,). R: relevant passages of each topic, retrieved or not."""
        return rankings.judged.n_relevant(self.threshold(rankings.judged))


def ratio(
    part: NDArray[np.float64], whole: NDArray[np.float64] | NDArray[np.int64]
) -> NDArray[np.float64]:
    """Part by whole, 0 where the whole is 0."""
    shares: NDArray[np.float64] = np.zeros(part.shape)
    np.divide(part, whole, out=shares, where=whole != 0)
    return shares


def _literal(value: object, default: object) -> str:
    """A value as the name writes it: whole numbers without a point, unless the default has one."""
    if isinstance(value, tuple):
        return "{" + ",".join(f"{key}:{_literal(gain, 0)}" for key, gain in value) + "}"
    if isinstance(value, int | float) and isinstance(default, float):
        return repr(float(value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return repr(value)
