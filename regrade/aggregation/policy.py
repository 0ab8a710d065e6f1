"""The rules by which votes become labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from regrade.given import explained_fields
from regrade.limits import RELEVANCE
from regrade.votes.rounding import ROUNDINGS, Rounding

# In the order of menus: the plain ones first, the one that needs most care last.
Aggregate = Literal[
    "plurality",
    "dawid-skene",
    "majority",
    "unanimous",
    "median",
    "mean",
    "highest",
    "lowest",
    "weighted",
]
TieRule = Literal["fallback", "highest", "lowest", "median", "unjudged"]
DecisionRule = Literal["ignore", "tie", "vote", "override"]
GoldRule = Literal["none", "expert"]

# These weigh grades as numbers, and have no ties; the others count votes for each value.
OF_NUMBERS: frozenset[Aggregate] = frozenset({"median", "mean", "highest", "lowest"})
ROUNDED: frozenset[Aggregate] = frozenset({"median", "mean"})


COUNT = {"min_value": 1, "max_value": 10_000}


@explained_fields
@dataclass(frozen=True, kw_only=True)
class AggregationPolicy:
    """Rules that turn a campaign's votes into one relevance per pair, and exclude topics.

    Attributes:
        aggregate: what a pair's votes come to.
            `majority`: the value with more than half of them.
            `plurality`: the value with the most.
            `unanimous`: the value that all of them have.
            `weighted`: the value with more than half of their weight; an assessor's votes weigh
            as MACE's competence of them (`regrade.agreement.crowd.mace`). On few or unbalanced
            votes it can be clearly worse than `plurality`.
            `dawid-skene`: the value that is most likely by Dawid and Skene's model.
            `median`, `mean`, `highest`, `lowest`: that of the grades.
        threshold: where values are counted it turns every vote into 1 (grade >=
            threshold) or 0 before that; without it whole grades are counted. Under the others
            values stay grades and the threshold only becomes the result's `min_relevance`.
        rounding: what becomes of a median or mean between two grades.
        tie: who decides where counting finds no value. Under a threshold that is an even split:
            `highest` is 1, `lowest` 0, `median` the rounded median grade against the threshold,
            `fallback` the fallback's label. Without one, `highest` and `lowest` choose among the
            grades with the most votes (among all that were given under `unanimous`), `median` is
            the rounded median. `unjudged` leaves the pair out.
        min_assessors: topics with fewer distinct assessors than this are dropped.
        min_votes: pairs with fewer votes than this are unjudged.
        max_blank_share: within a topic, assessors who left more than this share of their own rows
            not judged are dropped; None drops nobody.
        min_agreement: assessors whose grades agree less with the median of the others' on their
            pairs are dropped, by Cohen's kappa with quadratic weights; those of whom it is not
            defined stay. None drops nobody.
        require_fallback_relevant: drop topics where nothing that the fallback calls relevant
            came out relevant.
        decisions: what an adjudicator's decision on a pair does. `override` puts it in the place
            of the pair's votes, `vote` adds it to them, `tie` lets it decide where counting finds
            no value, before the tie rule; `ignore` leaves it aside. The first two come after
            `min_votes`: a decided pair has a label however few votes it has, none at all
            included, so long as its topic remains.
        gold: what becomes of pairs that an expert graded. `expert` gives them the expert's grade as
            their label, in each topic that remains; votes and decisions on them are left out, and
            no filter reads that grade. `none` gives them no label of their own, as label sets of
            earlier releases did.
        pool_depth: pairs that no run of the pool has in its first so many ranks are left out, as
            if the pool had not been deeper; those that no run brought stay. None keeps all.
        seed: of the starting points of `weighted`; None begins once, where all assessors are
            alike, as labels of earlier releases did.

    Raises:
        ValueError: a value outside its range, or a fallback as tie rule among whole grades (a
            fallback's label is binary).
    """

    aggregate: Aggregate
    threshold: Annotated[int | None, RELEVANCE] = None
    rounding: Rounding = "up"
    tie: TieRule = "unjudged"
    min_assessors: Annotated[int, COUNT] = 1
    min_votes: Annotated[int, COUNT] = 1
    max_blank_share: Annotated[float | None, {"min_value": 0, "max_value": 1}] = None
    min_agreement: Annotated[
        float | None,
        {
            "min_value": -1,
            "max_value": 1,
            "help_text": "Assessors below this quadratic kappa with the others are left out.",
        },
    ] = None
    require_fallback_relevant: bool = False
    decisions: Annotated[
        DecisionRule,
        "What an adjudicator's decision does: take the place of the votes, count as one"
        " more, decide ties, or nothing.",
    ] = "ignore"
    gold: Annotated[
        GoldRule,
        "Label of pairs with a known grade: that grade (expert), or none (none).",
    ] = "none"
    pool_depth: Annotated[
        int | None,
        {
            "min_value": 1,
            "max_value": 10_000,
            "help_text": "Pairs below this rank in every run of the pool are left out.",
        },
    ] = None
    seed: Annotated[
        int | None,
        {
            "min_value": 0,
            "max_value": 2**31 - 1,
            "help_text": "Where the model of `weighted` begins; 0 by default.",
        },
    ] = None

    def __post_init__(self) -> None:
        _check_choice("aggregate", self.aggregate, get_args(Aggregate))
        _check_choice("rounding", self.rounding, ROUNDINGS)
        _check_choice("tie", self.tie, get_args(TieRule))
        _check_choice("decisions", self.decisions, get_args(DecisionRule))
        _check_choice("gold", self.gold, get_args(GoldRule))
        _check_at_least_one("min_assessors", self.min_assessors)
        _check_at_least_one("min_votes", self.min_votes)
        if self.pool_depth is not None:
            _check_at_least_one("pool_depth", self.pool_depth)
        if self.seed is not None and (self.seed < 0 or self.aggregate != "weighted"):
            raise ValueError(f"a seed goes with 'weighted', and is at least 0; got {self.seed}")
        if self.max_blank_share is not None and not 0 <= self.max_blank_share <= 1:
            raise ValueError(f"max_blank_share must be from 0 to 1, got {self.max_blank_share}")
        if self.min_agreement is not None and not -1 <= self.min_agreement <= 1:
            raise ValueError(f"min_agreement must be from -1 to 1, got {self.min_agreement}")
        if self._breaks_ties_by_fallback and not self.is_binary:
            raise ValueError("tie rule 'fallback' is binary and needs a threshold for the votes")

    @property
    def counts(self) -> bool:
        """Votes are counted by value, which may come to a tie."""
        return self.aggregate not in OF_NUMBERS

    @property
    def is_binary(self) -> bool:
        """The result holds 0 and 1 instead of grades."""
        return self.counts and self.threshold is not None

    @property
    def needs_fallback(self) -> bool:
        return self._breaks_ties_by_fallback or self.require_fallback_relevant

    @property
    def _breaks_ties_by_fallback(self) -> bool:
        return self.counts and self.tie == "fallback"


def default_min_relevance(scale: Sequence[int]) -> int:
    """The midpoint of a scale rounded up: 3 on 1-5, 2 on 0-3, 1 on 0-1."""
    if not scale:
        raise ValueError("a scale needs at least one grade")
    return -(-(min(scale) + max(scale)) // 2)


def _check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")


def _check_at_least_one(name: str, value: int) -> None:
    if value < 1:
        raise ValueError(f"{name} must be at least 1, got {value}")
