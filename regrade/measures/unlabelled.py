"""A run none of whose passages has a label: what that makes of its scores, and why it may be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set, Sized
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

EFFECT = "it scores like an empty ranking, so a test of it means nothing"
# What is wrong with ids is wrong with the first of them. Of a run's topic the first passages are
# those that a pool holds; the more topics, the more of sparse labels are met.
FIRST_RANKS = 20
MOST_OF_RUN, MOST_OF_LABELS = 2_000, 4_000
SAMPLE = 50  # ids that show which tests are worth making
LEAST_PAIRS = 3  # fewer may meet by chance
MOST_SHOWN = 40  # characters of an id
FEW = 0.1  # of the ids of one side
# Where an id may fall into parts: between a digit and what is none, and beside a sign.
BOUNDARY = re.compile(r"(?<=\d)(?=\D)|(?<=\D)(?=\d)|(?<=[\W_])|(?=[\W_])")


Affix: TypeAlias = tuple[str, str]  # how it stands there ("begin with" or "end in"), and itself
Pair: TypeAlias = tuple[str, str]


class Added(NamedTuple):
    """A prefix or suffix that ids have and the other side lacks, with one example of each."""

    how: str
    affix: str
    longer: str
    shorter: str


def note_on_unlabelled(
    whose: str,
    n_passages: int,
    of_run: Iterable[Iterable[str]],
    of_labels: Iterable[Iterable[str]],
) -> str:
    """A sentence on a run without a labelled passage, with the likely cause.

    Args:
        whose: the run, such as "bm25.run".
        n_passages: how many passages it has in topics of the labels.
        of_run, of_labels: doc_ids of each topic that both have, topics in the same order; the
            first of them are read.
    """
    none = f"none of {whose}'s {n_passages:,} passages in labelled topics has a label"
    if n_passages == 1:
        none = f"{whose}'s only passage in labelled topics has no label"
    first = chain.from_iterable(islice(topic, FIRST_RANKS) for topic in of_run)
    run = dict.fromkeys(islice(first, MOST_OF_RUN)).keys()
    labels = dict.fromkeys(islice(chain.from_iterable(of_labels), MOST_OF_LABELS)).keys()
    return f"{none}: {EFFECT}. The likely cause: {likely_cause(run, labels)}."


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
    """The number that a table wrote whose column came to hold doubles, or with zeros before it."""
    whole, _, zeros = doc_id.partition(".")
    return whole.lstrip("0") or "0" if whole.isdecimal() and not zeros.strip("0") else doc_id


def _alike(norm: Callable[[str], str], of_run: Set[str], of_labels: Set[str]) -> Pair | None:
    """An id of each that are one id in another spelling, where several are."""
    sample = chain(islice(of_run, SAMPLE), islice(of_labels, SAMPLE))
    if all(norm(doc_id) == doc_id for doc_id in sample):
        return None
    spelled = {norm(doc_id): doc_id for doc_id in of_labels}
    pairs = [(one, spelled[norm(one)]) for one in of_run if norm(one) in spelled]
    return min(pairs) if _are_several(pairs, of_run, of_labels) else None


def _are_several(pairs: Sized, *sides: Sized) -> bool:
    return len(pairs) >= min(LEAST_PAIRS, *map(len, sides))


def _added(longer: Set[str], shorter: Set[str]) -> Added | None:
    """Prefix or suffix that most ids have around an id of the other side, if few there have it."""
    sample = list(islice(longer, SAMPLE))
    n_with = Counter(affix for doc_id in sample for affix in _affixes(doc_id))
    common = (affix for affix, n in n_with.items() if n > len(sample) / 2)
    found = {affix: _without(affix, longer, shorter) for affix in common}
    commonest = max(found, key=lambda affix: len(found[affix]), default=None)
    if commonest is None or not _are_several(found[commonest], longer, shorter):
        return None
    if _share_with(*commonest, shorter) > FEW:
        return None
    return Added(*commonest, *min(found[commonest]))


def _share_with(how: str, affix: str, doc_ids: Set[str]) -> float:
    has = str.startswith if how == "begin with" else str.endswith
    return sum(has(doc_id, affix) for doc_id in doc_ids) / len(doc_ids)


def _affixes(doc_id: str) -> Iterator[Affix]:
    """Candidates for a prefix or suffix around an id of the other side."""
    for match in BOUNDARY.finditer(doc_id):
        if 0 < (cut := match.start()) < len(doc_id):
            yield "begin with", doc_id[:cut]
            yield "end in", doc_id[cut:]


def _without(affix: Affix, longer: Set[str], shorter: Set[str]) -> list[Pair]:
    """The ids that are one of the shorter ids without it, each with that."""
    how, text = affix
    remove = str.removeprefix if how == "begin with" else str.removesuffix
    rests = ((doc_id, remove(doc_id, text)) for doc_id in longer)
    return [pair for pair in rests if pair[1] in shorter]
