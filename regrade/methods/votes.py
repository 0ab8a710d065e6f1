from __future__ import annotations

from regrade.aggregation.policy import OF_NUMBERS, ROUNDED, Aggregate
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


def votes_words(aggregate: Aggregate, threshold: int | None, rounding: Rounding = "up") -> str:
    """What a pair's votes came to, in the words of a paper: "the majority of votes, each relevant
    from grade 2".

    Args:
        threshold: where votes are counted, the grade from which each is relevant; None counts
            whole grades. The others take votes as numbers, and it is not theirs.
        rounding: of a median or mean.
    """
    words = WORDS[aggregate]
    if aggregate in ROUNDED:
        return f"{words}, rounded {rounding}"
    if threshold is None or aggregate in OF_NUMBERS:
        return words
    return f"{words}, each relevant from grade {threshold}"
