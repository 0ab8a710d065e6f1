"""A run none of whose passages has a label: what that makes of its scores, and why it may be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from itertools import islice
from typing import NamedTuple

EFFECT = "it scores like an empty ranking, so a test of it means nothing"
# What is wrong with ids is wrong with the first of them.
MOST_LOOKED_AT = 10_000
MOST_SHOWN = 40  # characters of an id
FEW = 0.1  # of the ids of one side
# A whole number, as a table writes it whose column came to hold doubles, or with zeros before it.
NUMBER = re.compile(r"(\d+)(?:\.0+)?")
# Where an id may fall into parts: between a digit and what is none, and beside a sign.
BOUNDARY = re.compile(r"(?<=\d)(?=\D)|(?<=\D)(?=\d)|(?<=[\W_])|(?=[\W_])")


class Added(NamedTuple):
    """What one id has more than another: before it ("begin with") or behind it ("end in")."""

    how: str
    affix: str
    longer: str
    shorter: str


def note_on_unlabelled(
    whose: str, n_passages: int, of_run: Iterable[str], of_labels: Iterable[str]
) -> str:
    """A sentence on a run without a labelled passage, with the likely cause.

    Args:
        whose: the run, such as "bm25.run".
        n_passages: how many passages it has in topics of the labels.
        of_run, of_labels: doc_ids of both in the topics that they share, topic by topic in the
            same order; the first of them are read.
    """
    none = f"none of {whose}'s {n_passages:,} passages in labelled topics has a label"
    if n_passages == 1:
        none = f"{whose}'s only passage in labelled topics has no label"
    first = (set(islice(ids, MOST_LOOKED_AT)) for ids in (of_run, of_labels))
    return f"{none}: {EFFECT}. The likely cause: {likely_cause(*first)}."


def likely_cause(of_run: Set[str], of_labels: Set[str]) -> str:
    """Why the doc_ids of a run do not meet those of the labels, from what both look like.

    Args:
        of_run: at least one.
        of_labels: of the same topics.
    """
    if not of_labels:
        return "the topics that it shares with the labels have no label"
    if both := of_run & of_labels:
        shared = f"{_shown(min(both))} has a label in another topic"
        return f"{shared}, so the query ids of the run and of the labels may mean other topics"
    if pair := _alike(str.casefold, of_run, of_labels):
        return f"the doc_ids differ in upper and lower case, {_such_as(*pair)}"
    if pair := _alike(_number, of_run, of_labels):
        return f"the doc_ids are the same numbers in another spelling, {_such_as(*pair)}"
    if added := _added(of_run, of_labels):
        of_ids = _such_as(added.longer, added.shorter)
        has = f"the run's doc_ids {added.how} '{_shown(added.affix)}'"
        return f"{has}; the labels' do not, {of_ids}"
    if added := _added(of_labels, of_run):
        of_ids = _such_as(added.shorter, added.longer)
        has = f"the labels' doc_ids {added.how} '{_shown(added.affix)}'"
        return f"{has}; the run's do not, {of_ids}"
    return f"the doc_ids may be of another collection, {_such_as(min(of_run), min(of_labels))}"


def _such_as(here: str, there: str) -> str:
    return f"such as {_shown(here)} in the run and {_shown(there)} in the labels"


def _shown(doc_id: str) -> str:
    """Both ends of a long id; characters that a terminal may obey are escaped."""
    half = MOST_SHOWN // 2
    short = doc_id if len(doc_id) <= MOST_SHOWN else f"{doc_id[:half]}…{doc_id[1 - half :]}"
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in short
    )


def _number(doc_id: str) -> str:
    match = NUMBER.fullmatch(doc_id)
    return match[1].lstrip("0") or "0" if match else doc_id


def _alike(
    norm: Callable[[str], str], of_run: Set[str], of_labels: Set[str]
) -> tuple[str, str] | None:
    """An id of each that are one id in another spelling."""
    spelled = {norm(doc_id): doc_id for doc_id in of_labels}
    return min(((one, spelled[norm(one)]) for one in of_run if norm(one) in spelled), default=None)


def _added(longer: Set[str], shorter: Set[str]) -> Added | None:
    """What most of the ids have before or behind ids of the other side, where few have it."""
    found = [added for doc_id in longer for added in _parts(doc_id, shorter)]
    if not found:
        return None
    [(commonest, _)] = Counter(added[:2] for added in found).most_common(1)
    if _share_with(*commonest, longer) <= 0.5 or _share_with(*commonest, shorter) > FEW:
        return None
    return min(added for added in found if added[:2] == commonest)


def _share_with(how: str, affix: str, doc_ids: Set[str]) -> float:
    has = str.startswith if how == "begin with" else str.endswith
    return sum(has(doc_id, affix) for doc_id in doc_ids) / len(doc_ids)


def _parts(doc_id: str, shorter: Set[str]) -> Iterator[Added]:
    """The ways to take one of the shorter ids out of this one."""
    for match in BOUNDARY.finditer(doc_id):
        before, behind = doc_id[: match.start()], doc_id[match.start() :]
        if behind in shorter:
            yield Added("begin with", before, doc_id, behind)
        if before in shorter:
            yield Added("end in", behind, doc_id, before)
