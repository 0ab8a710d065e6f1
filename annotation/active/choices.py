"""Choices for the design of a pool that learns, each with its sentence."""

from __future__ import annotations

from typing import NamedTuple

from annotation.active.kinds import LEARNERS, STRATEGIES
from annotation.active.rules import (
    BY_CONTROL,
    BY_DRAWS,
    BY_PROBABILITIES,
    SHOWN,
    WITH_PROBABILITIES,
)
from ranking.rankers.dense_features import BI_ENCODER


class StrategyChoice(NamedTuple):
    """A strategy.

    Attributes:
        needs_runs: whether it orders passages by the ranks of runs.
        learns: whether it trains a model, for which a learner is chosen.
        draws: whether it draws with known chances.
    """

    key: str
    name: str
    sentence: str
    needs_runs: bool
    learns: bool
    draws: bool


class LearnerChoice(NamedTuple):
    key: str
    sentence: str


class RuleChoice(NamedTuple):
    """A stopping rule that can end topics.

    Attributes:
        needs_control: whether it needs a control sample.
        needs_probabilities: whether it needs a model with probabilities.
        needs_draws: whether it needs a strategy that draws with known chances.
    """

    key: str
    name: str
    promise: str
    source: str
    needs_control: bool
    needs_probabilities: bool
    needs_draws: bool


class DesignChoices(NamedTuple):
    """All that a design can be made of.

    Attributes:
        with_probabilities: learners whose models give probabilities.
        with_vectors: rankers whose runs have vectors of passages to learn from.
    """

    strategies: list[StrategyChoice]
    learners: list[LearnerChoice]
    with_probabilities: list[str]
    with_vectors: list[str]
    rules: list[RuleChoice]


def design_choices() -> DesignChoices:
    """Strategies, learners and stopping rules, in the order in which they are offered."""
    return DesignChoices(
        [StrategyChoice(key, *kind) for key, kind in STRATEGIES.items()],
        [LearnerChoice(key, sentence) for key, sentence in LEARNERS.items()],
        sorted(WITH_PROBABILITIES),
        [BI_ENCODER],
        [
            RuleChoice(
                rule.key,
                rule.name,
                rule.promise,
                rule.source,
                rule.key in BY_CONTROL,
                rule.key in BY_PROBABILITIES,
                rule.key in BY_DRAWS,
            )
            for rule in SHOWN
        ],
    )
