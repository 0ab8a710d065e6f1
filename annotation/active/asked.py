"""Checks of an active pool's design, before anything is stored."""

from __future__ import annotations

from annotation.active.design import ActiveDesign
from annotation.active.kinds import LEARNERS, STRATEGIES
from annotation.active.rules import (
    BY_CONTROL,
    BY_DRAWS,
    BY_PROBABILITIES,
    OFFERED,
    gives_probabilities,
)
from annotation.exceptions import PoolRefused
from annotation.pools.drawing import check_runs
from annotation.pools.preview import MAX_DEPTH
from ranking.rankers.dense_features import refuse_not_dense
from regrade.active.stopping.control import fewest_positives

NUMBERS = {
    "first_batch": (1, 1000),
    "growth": (0, 1000),
    "ahead": (0, 1000),
    "limit": (1, 1_000_000),
    "control": (0, 100_000),
}


def checked(design: ActiveDesign) -> ActiveDesign:
    """The design, if pairs can be chosen by it.

    Raises:
        PoolRefused: an unknown strategy, learner or stopping rule, a rule without what it needs,
            runs missing or without a depth, or a number out of its range.
        RankingError: a run without vectors to learn from.
        IsPrivate: a run is private.
    """
    _check_names(design)
    _check_runs(design)
    _check_vectors(design)
    _check_numbers(design)
    _check_rule(design)
    _check_control(design)
    _check_strata(design)
    return design


def _check_names(design: ActiveDesign) -> None:
    if design.strategy not in STRATEGIES:
        raise _refused(
            "strategy",
            f"There is no strategy {design.strategy!r}; there are {', '.join(STRATEGIES)}.",
            code="unknown_strategy",
        )
    if design.learner not in LEARNERS:
        raise _refused(
            "learner",
            f"There is no learner {design.learner!r}; there are {', '.join(LEARNERS)}.",
            code="unknown_learner",
        )
    if design.rule and design.rule not in OFFERED:
        raise _refused(
            "rule",
            f"There is no stopping rule {design.rule!r}; there are {', '.join(OFFERED)}.",
            code="unknown_rule",
        )


def _check_rule(design: ActiveDesign) -> None:
    """A rule that needs more than labels, and the recall that it aims for."""
    if not 0 < design.target < 1:
        raise _refused(
            "target",
            f"The recall to reach lies between 0 and 1, not at {design.target}.",
            code="out_of_range",
        )
    fewest = fewest_positives(target=design.target)
    if design.rule in BY_CONTROL and design.control < fewest:
        raise _refused(
            "control",
            f"The rule {design.rule} ends no topic with a control sample of {design.control}: a"
            f" recall of {100 * design.target:g}% needs {fewest} relevant pairs in it. Draw more,"
            " or aim for a lower recall.",
            code="control_too_small",
        )
    if design.rule in BY_PROBABILITIES and not gives_probabilities(design):
        raise _refused(
            "rule",
            f"The rule {design.rule} needs a model with probabilities: a strategy that learns,"
            " with the learner logistic.",
            code="no_probabilities",
        )
    if design.rule in BY_DRAWS and not STRATEGIES[design.strategy].draws:
        raise _refused(
            "rule",
            f"The rule {design.rule} needs draws with known chances: the strategy autostop.",
            code="no_draws",
        )


def _check_runs(design: ActiveDesign) -> None:
    if design.runs:
        check_runs(design.runs, 1)
        if design.depth is None or not 1 <= design.depth <= MAX_DEPTH:
            raise _refused(
                "depth",
                f"Say down to which rank the runs' passages can be chosen: 1 to {MAX_DEPTH:,}.",
                code="out_of_range",
            )
    elif STRATEGIES[design.strategy].needs_runs:
        raise _refused(
            "runs",
            f"The strategy {design.strategy} chooses among the passages of runs: name some.",
            code="no_runs",
        )


def _check_vectors(design: ActiveDesign) -> None:
    """Vectors of passages of the collection that pairs are chosen from, and of a model here."""
    run = design.vectors_of
    if run is None:
        return
    if not STRATEGIES[design.strategy].learns:
        raise _refused(
            "vectors_of",
            f"Vectors are of strategies that learn, not of {design.strategy}.",
            code="learns_nothing",
        )
    check_runs([run], 1)
    refuse_not_dense(run)


def _check_numbers(design: ActiveDesign) -> None:
    for name, (least, most) in NUMBERS.items():
        value = getattr(design, name)
        if value is not None and not least <= value <= most:
            what = name.replace("_", " ")
            raise _refused(
                name, f"{what} is from {least} to {most:,}, not {value:,}.", code="out_of_range"
            )


def _check_control(design: ActiveDesign) -> None:
    if design.limit is not None and design.control >= design.limit:
        raise _refused(
            "control",
            f"A control sample of {design.control:,} pairs fills the limit of {design.limit:,} a"
            " topic: draw a smaller one, or raise the limit.",
            code="control_fills_limit",
        )


def _check_strata(design: ActiveDesign) -> None:
    has_strata = design.strategy == "strata"
    if has_strata != bool(design.strata):
        sentence = (
            "Say the ranks of each stratum and the share of it that is judged, such as 10:1,50:0.3."
            if has_strata
            else f"Strata are of the strategy strata, not of {design.strategy}."
        )
        raise _refused("strata", sentence, code="strata_missing" if has_strata else "no_strata")
    lasts = [stratum.last for stratum in design.strata]
    if lasts != sorted(set(lasts)) or any(not 0 < one.share <= 1 for one in design.strata):
        raise _refused(
            "strata",
            "Strata go down the ranks, each with a share above 0 and at most 1.",
            code="bad_strata",
        )


def _refused(field: str, sentence: str, *, code: str) -> PoolRefused:
    return PoolRefused(sentence, code=code, field=field)
