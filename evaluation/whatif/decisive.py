"""Pairs that could most change the order of two runs, and labels that would turn it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import CampaignPair
from evaluation.exceptions import MeasureRefused, refused_as
from evaluation.whatif.stability import see_two
from evaluation.whatif.states import Seen, State
from ranking.collections.docid_maps import docid_map
from ranking.models import Topic
from regrade.aggregation.panel import Panel
from regrade.aggregation.relevance import at_threshold
from regrade.aggregation.tallies import Ballots
from regrade.whatif.candidates import Candidates
from regrade.whatif.effects import PairEffects, pair_effects
from regrade.whatif.systems import Labelled

Floats = NDArray[np.float64]
Status = Literal["unjudged", "tied", "disputed", "few", "agreed"]
Among = Literal["open", "all"]
Most = Annotated[int, {"min_value": 1, "max_value": 500}, "How many pairs to list."]
UNCHANGED = 1e-12  # effects that differ by less are one


class DecisivePair(NamedTuple):
    """A pair, and what its label could do to the difference of two runs' means.

    Attributes:
        pair: its key in the campaign; None where the campaign lacks it.
        status: unjudged has no label; of others the votes tie, differ, agree but are fewer than
            the campaign asks for, or agree.
        label: None without one.
        votes: grades that count, by the names of their assessors.
        first_rank, second_rank: None where a run did not retrieve it that far up.
        low, high: the largest changes of (second - first) in favour of the first, and of the
            second, that some label would bring.
        largest: the larger of the two, without its sign.
        expected: the mean change without its sign, with labels as likely as its votes and one more
            of the campaign's usual shares say.
    """

    query_id: str
    query: str
    doc_id: str
    pair: int | None
    status: Status
    label: int | None
    votes: Sequence[int]
    first_rank: int | None
    second_rank: int | None
    low: float
    high: float
    largest: float
    expected: float


class Decisive(NamedTuple):
    """The most decisive pairs of two runs, the largest effect first.

    Attributes:
        difference: of the second run's mean to the first's.
        n_open: pairs without a label, and those whose votes tie, differ or are few, that could
            change it.
        n_pairs: all pairs that could.
    """

    first: str
    second: str
    measure: str
    difference: float
    n_open: int
    n_pairs: int
    pairs: Sequence[DecisivePair]


class _Found(NamedTuple):
    """Facts about each candidate: parallel arrays.

    Attributes:
        places: the pair among the panel's; -1 is none.
        counts: shape (n, n_values). Votes for each label.
        statuses: numbers in `STATUSES`.
    """

    places: NDArray[np.int64]
    counts: Floats
    statuses: NDArray[np.int64]


STATUSES: tuple[Status, ...] = ("unjudged", "tied", "disputed", "few", "agreed")


def decisive_pairs(state: State, *, n: Most = 20, among: Among = "open") -> Decisive:
    """The pairs whose label could most change the order of two runs.

    One label changes at a time, the others stay as they are. `among` "open" lists pairs without a
    label, and those whose votes tie, differ or are fewer than wanted; "all" lists every pair.

    Raises:
        LabelsRefused, NotComparable: as `see_two` says.
        MeasureRefused: the measure has no such effects, or leaves unjudged passages out.
    """
    seen = see_two(state)
    labelled = seen.systems.label_set(seen.settled)
    values = np.array(seen.outcome.aggregation.scale)
    with refused_as(MeasureRefused, "", "", code="no_effects"):
        effects = pair_effects(
            state.measure, labelled.judged, *labelled.rankings, values=values.tolist()
        )
    found = _look_up(seen, labelled, effects.candidates, values)
    expected = effects.expected(_shares(found.counts))
    can_change = effects.largest > UNCHANGED
    is_open = can_change & (found.statuses < STATUSES.index("agreed"))
    chosen = np.flatnonzero(is_open if among == "open" else can_change)
    # Rounded, so that equal effects are ordered by what is expected of them.
    keys = np.round(effects.largest[chosen], 12), np.round(expected[chosen], 12)
    chosen = chosen[np.lexsort((chosen, -keys[1], -keys[0]))][:n]
    means = seen.scored.means
    return Decisive(
        state.runs[0].name,
        state.runs[1].name,
        state.measure.name,
        float(means[1] - means[0]),
        int(is_open.sum()),
        int(can_change.sum()),
        list(_rows(seen, labelled, effects, found, expected, chosen)),
    )


def _look_up(
    seen: Seen, labelled: Labelled, candidates: Candidates, values: NDArray[np.int64]
) -> _Found:
    panel, n_wanted = seen.outcome.panel, seen.state.campaign.judgments_per_pair
    votes = panel.voted
    places = _places(panel, labelled.topics[candidates.topics], candidates.passages)
    votes = votes.with_grades(at_threshold(votes.grades, panel.policy).astype(np.float64))
    counts = Ballots(votes, panel.policy, values).by_grade().counts.T
    given = np.where((places >= 0)[:, None], counts[places], 0.0)
    most, n_votes = given.max(axis=1, initial=0.0), given.sum(axis=1)
    n_leaders = (given == most[:, None]).sum(axis=1)
    is_tied = (n_votes > 0) & (n_leaders > 1)
    is_disputed = (n_votes > 0) & (most < n_votes)
    is_few = (n_votes > 0) & (n_votes < n_wanted)
    statuses = np.select([~candidates.is_labelled, is_tied, is_disputed, is_few], [0, 1, 2, 3], 4)
    return _Found(places, given, statuses)


def _places(
    panel: Panel, topics: NDArray[np.int64], passages: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The number of each pair among those of the panel that have votes; -1 is none."""
    votes = panel.votes
    stride = 1 + max(int(votes.passages.max(initial=0)), int(passages.max(initial=0)))
    known = votes.pair_topics * stride + votes.passages
    if not known.size:
        return np.full(topics.size, -1)
    order = np.argsort(known)
    wanted = topics * stride + passages
    at = np.minimum(np.searchsorted(known, wanted, sorter=order), known.size - 1)
    places = order[at]
    return np.where(known[places] == wanted, places, -1)


