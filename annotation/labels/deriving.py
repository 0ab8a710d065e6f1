from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from django.contrib.auth.models import User
from django.db import transaction
from numpy.typing import NDArray

from annotation.events import log_event
from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import (
    Relevances,
    labelled_topics,
    relevances_by_topic,
)
from annotation.labels.drawn import DrawnLabels, drawn_labels, ends_by_grades
from annotation.labels.gold import expert_grades_of
from annotation.labels.storing import Origin, none_relevant, store_labels
from annotation.labels.voters import campaign_voters
from annotation.models import Campaign, EventKind, LabelSet, LabelSource, PoolStrategy
from annotation.pairs.deciding import decisions_of
from annotation.votes.stored import StoredVotes, hash_of_decisions, hash_of_votes, stored_votes
from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import DocidMap
from ranking.lookup import NewName, refuse_taken
from regrade.aggregation import Aggregation, AggregationPolicy
from regrade.aggregation.derive import panel_of
from regrade.aggregation.least_relevant import usual_min_relevance, with_min_relevance
from regrade.aggregation.panel import Panel
from regrade.aggregation.policy_file import OtherLabels, WholePolicy, policy_as_json
from regrade.aggregation.relevance import at_threshold
from regrade.aggregation.trail import Decisions
from regrade.votes.packed import PackedVotes


class Derivation(NamedTuple):
    label_set: LabelSet
    aggregation: Aggregation
    n_recorded: int  # rows, graded or not
    n_votes_by_kind: dict[str, int]  # kind of assessor -> graded rows that count


class Outcome(NamedTuple):
    """The aggregated labels of a campaign under a policy, before they are stored."""

    aggregation: Aggregation
    panel: Panel  # the votes that the labels come of
    policy: dict[str, Any]  # as it is stored with labels
    asked_min_relevance: int | None  # None where the scale decides
    votes: PackedVotes  # recorded ones, graded or not
    decisions: Decisions  # those of adjudicators; none where the policy ignores them
    gold: Decisions  # expert's grades; none where the policy makes no labels of them
    n_votes_by_kind: dict[str, int]

    @property
    def n_recorded(self) -> int:
        return self.votes.pairs.size

    @property
    def labels_with_known(self) -> dict[str, dict[int, int]]:
        """Labels by topic and passage; known grades and overriding decisions also in topics where
        nobody judged a pair yet, so that a sample does not end there."""
        found = {query_id: {**labels} for query_id, labels in self.aggregation.labels.items()}
        for (query_id, passage), grade in {**self._decided_unseen, **self.gold}.items():
            label = int(at_threshold(np.array(grade), self.panel.policy))
            found.setdefault(query_id, {}).setdefault(passage, label)
        return found

    @property
    def _decided_unseen(self) -> Decisions:
        """Overriding decisions in topics without a recorded row; a policy may leave these out."""
        policy, only = self.panel.policy, self.panel.only_topics
        if policy.decisions != "override" or policy.min_assessors > 1:
            return {}
        unseen = {topic for topic, _ in self.decisions if only is None or topic in only}
        unseen -= {*self.votes.topics}
        return {pair: grade for pair, grade in self.decisions.items() if pair[0] in unseen}


class OtherSets(NamedTuple):
    """Label sets that a policy names."""

    fallback: LabelSet | None = None
    only_topics_of: LabelSet | None = None


NO_OTHERS = OtherSets()


@transaction.atomic
def derive_labels(
    *,
    name: NewName,
    campaign: Campaign,
    policy: WholePolicy,
    others: OtherSets = NO_OTHERS,
    actor: User | None = None,
) -> Derivation:
    """Derive a frozen label set from a campaign's votes; the policy is stored with it.

    From a campaign whose pool is by design it is a sample: see `drawn_labels`. There known grades
    always are the labels of gold pairs, or the sample would end at the first of them.

    `others` are the sets that the policy names. The report has the removals of each step, the votes
    by kind, their hash, and those of any decisions and expert's grades counted. The same judgments,
    decisions, expert's grades and policy give labels of the same content hash.

    Raises:
        LabelsRefused: the policy, fallback, assessors or other labels do not fit the campaign, a
            given `min_relevance` is above every label, or nothing remains; the message says after
            which step. Of a sample, also what `drawn_labels` refuses, and a policy that leaves out
            pairs by their grades.
        NameTaken: there is such a label set already.
    """
    refuse_taken(LabelSet, name)
    outcome = aggregate_votes(campaign=campaign, policy=policy, others=others)
    if refused := refusal_of(campaign, outcome):
        raise refused
    drawn = drawn_labels(campaign, outcome.labels_with_known, outcome.aggregation.steps)
    label_set = _store(name, campaign, outcome, others, drawn, actor)
    return Derivation(label_set, outcome.aggregation, outcome.n_recorded, outcome.n_votes_by_kind)


