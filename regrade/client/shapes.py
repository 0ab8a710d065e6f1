"""Answers of the API as tuples. Keys that later servers add are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar, cast

from regrade.client.errors import ServerRefused

Shape = TypeVar("Shape")
NOT_REGRADE = "not_regrade"


def shaped(shape: type[Shape], document: Mapping[str, Any]) -> Shape:
    """The document as a tuple of this class.

    Raises:
        ServerRefused: the document lacks one of its keys.
    """
    names: Sequence[str] = cast("Any", shape)._fields
    try:
        return shape(**{name: document[name] for name in names})
    except (KeyError, TypeError):
        sentence = f"The answer has not the keys {', '.join(names)}: is the server a Regrade?"
        raise ServerRefused(sentence, code=NOT_REGRADE, status=HTTPStatus.OK) from None


class ListPart(NamedTuple):
    """A part of a list, and the name behind which the next one begins."""

    rows: Sequence[Mapping[str, Any]]
    next_after: str | None


class Stored(NamedTuple):
    """Result of a push.

    Attributes:
        name: of the collection, topic set, run, label set or campaign.
        report: the whole answer of the API: counts (`n_lines`, `n_unknown_topics` ...), and in
            `overlap` or `note` a sentence on what does not fit.
    """

    name: str
    report: Mapping[str, Any]


class RunRow(NamedTuple):
    """A run in the library."""

    name: str
    collection: str
    topic_set: str
    team: str
    kind: str
    source: str
    status: str
    job: int | None
    depth: int
    n_topics: int
    created_at: str


class LabelsRow(NamedTuple):
    """A label set in the library."""

    name: str
    collection: str
    topic_set: str
    source: str
    campaign: str | None
    is_simulated: bool
    min_relevance: int
    n_topics: int
    n_pairs: int
    created_at: str


class CollectionRow(NamedTuple):
    """A collection in the library."""

    name: str
    n_passages: int
    is_made: bool
    created_at: str


class TopicSetRow(NamedTuple):
    """A topic set in the library."""

    name: str
    n_topics: int
    created_at: str


class ComparisonRow(NamedTuple):
    """A saved comparison."""

    name: str
    content_hash: str
    baseline: str | None
    runs: Sequence[str]
    labels: Sequence[str]
    measures: str
    created_at: str


class CampaignRow(NamedTuple):
    """A campaign of the account; counts of votes are None for assessors."""

    id: int
    name: str
    state: str
    judgments_per_pair: int
    is_simulated: bool
    n_wanted: int | None
    n_votes: int | None


class SubmissionRow(NamedTuple):
    """A file that a team handed in: taken as `run`, or refused with a code and a sentence.

    `report` has the `counts` of an accepted run, `warnings`, and the first `bad_lines` of a refused
    one.
    """

    file: str
    is_accepted: bool
    run: str | None
    report: Mapping[str, Any]
    code: str
    sentence: str
    created_at: str


class OwnCallRow(NamedTuple):
    """A call for runs as one of its teams sees it, with the files that the team sent.

    `why_closed` is a sentence if it takes no runs now, else empty.
    """

    name: str
    team: str
    topic_set: str
    collection: str
    deadline: str
    max_depth: int
    runs_per_team: int
    why_closed: str
    submissions: Sequence[SubmissionRow]


class DerivedLabels(NamedTuple):
    """A label set derived from a campaign's judgments, with the hash of its labels."""

    name: str
    min_relevance: int
    content_hash: str
    policy: Mapping[str, Any]
    counts: Mapping[str, Any]
