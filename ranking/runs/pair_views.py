"""Pair scores looked at: topics, the pairs of one that flip, and one pair both ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.collections.docid_maps import docid_map
from ranking.exceptions import NotFound, RankingError
from ranking.models import Passage, Ranking, Run, Topic
from ranking.pages import Page, place_in_list
from ranking.runs.pairs import TopicPairs, read_pairs, refuse_without_pairs
from regrade.neural.pairs.flips import find_flips, mean_flip_rate

PAGE = 50
SIMULATED = "simulated"  # in the spec of a run whose pair scores no model computed


class PairedTopic(NamedTuple):
    """A topic with pair scores; of its `n_pairs` pairs, in either order one, `n_flips` flip."""

    query_id: str
    query: str
    n_passages: int
    n_pairs: int
    n_flips: int
    flip_rate: float | None


class PairedTopics(NamedTuple):
    """All topics of a run that have pair scores, in the order of the topic set.

    `is_simulated`: a rule made them for a demo, no model.
    """

    run: str
    is_simulated: bool
    topics: list[PairedTopic]


class FlippedPair(NamedTuple):
    """A pair that flips: `first` stands higher among the candidates.

    `p_first` is the probability that the first is the better one, asked with it in front,
    `p_second` that the second is, asked with that in front. `gap` is |p_first + p_second - 1|.
    """

    first: str
    second: str
    p_first: float
    p_second: float
    gap: float


@dataclass(frozen=True, kw_only=True)
class FlippedPairs(Page):
    """A page of a topic's pairs that flip, the greatest gap first."""

    run: str
    query_id: str
    query: str
    rows: list[FlippedPair]


class PairedPassage(NamedTuple):
    """A passage of a pair, and its ranks from 1: none where that run has not ranked it."""

    doc_id: str
    title: str
    text: str | None
    rank: int | None
    rank_in_parent: int | None


class PairBothWays(NamedTuple):
    """One pair, asked with either passage in front.

    `p_first` is the probability that the first is the better one, asked with it in front;
    `p_second` that the second is, asked with that in front.
    """

    run: str
    parent: str | None
    query_id: str
    query: str
    is_simulated: bool
    first: PairedPassage
    second: PairedPassage
    p_first: float
    p_second: float
    flips: bool


