"""A run over windows of documents, turned into a run over the documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.collections.docid_maps import docid_map
from ranking.collections.documents import first_position, placed_passages
from ranking.exceptions import RankingError
from ranking.models import Collection, Ranking, Run, RunStatus
from ranking.runs.storing import TopicRanking, find_child, store_child
from regrade.code_version import code_version

RANKER = "roll-up"
CODE_VERSION = code_version("ranking/runs/rolling_up.py")
# What the score of a document is.
LABELS: Mapping[str, str] = {"max": "best window", "first": "first window"}
N_NAMED = 3
UNSEEN = -1


class Windows(NamedTuple):
    """Documents of a run's windows, by their ordinals in the run's collection.

    Attributes:
        documents: shape (n_passages,). The document's ordinal in the target collection, -1 for
            passages that the run has not retrieved.
        is_first: shape (n_passages,). Whether it is the first of its document.
    """

    documents: NDArray[np.int32]
    is_first: NDArray[np.bool_]


def roll_up(*, run: Run, name: str, of: Collection, by: str) -> Run:
    """Turn a run over windows into a run over their documents, its child: all topics or none.

    By `max` a document has the score of its best window. By `first` it has that of its first
    window, and drops out where that was not retrieved; the spec counts such documents, in
    `n_dropped`. A topic that keeps none gets no ranking. Called again for the same name with the
    same plan it returns the run that is there; of two calls at once one makes it and both return
    it.

    Args:
        of: the collection that has the documents by their ids: the original of the windows, or
            one with the same ids.

    Raises:
        NameTaken: there is a run of that name with another plan.
        NameRefused: the name is empty or holds a comma or a blank.
        BeingMade: the collection is a variant that is not finished.
        RankingError: an unknown way, a run that is not complete or holds passages of no document,
            or documents that the collection lacks.
    """
    _refuse(run, of, by)
    spec = _plan(run, of, by)
    if found := find_child(parent=run, name=name, spec=spec):
        return found
    rolled = _Rolling(run, _windows(run, of), by)
    rankings = list(rolled.rankings())
    spec["n_dropped"] = rolled.n_dropped
    return store_child(parent=run, name=name, collection=of, spec=spec, rankings=rankings)


class _Rolling:
    """`n_dropped` counts documents, topic by topic, whose first window was not retrieved."""

    def __init__(self, run: Run, windows: Windows, by: str) -> None:
        self.run, self.windows, self.by, self.n_dropped = run, windows, by, 0

    def rankings(self) -> Iterator[TopicRanking]:
        for ranking in self.run.rankings.order_by("topic__ordinal").iterator(chunk_size=100):
            documents, scores = self._documents(ranking)
            if documents.size:
                yield TopicRanking(ranking.topic_id, documents, scores)

    def _documents(self, ranking: Ranking) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        all_of_topic = self.windows.documents[ranking.ordinals]
        if self.by == "first":
            is_first = self.windows.is_first[ranking.ordinals]
            documents = all_of_topic[is_first]
            self.n_dropped += np.unique(all_of_topic).size - documents.size
            return documents, ranking.scores[is_first]
        documents, place = np.unique(all_of_topic, return_inverse=True)
        scores = np.full(documents.size, -np.inf)
        np.maximum.at(scores, place, ranking.scores)
        return documents, scores


def _refuse(run: Run, of: Collection, by: str) -> None:
    if by not in LABELS:
        raise RankingError(
            f"There is no way {by!r} to roll up; there is {' and '.join(LABELS)}.",
            code="unknown_roll_up",
        )
    if run.status != RunStatus.COMPLETE:
        raise RankingError(
            f"Run {run.name} is {run.status}; only a complete run is rolled up.",
            code="run_incomplete",
        )
    of.refuse_unmade()


def _plan(run: Run, of: Collection, by: str) -> dict[str, Any]:
    return {
        "ranker": RANKER,
        "label": LABELS[by],
        "by": by,
        "collection": of.name,
        "code_version": CODE_VERSION,
        "parent": run.name,
    }


def _windows(run: Run, of: Collection) -> Windows:
    ordinals, first = _retrieved(run), first_position(run.collection)
    document_ids, is_first = list[str](), np.zeros(run.collection.n_passages, dtype=np.bool_)
    passages = placed_passages(run.collection, ordinals)
    for ordinal, (doc_id, place) in zip(ordinals.tolist(), passages, strict=True):
        if place is None:
            raise RankingError(
                f"Passage {doc_id} of collection {run.collection.name} is of no document: runs over"
                " windows, as make_windows makes them, are rolled up, and over passages whose"
                " documents are known.",
                code="no_document",
            )
        document_ids.append(place.document_id)
        is_first[ordinal] = place.position == first
    documents = np.full(run.collection.n_passages, UNSEEN, dtype=np.int32)
    documents[ordinals] = _known(of, document_ids)
    return Windows(documents, is_first)


def _retrieved(run: Run) -> NDArray[np.int64]:
    """All ordinals that the run has for any topic, ascending."""
    is_retrieved = np.zeros(run.collection.n_passages, dtype=np.bool_)
    for ranking in run.rankings.iterator(chunk_size=100):
        is_retrieved[ranking.ordinals] = True
    return np.flatnonzero(is_retrieved)


def _known(of: Collection, document_ids: list[str]) -> NDArray[np.int32]:
    """The documents' ordinals in the target collection."""
    found = docid_map(of).ordinals_of(document_ids)
    lacking = sorted({document_ids[at] for at in np.flatnonzero(found < 0)})
    if lacking:
        more = " …" if len(lacking) > N_NAMED else ""
        s, have = ("", "has") if len(lacking) == 1 else ("s", "have")
        raise RankingError(
            f"Collection {of.name} lacks {len(lacking):,} document{s} that {have} windows in the"
            f" run: {', '.join(lacking[:N_NAMED])}{more}. Name the collection that the windows are"
            " of.",
            code="documents_missing",
        )
    return found
