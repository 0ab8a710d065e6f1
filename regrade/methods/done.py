"""The settings and inputs of a comparison, and in words how votes became labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regrade.aggregation.policy import OF_NUMBERS, ROUNDED, Aggregate, DecisionRule
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.verdict.unjudged import NOT_RELEVANT
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


class LabelsUsed(NamedTuple):
    """A label set that runs were scored under.

    Attributes:
        made: source of the labels, to print after the name: "imported", "derived from the campaign
            robust-2", "combined of a and b".
        votes: how votes were aggregated, from `votes_words`; "" without votes.
        min_relevance: the least label that binary measures call relevant.
        is_simulated: whether simulated assessors gave any of its votes.
        sample: how its pairs were drawn, from `sample_words`; "" if they were not.
    """

    name: str
    made: str
    min_relevance: int
    is_simulated: bool = False
    votes: str = ""
    sample: str = ""


class MeasureUsed(NamedTuple):
    """A measure, and its treatment of unlabelled passages.

    Attributes:
        depth: its cutoff; None if it reads the whole ranking.
        unjudged: the highest share, in [0, 1], of unlabelled passages that it read in any run; None
            if nothing was retrieved.
        unjudged_under: the label set of that share.
        unjudged_counts: their treatment, from `how_unjudged_counts`.
    """

    name: str
    depth: int | None = None
    unjudged: float | None = 0.0
    unjudged_under: str = ""
    unjudged_counts: str = NOT_RELEVANT


class Done(NamedTuple):
    """The settings and inputs of a comparison.

    Attributes:
        runs: runs compared with the baseline, or each with itself if there is none.
        baseline: a run; None if label sets are compared.
        baseline_labels: label set of the first scores; None if runs are compared.
        topic_set, collection: of the label sets.
        only_topics_of: a label set that narrowed the topics; "" if none did.
        common_topics: whether only topics answered by every run count.
        n_left_out: topics left out because models of the runs were trained on them.
        test: key in TESTS; `options` are all of its options.
        correction: key in CORRECTIONS, or "none".
        n_tests: number of tests.
        family: key in FAMILIES; "" where all tests are one family.
        n_corrected: tests of the largest family; None where all tests are one.
        is_most: whether other families have fewer.
        n_exact: number of randomized tests that enumerated all possibilities instead.
        single_precision: whether scores were rounded to 32 bits before ranking.
        release: Regrade's version.
        content_hash: of all inputs.
    """

    runs: Sequence[str]
    labels: Sequence[LabelsUsed]
    measures: Sequence[MeasureUsed]
    n_topics: int
    topic_set: str
    collection: str
    baseline: str | None = None
    baseline_labels: LabelsUsed | None = None
    only_topics_of: str = ""
    common_topics: bool = False
    n_left_out: int = 0
    test: str = "t"
    options: PairOptions = DEFAULTS
    effect_sizes: bool = False
    correction: str = "none"
    n_tests: int = 1
    family: str = ""
    n_corrected: int | None = None
    is_most: bool = False
    n_exact: int = 0
    single_precision: bool = False
    release: str = ""
    content_hash: str = ""


def votes_words(
    aggregate: Aggregate,
    threshold: int | None,
    rounding: Rounding = "up",
    decisions: DecisionRule = "ignore",
) -> str:
    """How votes were aggregated, in a paper's words: "the majority of votes, a vote counting
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
