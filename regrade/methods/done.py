from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regrade.significance.options import DEFAULTS, PairOptions
from regrade.verdict.unjudged import NOT_RELEVANT


class LabelsUsed(NamedTuple):
    """A label set that runs were scored under.

    Attributes:
        made: where the labels come from, as it stands behind the name: "imported", "derived from
            the campaign robust-2", "combined of a and b".
        votes: what a pair's votes came to, as `votes_words` says; "" where no votes are behind it.
        min_relevance: the least label that binary measures call relevant.
        is_simulated: whether simulated assessors gave any of its votes.
    """

    name: str
    made: str
    min_relevance: int
    is_simulated: bool = False
    votes: str = ""


class MeasureUsed(NamedTuple):
    """A measure, and what it made of passages without a label.

    Attributes:
        depth: its cutoff; None where it reads the whole ranking.
        unjudged: the highest share, in [0, 1], of passages without a label that it read of any
            run; None where nothing was retrieved.
        unjudged_under: the label set of that share.
        unjudged_counts: what it makes of them, as `how_unjudged_counts` says.
    """

    name: str
    depth: int | None = None
    unjudged: float | None = 0.0
    unjudged_under: str = ""
    unjudged_counts: str = NOT_RELEVANT


class Done(NamedTuple):
    """What a comparison did.

    Attributes:
        runs: those compared with the baseline, or each with itself where there is none.
        baseline: a run; None where label sets are compared.
        baseline_labels: under which runs scored first; None where runs are compared.
        topic_set, collection: of the label sets.
        only_topics_of: a label set that narrowed the topics; "" if none did.
        common_topics: whether topics are narrowed to those that every run answers.
        test: key in TESTS; `options` are all of its options.
        correction: key in CORRECTIONS, or "none".
        n_tests: tests made, or where p is corrected those that it is corrected for.
        n_exact: of the tests by random draws, those that went through all possibilities instead.
        single_precision: whether scores were rounded to 32 bits before they ranked.
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
    test: str = "t"
    options: PairOptions = DEFAULTS
    effect_sizes: bool = False
    correction: str = "none"
    n_tests: int = 1
    n_exact: int = 0
    single_precision: bool = False
    release: str = ""
    content_hash: str = ""
