from __future__ import annotations

from regrade.aggregation.policy import OF_NUMBERS, ROUNDED, Aggregate, DecisionRule
from regrade.votes.rounding import Rounding

WORDS: dict[Aggregate, str] = {
    "majority": "the majority of votes",
    "plurality": "what most votes say",
    "unanimous": "what all votes say",
    "weighted": "the majority of votes weighted by competence",
    "dawid-skene": "the model of Dawid and Skene",
    "median": "the median of the votes",
    "mean": "the mean of the votes",
    "highest": "the highest of the votes",
    "lowest": "the lowest of the votes",
}

DECIDED: dict[DecisionRule, str] = {
    "override": "decisions of adjudicators in the place of votes",
    "vote": "decisions of adjudicators as one more vote",
    "tie": "ties settled by decisions of adjudicators first",
}


def votes_words(
    aggregate: Aggregate,
    threshold: int | None,
    rounding: Rounding = "up",
    decisions: DecisionRule = "ignore",
) -> str:
    """What a pair's votes came to, in the words of a paper: "the majority of votes, a vote counting
    as relevant from grade 2".

    Args:
        threshold: where votes are counted, the grade from which one is for relevant; None counts
            whole grades. The others take votes as numbers, and it is not theirs.
        rounding: of a median or mean.
        decisions: what adjudicators' decisions did; "ignore" where there were none.
    """
    return (
        WORDS[aggregate] + _detail(aggregate, threshold, rounding) + _decided(aggregate, decisions)
    )


def _detail(aggregate: Aggregate, threshold: int | None, rounding: Rounding) -> str:
    if aggregate in ROUNDED:
        return f", rounded {rounding}"
    if threshold is None or aggregate in OF_NUMBERS:
        return ""
    return f", a vote counting as relevant from grade {threshold}"


def _decided(aggregate: Aggregate, decisions: DecisionRule) -> str:
    # A median has no ties to decide.
    if decisions == "ignore" or (decisions == "tie" and aggregate in OF_NUMBERS):
        return ""
    return f", with {DECIDED[decisions]}"
