"""Labels of a campaign whose pool is by design: a sample, as far as pairs are labelled in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import Relevances
from annotation.labels.storing import Sample
from annotation.models import Campaign, PoolStrategy
from annotation.pools.designs import Framed, design_from_json, framed
from ranking.models import Topic
from regrade.aggregation.report import Step
from regrade.sampling.prediction import Judged

FEWEST = 2  # labelled pairs that an estimate can be made of
FIELDS = ("pair__topic__query_id", "pair__passage__ordinal", "pair__topic__ordinal")
# Steps that read grades: the first leaves out assessors, and so pairs also by those after it.
DISAGREEING, THIN = "min agreement", ("min assessors", "min votes")
BY_GRADES = (DISAGREEING, "unjudged ties", "fallback relevant")


class DrawnPair(NamedTuple):
    query_id: str
    passage: int  # ordinal
    topic: int  # ordinal


class FirstUnlabelled(NamedTuple):
    """The first drawn pair that has no label: no pair drawn later counts."""

    query_id: str
    doc_id: str


class KeptLabels(NamedTuple):
    """The pairs that were drawn first, up to the first one without a label.

    Attributes:
        values: their labels.
        n_drawn: pairs that the campaign has.
        n_left_out: labels of the campaign that its sample does not keep.
        ends_at: None where all drawn pairs have a label.
    """

    pairs: Sequence[DrawnPair]
    values: Sequence[int]
    n_drawn: int
    n_left_out: int
    ends_at: FirstUnlabelled | None


class DrawnLabels(NamedTuple):
    """The labels of the pairs that were drawn first, ready to be stored.

    Attributes:
        relevances: of all topics of the design, also those without a drawn pair.
        report: how many labels were left out, and why.
    """

    relevances: Mapping[str, Relevances]
    sample: Sample
    pairs: frozenset[tuple[str, int]]
    report: Mapping[str, Any]


def drawn_labels(
    campaign: Campaign, labels: Mapping[str, Mapping[int, int]], steps: Sequence[Step]
) -> DrawnLabels | None:
    """The labels up to the first drawn pair that has none; None where no pair was drawn.

    Only these have a known probability: that of being among the first n of the draw. Labels of
    pairs that were drawn later, and of pairs that were not drawn, are left out.

    Raises:
        LabelsRefused: fewer than two pairs are labelled before one that is not, or the rankings
            that pairs were drawn from have changed.
        NotFound: a run of the design is gone.
    """
    kept = kept_labels(campaign, labels)
    if kept is None:
        return None
    if refused := refusal_of_kept(campaign, kept, steps):
        raise refused
    document, first, values = campaign.pool.recipe["design"], kept.pairs, kept.values
    frame = framed(design_from_json(document, campaign.pool.runs.all()))
    probabilities = drawn_again(campaign, frame, first).probabilities
    by_topic = _by_topic(frame, first, np.array(values, np.int16), probabilities)
    relevances = {query_id: one for query_id, (one, _) in by_topic.items()}
    drawn = {query_id: one for query_id, (_, one) in by_topic.items()}
    return DrawnLabels(
        relevances,
        Sample({**document, "n": len(values)}, drawn),
        frozenset((one.query_id, one.passage) for one in first),
        _report(drawn_pairs(campaign), labels, len(values), relevances),
    )


def kept_labels(campaign: Campaign, labels: Mapping[str, Mapping[int, int]]) -> KeptLabels | None:
    """The labels that `drawn_labels` keeps, possibly too few; None where no pair was drawn."""
    if campaign.pool.strategy != PoolStrategy.DESIGN:
        return None
    pairs = drawn_pairs(campaign)
    values = first_labels(pairs, labels)
    n = len(values)
    end = None
    if n < len(pairs):
        passages = campaign.pool.collection.passages
        end = FirstUnlabelled(pairs[n].query_id, passages.get(ordinal=pairs[n].passage).doc_id)
    return KeptLabels(pairs[:n], values, len(pairs), sum(map(len, labels.values())) - n, end)


def drawn_pairs(campaign: Campaign) -> list[DrawnPair]:
    """Those that the campaign has, in the order in which they were drawn."""
    drawn = campaign.pairs.filter(pair__draw_place__isnull=False).order_by("pair__draw_place")
    return [DrawnPair(*row) for row in drawn.values_list(*FIELDS).iterator()]


def ends_by_grades(campaign: Campaign, steps: Sequence[Step]) -> LabelsRefused | None:
    """The refusal of rules that leave out drawn pairs by their grades; None where none does.

    How many pairs are labelled would depend on what the labels are, and estimates would be biased.
    """
    if campaign.pool.strategy != PoolStrategy.DESIGN:
        return None
    rules = _rules_by_grades(steps)
    if not rules:
        return None
    return LabelsRefused(
        f"The pairs of campaign {campaign.name} are a sample, and the policy leaves out some by"
        f" their grades ({', '.join(rules)}): where the sample ends would depend on what the labels"
        " are. Choose what decides ties, and drop no topics or assessors by their grades.",
        code="sample_ends_by_grades",
    )


def _rules_by_grades(steps: Sequence[Step]) -> list[str]:
    """Rules that left out pairs by their grades, or by the grades of the assessors left out."""
    removing = [step.name for step in steps if step.n_pairs_removed]
    rules = [name for name in removing if name in BY_GRADES]
    is_thinned = any(step.name == DISAGREEING and step.n_judgments_removed for step in steps)
    thin = [name for name in removing if name in THIN]
    return list(dict.fromkeys([DISAGREEING, *thin, *rules])) if is_thinned and thin else rules


def first_labels(pairs: Sequence[DrawnPair], labels: Mapping[str, Mapping[int, int]]) -> list[int]:
    """The labels of the first pairs, up to the first one that has none."""
    values = []
    for pair in pairs:
        value = labels.get(pair.query_id, {}).get(pair.passage)
        if value is None:
            break
        values.append(value)
    return values


def refusal_of_kept(
    campaign: Campaign, kept: KeptLabels, steps: Sequence[Step]
) -> LabelsRefused | None:
    """The refusal of too few labels: the pair at which they end, and the rules that may be why."""
    n, end = len(kept.values), kept.ends_at
    if n >= FEWEST:
        return None
    rules = [step.name for step in steps if step.n_pairs_removed]
    removed = f" Rules of the policy that left out pairs: {', '.join(rules)}." if rules else ""
    if end is None:
        sentence = f"Only {n} of its pairs were drawn."
    else:
        where = f"passage {end.doc_id} of topic {end.query_id}"
        sentence = f"Pair {n + 1}, {where}, has no label.{removed}"
    return LabelsRefused(
        f"An estimate needs the first {FEWEST} pairs of campaign {campaign.name} in the order in"
        f" which they were drawn. {sentence}",
        code="too_few_drawn",
    )


def drawn_again(campaign: Campaign, frame: Framed, first: Sequence[DrawnPair]) -> Judged:
    """The first drawn pairs of a campaign, in their order, as they are drawn from a frame.

    Raises:
        LabelsRefused: the rankings that pairs were drawn from have changed.
    """
    document = campaign.pool.recipe["design"]
    drawn = frame.drawn(min(len(first), frame.n_drawable), document["seed"])
    topics = frame.topic_ordinals[frame.frame.topics[drawn.pairs]].tolist()
    found = list(zip(topics, frame.frame.passages[drawn.pairs].tolist(), strict=True))
    is_same = found == [(one.topic, one.passage) for one in first]
    if not is_same or frame.frame.n_pairs != document["n_frame"]:
        raise LabelsRefused(
            f"The pairs of campaign {campaign.name} are not those that its design draws now: the"
            " runs or texts that they were drawn from have changed.",
            code="other_draw",
        )
    return Judged(drawn.pairs, np.minimum(drawn.probabilities[drawn.pairs], 1.0))


def _by_topic(
    frame: Framed,
    first: Sequence[DrawnPair],
    values: NDArray[np.int16],
    probabilities: NDArray[np.float64],
) -> dict[str, tuple[Relevances, NDArray[np.float64]]]:
    """Labels and probabilities of each topic of the frame."""
    names = dict(
        Topic.objects.filter(pk__in=frame.topic_ids.tolist()).values_list("pk", "query_id")
    )
    topics = np.array([one.topic for one in first])
    passages = np.array([one.passage for one in first], np.int32)
    found = {}
    for key, ordinal in zip(frame.topic_ids.tolist(), frame.topic_ordinals.tolist(), strict=True):
        of_topic = topics == ordinal
        labels = Relevances(passages[of_topic], values[of_topic])
        found[names[key]] = labels, probabilities[of_topic]
    return found


def _report(
    pairs: Sequence[DrawnPair],
    labels: Mapping[str, Mapping[int, int]],
    n: int,
    relevances: Mapping[str, Relevances],
) -> dict[str, Any]:
    n_drawn = sum(one.passage in labels.get(one.query_id, {}) for one in pairs)
    return {
        "n_drawn": len(pairs),
        "n_drawn_out_of_order": n_drawn - n,
        "n_not_drawn": sum(map(len, labels.values())) - n_drawn,
        "topics_without_drawn": [name for name, one in relevances.items() if not one.values.size],
    }
