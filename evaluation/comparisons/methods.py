"""A comparison's verdict on its runs, and its methods as a paragraph for a paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from annotation.labels.combining import parents_of
from annotation.labels.pool_runs import runs_that_fed
from annotation.models import LabelSet, LabelSource
from evaluation.comparisons.results import (
    ComparedRuns,
    evaluations_of,
    label_sets_of,
)
from evaluation.scores.estimable import sampled
from evaluation.scores.judged_runs import labelled_topics
from regrade import __version__
from regrade.aggregation.policy_file import current_form
from regrade.measures import Measure
from regrade.methods import (
    Done,
    LabelsUsed,
    MeasureUsed,
    paragraph_of,
    plain,
    sample_words,
    votes_words,
)
from regrade.prose.spans import Span
from regrade.significance import PairedTest, caution_for
from regrade.verdict import (
    how_unjudged_counts,
    reads_relevant_alone,
)


class MeasureCaution(NamedTuple):
    """A methodological objection to measures of one family, such as RR@10 and RR@100."""

    measures: list[str]
    caution: str


class Provenance(NamedTuple):
    """Source of a label set; `pool_runs` are those pooled for it, empty if unknown."""

    labels: str
    made: str
    min_relevance: int
    is_simulated: bool
    pool_runs: list[str]


class Methods(NamedTuple):
    """The paragraph, as one text and in parts, with notes for its reader."""

    text: str
    paragraph: tuple[Span, ...]
    cautions: list[MeasureCaution]
    labels: list[Provenance]


class SameRelevant(NamedTuple):
    """Label sets that call the same passages relevant on every topic compared, and the measures
    of the comparison that cannot differ between them therefore; see `reads_relevant_alone`.
    """

    labels: list[str]
    measures: list[str]


def methods_of(compared: ComparedRuns) -> Methods:
    """The methods paragraph of a stored comparison; computes and stores nothing."""
    paragraph = paragraph_of(_done(compared))
    sources = [_provenance(label_set) for label_set in label_sets_of(compared)]
    return Methods(plain(paragraph), paragraph, cautions_of(compared.measures), sources)


def cautions_of(measures: Sequence[Measure]) -> list[MeasureCaution]:
    """Cautions to show beside tests of these measures, each once."""
    found: dict[str, list[str]] = {}
    for measure in measures:
        if measure.is_tested and (caution := caution_for(measure.symbol)):
            found.setdefault(caution, []).append(measure.name)
    return [MeasureCaution(names, caution) for caution, names in found.items()]


def _done(compared: ComparedRuns) -> Done:
    first, topics, old = compared.blocks[0], compared.topics, compared.baseline_labels
    return Done(
        runs=[contrast.run.run.name for contrast in first.contrasts],
        labels=[_used(block.label_set) for block in compared.blocks],
        measures=[_measure(compared, measure) for measure in compared.measures],
        n_topics=len(topics.topics),
        topic_set=first.label_set.topic_set.name,
        collection=first.label_set.collection.name,
        baseline=first.contrasts[0].baseline.run.name if old is None else None,
        baseline_labels=None if old is None else _used(old),
        only_topics_of=topics.only_topics_of.name if topics.only_topics_of else "",
        common_topics=topics.common_to_runs,
        n_left_out=topics.n_left_out,
        test=compared.test,
        options=compared.method.options,
        effect_sizes=compared.method.effect_sizes,
        correction=compared.corrected.method if compared.corrected else "none",
        n_tests=compared.n_tests,
        family=compared.corrected.family if compared.corrected else "",
        n_corrected=compared.corrected.n_tests if compared.corrected else None,
        is_most=compared.corrected is not None and compared.corrected.is_most,
        n_exact=sum(test.method == "exact" for test in _tests(compared)),
        single_precision=compared.single_precision,
        release=__version__,
        content_hash=compared.content_hash,
    )


def _tests(compared: ComparedRuns) -> Iterator[PairedTest]:
    for block in compared.blocks:
        for contrast in block.contrasts:
            for cell in contrast.cells:
                yield cell.test


def _used(label_set: LabelSet) -> LabelsUsed:
    return LabelsUsed(
        name=label_set.name,
        made=_made(label_set),
        min_relevance=label_set.min_relevance,
        is_simulated=label_set.is_simulated,
        votes=_votes(label_set),
        sample=sample_words(label_set.design) if label_set.is_sample else "",
    )


def _made(label_set: LabelSet) -> str:
    if label_set.source == LabelSource.COMBINED:
        return f"combined of {' and '.join(parents_of(label_set))}"
    if label_set.campaign is not None:
        return f"derived from the campaign {label_set.campaign}"
    return "imported"


def _votes(label_set: LabelSet) -> str:
    if label_set.source != LabelSource.DERIVED:
        return ""
    policy = current_form(label_set.policy)
    is_decided = label_set.report.get("decisions_hash") is not None
    return votes_words(
        policy["aggregate"],
        policy.get("threshold"),
        policy.get("rounding", "up"),
        policy.get("decisions", "ignore") if is_decided else "ignore",
    )


def _provenance(label_set: LabelSet) -> Provenance:
    return Provenance(
        labels=label_set.name,
        made=_made(label_set),
        min_relevance=label_set.min_relevance,
        is_simulated=label_set.is_simulated,
        pool_runs=runs_that_fed(label_set),
    )


def _measure(compared: ComparedRuns, measure: Measure) -> MeasureUsed:
    scored = evaluations_of(compared).scores
    shares = [(scores.unjudged_beside(measure), scores.label_set) for scores in scored]
    heard = [(share, labels.name) for share, labels in shares if share is not None]
    worst, under = max(heard, key=lambda one: one[0], default=(None, ""))
    return MeasureUsed(measure.name, measure.cutoff, worst, under, how_unjudged_counts(measure))


def same_relevant(compared: ComparedRuns) -> list[SameRelevant]:
    """Groups of label sets with the same relevant passages on every compared topic, in order.

    Each set uses its own threshold. A passage that is not relevant may be judged in one set and
    unlabelled in another. Samples are left out. Reads the labels again, unless there is only one
    set.
    """
    label_sets = [one for one in label_sets_of(compared) if not sampled(one)]
    if len(label_sets) < 2:
        return []
    topic_ids = frozenset(compared.topics.ids)  # which each of them labels
    alike = defaultdict[tuple[int, bytes], list[str]](list)
    for label_set in label_sets:
        alike[label_set.collection_id, _digest(label_set, topic_ids)].append(label_set.name)
    measures = [measure.name for measure in compared.measures if reads_relevant_alone(measure)]
    return [SameRelevant(names, measures) for names in alike.values() if len(names) > 1]


def _digest(label_set: LabelSet, topic_ids: Collection[int]) -> bytes:
    """Hash of the topics and passages that the label set calls relevant."""
    judged = labelled_topics(label_set, among=topic_ids).judged
    is_relevant = judged.relevances >= judged.min_relevance
    topics, passages = judged.topics[is_relevant], judged.passages[is_relevant]
    return sha256(topics.tobytes() + passages.tobytes()).digest()