def paired_topics(*, run: Run) -> PairedTopics:
    """How many pairs of each topic flip.

    Raises:
        RankingError: the run has no pair scores or not all, or they are no probabilities.
    """
    refuse_without_pairs(run=run)
    queries = dict(run.topic_set.topics.values_list("pk", "query"))
    found = []
    for pairs in read_pairs(run=run):
        n, n_flips = len(pairs.ordinals), int(np.triu(_flips(run, pairs)).sum())
        rate = mean_flip_rate(pairs.p) if n > 1 else None
        counted = (n, n * (n - 1) // 2, n_flips, rate)
        found.append(PairedTopic(pairs.query_id, queries[pairs.topic_id], *counted))
    return PairedTopics(run.name, is_simulated(run), found)


def flipped_pairs(
    *,
    run: Run,
    query_id: str,
    doc_id: Annotated[str, "A passage that is in each pair; empty takes all."] = "",
    page: int = 1,
) -> FlippedPairs:
    """The pairs of a topic that flip, the worst first, `PAGE` at a time.

    Args:
        doc_id: of a passage that is in each of them; empty takes all.
        page: from 1 on; one beyond the last is the last.

    Raises:
        NotFound: the run has no pair scores of that topic, or not that passage among them.
        RankingError: the run has no pair scores or not all, or they are no probabilities.
    """
    topic, pairs = _pairs_of(run, query_id)
    flips = np.triu(_flips(run, pairs))
    if doc_id:
        flips &= _with_passage(run, pairs, doc_id)
    first, second = np.nonzero(flips)
    p = pairs.p.astype(np.float64)
    gaps = np.abs(p[first, second] + p[second, first] - 1)
    at = place_in_list(page, n=len(gaps), size=PAGE)
    worst = np.argsort(-gaps, kind="stable")[at.part]
    doc_ids = _doc_ids(run, pairs)
    listed = [
        FlippedPair(doc_ids[i], doc_ids[j], float(p[i, j]), float(p[j, i]), float(gap))
        for i, j, gap in zip(first[worst], second[worst], gaps[worst], strict=True)
    ]
    return FlippedPairs(
        **at.numbers, run=run.name, query_id=query_id, query=topic.query, rows=listed
    )


def pair_both_ways(
    *,
    run: Run,
    query_id: str,
    first: Annotated[str, "A passage's doc_id."],
    second: Annotated[str, "Another one's."],
) -> PairBothWays:
    """One pair of a topic with both texts and both probabilities.

    Raises:
        NotFound: the run has no pair scores of that topic, or not those passages among them.
        RankingError: the run has no pair scores or not all, or the passage is named twice.
    """
    if first == second:
        raise RankingError(
            f"Passage {first} is no pair with itself; name two passages.", code="paired_with_itself"
        )
    topic, pairs = _pairs_of(run, query_id)
    doc_ids = _doc_ids(run, pairs)
    i, j = (_place(run, query_id, doc_ids, doc_id) for doc_id in (first, second))
    both = [int(pairs.ordinals[place]) for place in (i, j)]
    shown = [_passage(run, topic, ordinal) for ordinal in both]
    return PairBothWays(
        run=run.name,
        parent=run.parent.name if run.parent else None,
        query_id=query_id,
        query=topic.query,
        is_simulated=is_simulated(run),
        first=shown[0],
        second=shown[1],
        p_first=float(pairs.p[i, j]),
        p_second=float(pairs.p[j, i]),
        flips=bool(_flips(run, pairs)[i, j]),
    )


def is_simulated(run: Run) -> bool:
    """Whether the pair scores are of no model: a demo's, made by a rule."""
    return bool((run.spec or {}).get(SIMULATED))


def _pairs_of(run: Run, query_id: str) -> tuple[Topic, TopicPairs]:
    refuse_without_pairs(run=run)
    row = run.pair_scores.select_related("topic").filter(topic__query_id=query_id).first()
    if row is None:
        raise NotFound(
            f"Run {run.name} has no pair scores of a topic {query_id!r}.", code="no_pairs_of_topic"
        )
    n = len(row.ordinals)
    return row.topic, TopicPairs(row.topic_id, query_id, row.ordinals, row.p.reshape(n, n))


def _flips(run: Run, pairs: TopicPairs) -> NDArray[np.bool_]:
    try:
        return find_flips(pairs.p)
    except ValueError as error:
        raise RankingError(
            f"Run {run.name}, topic {pairs.query_id}: {error}.", code="unusable_pair_scores"
        ) from error


def _doc_ids(run: Run, pairs: TopicPairs) -> list[str]:
    found = docid_map(run.collection).doc_ids_of(pairs.ordinals)
    return [doc_id.decode() for doc_id in found]


def _place(run: Run, query_id: str, doc_ids: list[str], doc_id: str) -> int:
    if doc_id not in doc_ids:
        raise NotFound(
            f"Run {run.name} has no pairs of passage {doc_id!r} for topic {query_id}.",
            code="no_pairs_of_passage",
        )
    return doc_ids.index(doc_id)


def _with_passage(run: Run, pairs: TopicPairs, doc_id: str) -> NDArray[np.bool_]:
    place = _place(run, pairs.query_id, _doc_ids(run, pairs), doc_id)
    is_there: NDArray[np.bool_] = np.arange(len(pairs.ordinals)) == place
    either: NDArray[np.bool_] = is_there[:, np.newaxis] | is_there
    return either


def _passage(run: Run, topic: Topic, ordinal: int) -> PairedPassage:
    passage = Passage.objects.get(collection=run.collection, ordinal=ordinal)
    ranks = [_rank(each, topic, ordinal) for each in (run, run.parent)]
    return PairedPassage(passage.doc_id, passage.title, passage.text, *ranks)


def _rank(run: Run | None, topic: Topic, ordinal: int) -> int | None:
    ranking = Ranking.objects.filter(run=run, topic=topic).first() if run else None
    places = [] if ranking is None else np.flatnonzero(ranking.ordinals == ordinal).tolist()
    return places[0] + 1 if places else None