def _shares(counts: Floats) -> Floats:
    """How likely each label is: the pair's votes, and one more that is as votes usually are."""
    total = counts.sum()
    usual = counts.sum(axis=0) / total if total else np.full(counts.shape[1], 1 / counts.shape[1])
    shares: Floats = (counts + usual) / (counts.sum(axis=1, keepdims=True) + 1)
    return shares


def _rows(
    seen: Seen,
    labelled: Labelled,
    effects: PairEffects,
    found: _Found,
    expected: Floats,
    chosen: NDArray[np.int64],
) -> Iterator[DecisivePair]:
    candidates = effects.candidates.where(chosen)
    names = pair_names(seen, labelled, candidates)
    columns = (
        candidates.is_labelled,
        candidates.relevances,
        candidates.first_ranks,
        candidates.second_ranks,
        effects.low[chosen],
        effects.high[chosen],
        effects.largest[chosen],
        expected[chosen],
        found.statuses[chosen],
        found.places[chosen],
    )
    votes = _grades_by_pair(seen.outcome.panel, found.places[chosen])
    for name, row in zip(
        names, zip(*(each.tolist() for each in columns), strict=True), strict=True
    ):
        has_label, label, first, second, low, high, largest, mean, status, place = row
        yield DecisivePair(
            *name,
            STATUSES[status],
            label if has_label else None,
            votes.get(place, ()),
            first or None,
            second or None,
            min(low, 0.0),
            max(high, 0.0),
            largest,
            mean,
        )


class PairName(NamedTuple):
    query_id: str
    query: str
    doc_id: str
    pair: int | None  # its key in the campaign


def pair_names(seen: Seen, labelled: Labelled, candidates: Candidates) -> list[PairName]:
    """The names of each pair, in their order."""
    campaign, passages = seen.state.campaign, candidates.passages
    keys = np.array(seen.topic_keys)[candidates.topics]
    topics = Topic.objects.filter(pk__in=np.unique(keys).tolist())
    texts = {
        pk: (query_id, query)
        for pk, query_id, query in topics.values_list("pk", "query_id", "query")
    }
    doc_ids = docid_map(campaign.pool.collection).doc_ids_of(passages.astype(np.int32))
    rows = CampaignPair.objects.filter(
        campaign=campaign,
        pair__topic__in=list(texts),
        pair__passage__ordinal__in=np.unique(passages).tolist(),
    ).values_list("pair__topic", "pair__passage__ordinal", "pk")
    pair_of = {(topic, ordinal): pk for topic, ordinal, pk in rows}
    return [
        PairName(*texts[topic], doc_id.decode(), pair_of.get((topic, ordinal)))
        for topic, ordinal, doc_id in zip(keys.tolist(), passages.tolist(), doc_ids, strict=True)
    ]


def _grades_by_pair(panel: Panel, places: NDArray[np.int64]) -> dict[int, tuple[int, ...]]:
    """The grades of these pairs, by the names of their assessors."""
    votes = panel.voted
    rows = np.flatnonzero(np.isin(votes.pairs, places))
    rows = rows[np.lexsort((votes.voters[rows], votes.pairs[rows]))]
    found: dict[int, tuple[int, ...]] = {}
    for pair, grade in zip(votes.pairs[rows].tolist(), votes.grades[rows].tolist(), strict=True):
        found[pair] = (*found.get(pair, ()), int(grade))
    return found
