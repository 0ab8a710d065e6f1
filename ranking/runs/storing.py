from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import DocidMap, find_tied, order_ranking
from ranking.exceptions import NameTaken, UnusableScores
from ranking.lookup import first_of, refuse_taken, settle_rights, taking_name
from ranking.models import Collection, PairScores, Ranking, Run, RunSource, RunStatus
from ranking.parameters.texts import differences
from ranking.storage.copying import copying

COPY = "COPY ranking_ranking (run_id, topic_id, ordinals, scores) FROM STDIN (FORMAT BINARY)"

OF_NO_PLAN = ("label", "n_dropped")  # of a spec: they follow from the rest


class TopicRanking(NamedTuple):
    """One topic's scored passages, in any order: parallel arrays of shape (n_retrieved,)."""

    topic_id: int
    ordinals: NDArray[np.int32]
    scores: NDArray[np.float64]


class TopicPairScores(NamedTuple):
    """One topic's pair scores, as `PairScores` keeps them.

    Attributes:
        ordinals: shape (n,), in the order of the run that was re-ranked.
        p: shape (n, n), NaN on the diagonal.
    """

    topic_id: int
    ordinals: NDArray[np.int32]
    p: NDArray[np.float32]


class ScoredTopics(NamedTuple):
    """Rankings and the machine that computed them, since last digits may depend on it."""

    rankings: list[TopicRanking]
    machine: str
    pair_scores: Sequence[TopicPairScores] = ()


class StoredRankings(NamedTuple):
    """Result of storing; `n_tied` counts lines that share their score with another of the topic."""

    n_topics: int
    n_lines: int
    n_tied: int
    depth: int


def store_rankings(
    *, run: Run, rankings: Iterable[TopicRanking], docids: DocidMap
) -> StoredRankings:
    """Store rankings of a run in their final order; every ranking is written here.

    Must run in the caller's transaction. Each topic of a run is written once: the database refuses
    a second write.

    Raises:
        UnusableScores: a score that is not finite, a passage twice in a topic, one outside the
            collection, or arrays of different lengths.
    """
    lengths: list[int] = []
    n_tied = 0
    with copying(COPY) as copy:
        copy.set_types(["int8", "int8", "bytea", "bytea"])
        for ranking in _ordered(run, rankings, docids):
            copy.write_row((run.pk, ranking.topic_id, *_packed(ranking)))
            lengths.append(len(ranking.ordinals))
            n_tied += int(np.count_nonzero(find_tied(ranking.scores)))
    return StoredRankings(len(lengths), sum(lengths), n_tied, max(lengths, default=0))


def store_pair_scores(*, run: Run, pairs: Iterable[TopicPairScores]) -> None:
    """Store pair scores beside a run's rankings, in the caller's transaction.

    Each topic's are written once: the database refuses a second write.
    """
    PairScores.objects.bulk_create(
        PairScores(run=run, topic_id=one.topic_id, ordinals=one.ordinals, p=one.p.reshape(-1))
        for one in pairs
    )


def _ordered(
    run: Run, rankings: Iterable[TopicRanking], docids: DocidMap
) -> Iterator[TopicRanking]:
    docid_rank = np.asarray(docids.docid_rank)
    for ranking in rankings:
        if problem := _problem(ranking, docid_rank.size):
            sentence, code = problem
            raise UnusableScores(
                f"Run {run.name}, topic {ranking.topic_id}: {sentence}.", code=code
            )
        order = order_ranking(ranking.scores, docid_rank[ranking.ordinals])
        yield TopicRanking(ranking.topic_id, ranking.ordinals[order], ranking.scores[order])


def _problem(ranking: TopicRanking, n_passages: int) -> tuple[str, str] | None:
    """First problem of a ranking, as a phrase and a code; None if there is none."""
    ordinals, scores = ranking.ordinals, ranking.scores
    if ordinals.shape != scores.shape:
        return f"{len(ordinals)} passages with {len(scores)} scores", "other_number_of_scores"
    if not np.isfinite(scores).all():
        return "a score is not a finite number", "score_not_finite"
    ascending = np.sort(ordinals)
    if (ascending[1:] == ascending[:-1]).any():
        return "a passage appears twice", "passage_twice"
    if ascending.size and not 0 <= ascending[0] <= ascending[-1] < n_passages:
        return "a passage is not of the collection", "unknown_passage"
    return None


def _packed(ranking: TopicRanking) -> tuple[bytes | None, bytes | None]:
    fields = Ranking._meta
    return (
        fields.get_field("ordinals").get_prep_value(ranking.ordinals),
        fields.get_field("scores").get_prep_value(ranking.scores),
    )


def store_run(*, run: Run, rankings: Iterable[TopicRanking]) -> StoredRankings:
    """Store a new complete run with its rankings. The caller holds the transaction."""
    run.status = RunStatus.COMPLETE
    run.save()
    stored = store_rankings(run=run, rankings=rankings, docids=docid_map(run.collection))
    run.depth = stored.depth
    run.save(update_fields=["depth"])
    return stored


def find_child(*, parent: Run, name: str, spec: Mapping[str, Any]) -> Run | None:
    """The child of that plan that is there already; None where the name is free.

    Raises:
        NameTaken: there is a run of that name with another plan.
        NameRefused: the name is empty or holds a comma or a blank.
    """
    children = Run.objects.seen().filter(parent=parent, spec__ranker=spec["ranker"])
    found = children.filter(name=name).first()
    if found is None:
        refuse_taken(Run, name)
        return None
    plan = {key: value for key, value in spec.items() if key not in OF_NO_PLAN}
    if how := differences(found.spec or {}, {"first_n": None, **plan}):
        how = f"whose plan differs in {how}"
        raise NameTaken(f"There is a run named {name!r} already, {how}; choose another name.")
    return found


def store_child(
    *,
    parent: Run,
    name: str,
    collection: Collection,
    spec: Mapping[str, Any],
    rankings: Iterable[TopicRanking],
) -> Run:
    """Store a run aggregated from its parent's scores: all or nothing.

    It takes the parent's current kind and, in its spec, name: a concurrent change of these either
    waits and updates the child too, or finishes first. It is private if parent, collection or
    topics are. What the same plan has stored a moment ago is returned instead.

    Raises:
        NameTaken, NameRefused: as `taking_name` says.
        NotFound: the parent was deleted meanwhile, or hidden from the requesting account.
        UnusableScores: as `store_rankings` says.
    """
    try:
        return _store_child(parent, name, collection, spec, rankings)
    except NameTaken:
        if found := find_child(parent=parent, name=name, spec=spec):
            return found
        raise


def _store_child(
    parent: Run,
    name: str,
    collection: Collection,
    spec: Mapping[str, Any],
    rankings: Iterable[TopicRanking],
) -> Run:
    with taking_name(Run, name):
        locked = Run.objects.select_for_update(no_key=True, of=("self",)).filter(pk=parent.pk)
        followed = first_of(
            locked, f"The run {parent} was deleted just now.", code="gone_meanwhile"
        )
        child = Run(
            name=name,
            collection=collection,
            topic_set=parent.topic_set,
            source=RunSource.COMPUTED,
            parent=followed,
            spec={**spec, "parent": followed.name},
            kind=followed.kind,
        )
        store_run(run=child, rankings=rankings)
        settle_rights(child, collection, parent.topic_set, followed)
    return child