def aggregate_votes(
    *,
    campaign: Campaign,
    policy: WholePolicy,
    others: OtherSets = NO_OTHERS,
    stored: StoredVotes | None = None,
) -> Outcome:
    """The labels that `derive_labels` would store; possibly none.

    Args:
        stored: the campaign's votes, where they were read before; None reads them.

    Raises:
        LabelsRefused: the policy, fallback, assessors or other labels do not fit the campaign.
    """
    _check_ground(campaign, policy.rules, others)
    scale = list(campaign.grades.order_by("value").values_list("value", flat=True))
    _refuse_other_scale(campaign, scale, policy.scale)
    least = policy.min_relevance
    rules = _with_min_relevance(_rules(campaign, policy), scale, least)
    voters, stored = campaign_voters(campaign, policy.voters), stored or stored_votes(campaign)
    depth = rules.pool_depth
    decisions = {} if rules.decisions == "ignore" else decisions_of(campaign, depth)
    gold = expert_grades_of(campaign, depth) if rules.gold == "expert" else {}
    beside = {"only_assessors": voters.counted, "decisions": decisions, "gold": gold}
    panel = _panel(stored, rules, scale, others, **beside)
    aggregation = panel.aggregation()
    follows = least == usual_min_relevance(policy.rules, scale)
    asked = None if follows else least if rules.counts else rules.threshold
    by_kind = _n_votes_by_kind(stored, voters.counted)
    shown = aggregation.min_relevance if least is None else least
    document = policy_as_json(_whole(rules, scale, shown, others)) | voters.document
    return Outcome(aggregation, panel, document, asked, stored.packed, decisions, gold, by_kind)


def _rules(campaign: Campaign, policy: WholePolicy) -> AggregationPolicy:
    is_drawn = campaign.pool.strategy == PoolStrategy.DESIGN
    return replace(policy.rules, gold="expert") if is_drawn else policy.rules


def _whole(
    rules: AggregationPolicy, scale: Sequence[int], min_relevance: int, others: OtherSets
) -> WholePolicy:
    return WholePolicy(
        rules=rules,
        scale=tuple(scale),
        min_relevance=min_relevance,
        fallback=_identity(others.fallback),
        only_topics_of=_identity(others.only_topics_of),
    )


def _n_votes_by_kind(stored: StoredVotes, counted: Set[str]) -> dict[str, int]:
    """Graded rows that count by kind of assessor; kinds without any are left out."""
    votes = stored.packed
    n_votes = np.bincount(votes.voters[~np.isnan(votes.grades)], minlength=len(votes.assessors))
    by_kind = Counter[str]()
    for name, kind, n in zip(votes.assessors, stored.kinds, n_votes.tolist(), strict=True):
        if name in counted and n:
            by_kind[kind] += n
    return dict(by_kind)


def _check_ground(campaign: Campaign, policy: AggregationPolicy, others: OtherSets) -> None:
    pool, fallback = campaign.pool, others.fallback
    if policy.needs_fallback and fallback is None:
        sentence = "The policy decides ties or topics by a fallback; name one."
        raise LabelsRefused(sentence, code="fallback_missing")
    for role, labels in others._asdict().items():
        if labels is not None:
            _check_other(campaign, role, labels)
    if fallback is not None and fallback.collection_id != pool.collection_id:
        raise LabelsRefused(
            f"{fallback.name} labels collection {fallback.collection}, campaign {campaign.name}"
            f" judges {pool.collection}; a fallback of the same collection is needed.",
            code="other_collection",
        )


def _check_other(campaign: Campaign, role: str, labels: LabelSet) -> None:
    topic_set = campaign.pool.topic_set
    if labels.is_sample:
        raise LabelsRefused(
            f"{labels.name} is a sample: neither its topics nor its relevant passages are all that"
            " there are. Name labels that are no sample.",
            code="labels_are_a_sample",
            field=role,
        )
    if labels.topic_set_id != topic_set.pk:
        raise LabelsRefused(
            f"{labels.name} labels topic set {labels.topic_set}, campaign {campaign.name}"
            f" judges {topic_set}; labels of the same topic set are needed.",
            code="other_topic_set",
        )


def _refuse_other_scale(
    campaign: Campaign, scale: Sequence[int], of_policy: Sequence[int] | None
) -> None:
    if of_policy is not None and list(of_policy) != list(scale):
        raise LabelsRefused(
            f"The policy is for the scale {list(of_policy)}, campaign {campaign.name} has"
            f" {list(scale)}.",
            code="other_scale",
        )


def _with_min_relevance(
    policy: AggregationPolicy, scale: Sequence[int], min_relevance: int | None
) -> AggregationPolicy:
    try:
        return with_min_relevance(policy, scale, min_relevance)
    except ValueError as error:
        raise _unfit(error) from error


def _panel(
    stored: StoredVotes,
    policy: AggregationPolicy,
    scale: Sequence[int],
    others: OtherSets,
    **given: Any,
) -> Panel:
    fallback, topics = others.fallback, others.only_topics_of
    try:
        return panel_of(
            stored.packed,
            policy,
            scale=scale,
            ranks=stored.ranks,
            fallback=None if fallback is None else _relevant_passages(fallback),
            only_topics=None if topics is None else labelled_topics(topics),
            **given,
        )
    except ValueError as error:
        raise _unfit(error) from error


