"""Probabilities of labels that are a sample: a topic a line, by doc_id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from django.db.models import Count, Max

from annotation.archives.layout import SAMPLE_MEMBER
from annotation.archives.opening import Archive
from annotation.archives.tables import TABLE_OF
from annotation.labels.arrays import Relevances, probabilities_by_topic, relevances_by_topic
from annotation.labels.storing import Sample
from annotation.models import Campaign, LabelSet, Pool
from ranking.collections.docid_maps import docid_map
from ranking.models import Collection

NONE_PREDICT: Mapping[str, Any] = {"predicted_by": None}
NOTHING = Relevances(np.zeros(0, np.int32), np.zeros(0, np.int16))


def sample_lines(label_set: LabelSet) -> Iterator[dict[str, Any]]:
    """All topics of the sample, also those without a drawn pair."""
    docids = docid_map(label_set.collection)
    by_topic = probabilities_by_topic(label_set)
    for query_id, labels in relevances_by_topic(label_set).items():
        doc_ids = [doc_id.decode() for doc_id in docids.doc_ids_of(labels.ordinals)]
        drawn = dict(zip(doc_ids, by_topic[query_id].tolist(), strict=True))
        yield {"query_id": query_id, "probabilities": drawn}


def read_sample(
    archive: Archive,
    number: int,
    design: Mapping[str, Any],
    collection: Collection,
    relevances: Mapping[str, Relevances],
) -> Sample | None:
    """The probabilities of a label set with a design, parallel to its labels; None without one.

    A pair that lacks its probability gets 0, which no label set takes.

    Raises:
        BadInput: a design without probabilities or the reverse, or a line of another shape.
    """
    member = SAMPLE_MEMBER.format(number)
    if not design and member not in archive.manifest.members:
        return None
    if not design:
        raise archive.wrong(member, "its label set is no sample", code="unknown_member")
    if member not in archive.manifest.members:
        raise archive.wrong(member, "it is missing", code="member_missing")
    docids, found = docid_map(collection), {}
    for line, row in archive.rows(member):
        query_id, drawn = row.get("query_id"), row.get("probabilities")
        if not isinstance(query_id, str) or not isinstance(drawn, dict) or not _fit(drawn):
            reason = "a line has a query_id, and a probability by doc_id"
            raise archive.wrong(member, reason, code="wrong_shape", line=line)
        ordinals = docids.ordinals_of(list(drawn)).tolist()
        by_ordinal = dict(zip(ordinals, drawn.values(), strict=True))
        labelled = relevances.get(query_id, NOTHING).ordinals.tolist()
        found[query_id] = np.array([by_ordinal.get(one, 0.0) for one in labelled], np.float64)
    return Sample(design, found)


def with_empty_topics(
    relevances: Mapping[str, Relevances], sample: Sample
) -> dict[str, Relevances]:
    """The labels, with those topics that no drawn pair belongs to."""
    return dict.fromkeys(sample.probabilities, NOTHING) | dict(relevances)


def check_draw(archive: Archive, campaign: Campaign) -> None:
    """Check that an imported pool's design, its pairs and the samples of them belong together.

    Raises:
        BadInput: they do not.
    """
    pool = campaign.pool
    design = pool.recipe.get("design")
    if design is not None and not _is_of_pool(design, pool):
        reason = "its design has other runs, or another depth, seed or number of pairs"
        raise archive.wrong(TABLE_OF[Pool].member, reason, code="other_design")
    for label_set in campaign.label_sets.all():
        if not _is_drawn_for(label_set.design, design):
            reason = f"the design of {label_set.name} is not that of the pool"
            raise archive.wrong(TABLE_OF[LabelSet].member, reason, code="other_design")


def _is_drawn_for(drawn: Mapping[str, Any], design: Mapping[str, Any] | None) -> bool:
    """Whether labels are of the pool's first pairs, or no sample where it has no design.

    Older frozen designs lack `predicted_by`, which their pool gains when it is drawn on.
    """
    if design is None:
        return not drawn
    n = min(drawn.get("n", 0), design["n"])
    return {**NONE_PREDICT, **drawn} == {**NONE_PREDICT, **design, "n": n}


def _is_of_pool(design: Mapping[str, Any], pool: Pool) -> bool:
    counted = pool.pairs.aggregate(
        n=Count("pk"), n_drawn=Count("draw_place"), n_at=Max("draw_place")
    )
    runs = {run.name for run in pool.runs.all()}
    return (
        {*design["runs"]} == runs
        and (design["depth"], design["seed"]) == (pool.depth, pool.seed)
        and {*counted.values()} == {design["n"]}
    )


def _fit(probabilities: Mapping[str, Any]) -> bool:
    return all(type(one) in (int, float) and 0 < one <= 1 for one in probabilities.values())
