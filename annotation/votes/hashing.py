"""The hashes by which votes and decisions are known, with a database and without one."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ranking.collections.docids import DocidMap
from regrade.aggregation.content_hash import decisions_hash, votes_hash
from regrade.aggregation.trail import Decisions
from regrade.votes.packed import PackedVotes


def hash_of_votes(votes: PackedVotes, docids: DocidMap) -> str:
    """Of all recorded votes, graded or not; passages are ordinals of the collection."""
    return votes_hash(_rows(votes, docids))


def hash_of_decisions(decisions: Decisions, docids: DocidMap) -> str | None:
    """Of all decisions; passages are ordinals of the collection. None where there are none."""
    passages = np.array([passage for _, passage in decisions], dtype=np.int32)
    doc_ids = [name.decode() for name in docids.doc_ids_of(passages)]
    topics = [topic for topic, _ in decisions]
    return decisions_hash(zip(topics, doc_ids, decisions.values(), strict=True))


def _rows(votes: PackedVotes, docids: DocidMap) -> Iterator[tuple[str, str, str, int | None]]:
    """Query id, doc_id, assessor and grade of each vote."""
    doc_ids = [name.decode() for name in docids.doc_ids_of(votes.passages.astype(np.int32))]
    topics = votes.pair_topics.tolist()
    columns = votes.pairs.tolist(), votes.voters.tolist(), votes.grades.tolist()
    for pair, voter, grade in zip(*columns, strict=True):
        given = None if math.isnan(grade) else int(grade)
        yield votes.topics[topics[pair]], doc_ids[pair], votes.assessors[voter], given