def _unfit(error: ValueError) -> LabelsRefused:
    return LabelsRefused(f"The labels cannot be derived: {error}.", code="unfit_policy")


def _relevant_passages(labels: LabelSet) -> dict[str, NDArray[np.int32]]:
    """The ordinals of the passages that a label set calls relevant, by topic."""
    return {
        query_id: ordinals[values >= labels.min_relevance]
        for query_id, (ordinals, values) in relevances_by_topic(labels).items()
    }


def refusal_of(campaign: Campaign, outcome: Outcome) -> LabelsRefused | None:
    """The refusal of labels that cannot be stored.

    There are none, none is relevant as asked, or a sample would end by its grades.
    """
    if refused := ends_by_grades(campaign, outcome.aggregation.steps):
        return refused
    if outcome.aggregation.n_pairs:
        largest = int(outcome.aggregation.relevances.max())
        return none_relevant(outcome.asked_min_relevance, largest)
    if not outcome.n_recorded:
        sentence = f"Campaign {campaign.name} has no judgments to derive labels from."
        return LabelsRefused(sentence, code="no_judgments")
    step = next(step for step in outcome.aggregation.steps if not step.n_pairs)
    if step.name == "assessors":
        return LabelsRefused(
            f"No labels remain of campaign {campaign.name}: all its judgments"
            f" ({step.n_judgments_removed}, with those that give no grade) are of assessors whose"
            " votes do not count. Those of simulated assessors and of models count only where the"
            " policy names them.",
            code="nobody_counts",
        )
    return LabelsRefused(
        f"No labels remain of campaign {campaign.name}: the step {step.name!r} removed the last"
        f" {step.n_judgments_removed} judgments of {len(step.topics_removed)} topics.",
        code="nothing_left",
    )


def _store(
    name: str,
    campaign: Campaign,
    outcome: Outcome,
    others: OtherSets,
    drawn: DrawnLabels | None,
    actor: User | None,
) -> LabelSet:
    aggregation, policy = outcome.aggregation, outcome.policy
    report = _report(outcome, docid_map(campaign.pool.collection))
    if drawn is not None:
        report |= _of_drawn(drawn, outcome)
    named = [other for other in others if other is not None]
    label_set = store_labels(
        name=name,
        collection=campaign.pool.collection,
        topic_set=campaign.pool.topic_set,
        origin=Origin(LabelSource.DERIVED, report, campaign, policy, named),
        relevances=_arrays(aggregation) if drawn is None else drawn.relevances,
        min_relevance=policy["min_relevance"],
        scale=aggregation.scale,
        sample=None if drawn is None else drawn.sample,
    )
    fields = {"labels": name, "content_hash": label_set.content_hash}
    log_event(campaign=campaign, kind=EventKind.LABELS_DERIVED, actor=actor, **fields)
    return label_set


def _of_drawn(drawn: DrawnLabels, outcome: Outcome) -> dict[str, Any]:
    """The part of the report that is of the sample's labels, in place of all of the campaign's.

    Raises:
        LabelsRefused: the least relevant label that was asked for is above every label.
    """
    largest = int(np.concatenate([labels.values for labels in drawn.relevances.values()]).max())
    if refused := none_relevant(outcome.asked_min_relevance, largest):
        raise refused
    return {**drawn.report, "n_gold": len(drawn.pairs & outcome.gold.keys())}


def _arrays(aggregation: Aggregation) -> dict[str, Relevances]:
    return {
        query_id: Relevances(passages.astype(np.int32), relevances.astype(np.int16))
        for query_id, (passages, relevances) in aggregation.by_topic.items()
    }


def _identity(labels: LabelSet | None) -> OtherLabels | None:
    if labels is None:
        return None
    return OtherLabels(labels.name, labels.content_hash, labels.min_relevance)


def _report(outcome: Outcome, docids: DocidMap) -> dict[str, Any]:
    aggregation = outcome.aggregation
    return {
        "steps": [step._asdict() for step in aggregation.steps],
        "n_ties": aggregation.n_ties,
        "n_gold": aggregation.n_gold,
        "n_votes": sum(outcome.n_votes_by_kind.values()),
        "n_votes_by_kind": outcome.n_votes_by_kind,
        "votes_hash": hash_of_votes(outcome.votes, docids),
        "decisions_hash": hash_of_decisions(outcome.decisions, docids),
        "gold_hash": hash_of_decisions(outcome.gold, docids),
        "medians": _rounded_medians(aggregation, docids),
    }


def _rounded_medians(aggregation: Aggregation, docids: DocidMap) -> dict[str, dict[str, float]]:
    """Medians and means between two grades, before rounding, by query_id and doc_id."""
    is_rounded = aggregation.is_rounded
    doc_ids = docids.doc_ids_of(aggregation.passages[is_rounded].astype(np.int32))
    topics, values = aggregation.pair_topics[is_rounded], aggregation.exact[is_rounded]
    rounded: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for topic, doc_id, value in zip(topics.tolist(), doc_ids, values.tolist(), strict=True):
        rounded[aggregation.topics[topic]][doc_id.decode()] = value
    return rounded
