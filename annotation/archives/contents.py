"""Contents of an archive beside the tables: passages, topics, runs, and files for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.archives.layout import (
    COLLECTION,
    DATASHEET,
    FIGURES,
    JUDGMENTS,
    MOST_PASSAGES,
    QRELS_MEMBER,
    README,
    RUN_MEMBER,
    RUNS,
    SAMPLE_MEMBER,
    TOPICS,
    Texts,
)
from annotation.archives.names import Names
from annotation.archives.readme import README_TEXT
from annotation.archives.samples import sample_lines
from annotation.archives.writer import ArchiveWriter, as_json
from annotation.datasheets.facts import facts_of
from annotation.datasheets.rendering import rendered
from annotation.exchange.exported_judgments import EVERYTHING, stream_judgments
from annotation.figures.counting import MOST, campaign_figures
from annotation.labels.arrays import relevances_by_topic
from annotation.labels.exporting import write_labels
from annotation.models import Campaign, LabelSet, PooledPair, PoolStrategy
from annotation.pools.designs import ordinals_to_draw_from
from ranking.models import Collection, Passage, Run, TopicSet
from ranking.runs.exporting import run_lines
from ranking.runs.spec_words import shown_model
from regrade.files.judging.judgments_writer import Layout
from regrade.files.judging.qrels_writer import QrelsForm

CHUNK = 2000
Mask = NDArray[np.bool_]
OF_COLLECTION = ("name", "description", "language", "licence")
OF_PASSAGE = ("title", "text", "metadata")
OF_PLACE = ("document_id", "position_in_document")
# Not written. An empty text stands below a title that is all there is.
EMPTY: Mapping[str, Sequence[object]] = {
    "title": [""],
    "text": [None],
    "metadata": [{}],
    "document_id": [None],
    "position_in_document": [None],
}
OF_TOPIC = ("ordinal", "query_id", "query", "description", "narrative", "metadata")
OF_RUN = ("name", "team", "tag", "kind", "link", "source", "spec", "metadata", "created_at")


class Scope(NamedTuple):
    """The things that an archive of a campaign has.

    Attributes:
        names: names of private label sets, hidden in the pool's recipe and the sets' policies.
    """

    campaign: Campaign
    collection: Collection
    topic_set: TopicSet
    runs: Sequence[Run]
    label_sets: Sequence[LabelSet]
    names: Names

    @property
    def derived(self) -> list[LabelSet]:
        """Label sets of the campaign itself."""
        return [one for one in self.label_sets if one.campaign_id == self.campaign.pk]


def write_passages(writer: ArchiveWriter, scope: Scope, texts: Texts) -> int:
    """Passages in the order of the collection: all, or of a large one those that are referred to.

    Returns:
        Their number.
    """
    pooled, used = _passages_of(scope)
    if used.size <= MOST_PASSAGES:
        used = np.ones_like(used)
    with_text = {"none": np.zeros_like(used), "pooled": pooled, "all": used}[texts]
    return writer.write_lines(COLLECTION, _passages(scope.collection, used, with_text))


def _passages_of(scope: Scope) -> tuple[Mask, Mask]:
    """Passages by ordinal: of pairs, or of those that pairs were drawn from, and of anything."""
    pooled = np.zeros(scope.collection.n_passages, dtype=np.bool_)
    pairs = PooledPair.objects.filter(pool=scope.campaign.pool_id).order_by()
    ordinals = pairs.values_list("passage__ordinal", flat=True).iterator(chunk_size=10 * CHUNK)
    pooled[np.fromiter(ordinals, dtype=np.int64)] = True
    if scope.campaign.pool.strategy == PoolStrategy.DESIGN:
        pooled[ordinals_to_draw_from(scope.campaign.pool)] = True
    used = pooled.copy()
    for run in scope.runs:
        for ranked in run.rankings.values_list("ordinals", flat=True).iterator(chunk_size=50):
            used[np.asarray(ranked)] = True
    for label_set in scope.label_sets:
        for labels in relevances_by_topic(label_set).values():
            used[labels.ordinals] = True
    return pooled, used


def _passages(collection: Collection, used: Mask, with_text: Mask) -> Iterator[dict[str, Any]]:
    wanted = np.flatnonzero(used)
    for start in range(0, wanted.size, CHUNK):
        ordinals = wanted[start : start + CHUNK].tolist()
        rows = Passage.objects.filter(collection=collection, ordinal__in=ordinals)
        for row in rows.order_by("ordinal"):
            named = (*OF_PLACE, *OF_PASSAGE) if with_text[row.ordinal] else OF_PLACE
            fields = {name: getattr(row, name) for name in named}
            kept = {name: value for name, value in fields.items() if value not in EMPTY[name]}
            yield {"doc_id": row.doc_id} | kept


def write_topics(writer: ArchiveWriter, scope: Scope) -> int:
    topics = scope.topic_set.topics.order_by("ordinal").values(*OF_TOPIC)
    return writer.write_lines(TOPICS, topics.iterator(chunk_size=CHUNK))


def write_runs(writer: ArchiveWriter, scope: Scope) -> None:
    """Each run as a run file, and their descriptions in one file."""
    for number, run in enumerate(scope.runs, start=1):
        with writer.text_of(RUN_MEMBER.format(number)) as stream:
            for topic in run_lines(run=run, tag=run.name):
                stream.write(topic.text)
    numbers = {run.pk: number for number, run in enumerate(scope.runs, start=1)}
    rows = [{name: getattr(run, name) for name in OF_RUN} for run in scope.runs]
    for run, row in zip(scope.runs, rows, strict=True):
        row["created_at"] = run.created_at.isoformat()
        row["spec"] = without_paths(run.spec)
        row["parent"] = numbers.get(run.parent_id or 0)
    writer.write_text(RUNS, f"{as_json(rows)}\n")


def without_paths(value: Any) -> Any:
    """A spec in which models of this machine's folders have the folder's name only."""
    if not isinstance(value, dict):
        return value
    return {
        key: shown_model(one) if key == "name" and isinstance(one, str) else without_paths(one)
        for key, one in value.items()
    }


def write_for_people(writer: ArchiveWriter, scope: Scope) -> None:
    """Labels and judgments in standard formats, datasheet and figures."""
    for number, label_set in enumerate(scope.label_sets, start=1):
        with writer.text_of(QRELS_MEMBER.format(number)) as stream:
            write_labels(stream=stream, label_set=label_set, mapping={}, form=QrelsForm.TREC)
        is_own = label_set.campaign_id == scope.campaign.pk
        if label_set.is_sample or (is_own and label_set.design):
            writer.write_lines(SAMPLE_MEMBER.format(number), sample_lines(label_set))
    with writer.bytes_of(JUDGMENTS) as judgments:
        stream_judgments(
            stream=judgments, campaign=scope.campaign, layout=Layout.JSONL, options=EVERYTHING
        )
    writer.write_text(DATASHEET, rendered(facts_of(scope.campaign, scope.derived)))
    writer.write_text(FIGURES, f"{as_json(_figures(scope))}\n")
    writer.write_text(README, README_TEXT)


def _figures(scope: Scope) -> list[dict[str, Any]]:
    figures = campaign_figures(scope.campaign, scope.derived[-MOST:])
    return [
        one._asdict() | {"columns": [column._asdict() for column in one.columns]} for one in figures
    ]


def described(thing: Collection | TopicSet, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}
