"""How to cite a campaign or a label set, as BibTeX; nothing in it is invented."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from django.db.models import Count, Max
from django.db.models.functions import TruncDate

from annotation.database import one_snapshot
from annotation.datasheets.facts import recorded_in
from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import stored_counts
from annotation.labels.combining import parents_of
from annotation.models import Campaign, LabelSet, LabelSource
from annotation.votes.stored import hash_of_votes, stored_votes
from ranking.collections.docid_maps import docid_map
from regrade import __version__
from regrade.counted import counted

# What TeX takes for a command. Braces are spelled: BibTeX counts them, escaped ones as well.
TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "$&%#_"},
}
KEY_DIGITS = 8  # of the hash, so that two sets of one name have two keys
_UNFIT_FOR_KEY = re.compile(r"[^A-Za-z0-9]+")


def labels_citation(label_set: LabelSet, authors: Sequence[str] = ()) -> str:
    """A label set as an entry; its version is the hash of its content.

    An imported set has no year: it is older than its import, by how much is not stored.

    Raises:
        LabelsRefused: the set is not complete yet.
    """
    if label_set.frozen_at is None:
        raise LabelsRefused(f"{label_set.name} is not complete yet.", code="being_made")
    counts = stored_counts([label_set])[label_set.pk]
    day = label_set.frozen_at.astimezone(UTC).date()
    origins = {
        LabelSource.DERIVED: f"derived from campaign {label_set.campaign}",
        LabelSource.COMBINED: f"combined of {', '.join(parents_of(label_set))}",
    }
    origin = origins.get(LabelSource(label_set.source), "imported")
    note = (
        f"{counted(counts.n_pairs, 'label')} in {counted(counts.n_topics, 'topic')} of"
        f" `{label_set.topic_set}', passages of `{label_set.collection}'; {origin} on {day}."
        f" Content hash: {label_set.content_hash}"
    )
    fields = {
        "title": f"{label_set.name}: relevance labels",
        "year": "" if label_set.source == LabelSource.IMPORTED else str(day.year),
        "version": label_set.content_hash[:12],
        "howpublished": f"TREC qrels, exported by Regrade {__version__}",
        "note": note,
    }
    return _entry(label_set.name, label_set.content_hash, fields, authors)


@one_snapshot()
def campaign_citation(campaign: Campaign, authors: Sequence[str] = ()) -> str:
    """A campaign's judgments as an entry; the version is the hash of its votes as they are now.

    The year is that of the last judgment; without one there is none.
    """
    judged = recorded_in(campaign).aggregate(
        n=Count("pk"),
        n_assessors=Count("assessor", distinct=True),
        last=Max(TruncDate("created_at")),
    )
    votes = stored_votes(campaign).packed
    votes_hash = hash_of_votes(votes, docid_map(campaign.pool.collection))
    note = (
        f"{counted(judged['n'], 'judgment')} of {counted(judged['n_assessors'], 'assessor')} on"
        f" {counted(campaign.pairs.count(), 'pair')}, topics of `{campaign.pool.topic_set}',"
        f" passages of `{campaign.pool.collection}'. Hash of the votes: {votes_hash}"
    )
    fields = {
        "title": f"{campaign.name}: relevance judgments",
        "year": str(judged["last"].year) if judged["last"] else "",
        "version": votes_hash[:12],
        "howpublished": f"Judgments by pseudonym, exported by Regrade {__version__}",
        "note": note,
    }
    return _entry(campaign.name, votes_hash, fields, authors)


def _entry(name: str, content_hash: str, fields: Mapping[str, str], authors: Sequence[str]) -> str:
    slug = _UNFIT_FOR_KEY.sub("-", name).strip("-")
    key = "-".join(part for part in ("regrade", slug, content_hash[:KEY_DIGITS]) if part)
    facts = {"author": " and ".join(_authors(authors))} if authors else {}
    facts |= {field: _tex(text) for field, text in fields.items() if text}
    lines = [f"  {field} = {{{text}}},\n" for field, text in facts.items()]
    return f"@misc{{{key},\n{''.join(lines)}}}\n"


def _authors(names: Sequence[str]) -> Iterator[str]:
    """Names as they were given; one with an `and` in it would be taken for two."""
    for name in names:
        escaped = _tex(name)
        yield f"{{{escaped}}}" if re.search(r"\sand\s", name, re.IGNORECASE) else escaped


def _tex(text: str) -> str:
    words = " ".join(text.split())
    return "".join(TEX.get(char, char) for char in words if char.isprintable())
