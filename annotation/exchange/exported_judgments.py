from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.db.models import QuerySet

from annotation.models import Campaign, Cause, Judgment, PairKind, Reason
from regrade.exceptions import ExportRefused
from regrade.files.judging.judgments_writer import Layout, write_judgments
from regrade.files.outputs import PACKED, writing_bytes

CHUNK = 2000
# What is exported, by the name of its column; the names are those that imports know.
FIELDS = {
    "query_id": "campaign_pair__pair__topic__query_id",
    "doc_id": "campaign_pair__pair__passage__doc_id",
    "assessor": "assessor__pseudonym",
    "assessor_kind": "assessor__kind",
    "english_level": "assessor__english_level",
    "occasion": "occasion",
    "grade": "grade__value",
    "reason_not_judged": "reason_not_judged",
    "spans": "spans",
    "text_hash": "text_hash",
    "confidence": "confidence",
    "active_ms": "active_ms",
    "away_ms": "away_ms",
    "position": "position",
    "rotation": "rotation",
    "guideline_version": "guideline__version",
    "policy_version": "policy__version",
    "policy_unit": "policy__unit",
    "policy_order": "policy__order",
    "policy_seed": "policy__seed",
    "pair_kind": "campaign_pair__kind",
    "pair_origin": "campaign_pair__pair__origin",
    "cause": "cause",
    "created_at": "created_at",
    "superseded_at": "superseded_at",
    "note": "note",
    "extra": "extra",
}
TIMES = ("created_at", "superseded_at")
SLOT, COUNTS_AS = "slot", "counts_as"
ORDER = (
    "campaign_pair__pair__topic__ordinal",
    "campaign_pair__pair__passage__ordinal",
    "assessor__pseudonym",
    "occasion",
    "created_at",
    "pk",
)


class ExportOptions(NamedTuple):
    """Options to export more than live judgments with times rounded down to the hour.

    Notes, exact times and the columns in `extra` may identify people.
    """

    exact_times: bool = False
    notes: bool = False
    extra: bool = False
    all_versions: bool = False  # what was changed or taken back later as well


EVERYTHING = ExportOptions(exact_times=True, notes=True, extra=True, all_versions=True)


class JudgmentsExport(NamedTuple):
    """Result of an export: rows by what they count as, and the number of assessors."""

    n_rows: int
    n_assessors: int
    n_by_status: dict[str, int]


def export_judgments(
    *, campaign: Campaign, path: Path, layout: Layout, options: ExportOptions
) -> JudgmentsExport:
    """Export a campaign's judgments; the file is created or replaced completely or not at all.

    Raises:
        ExportRefused: the path is no plain file, or it cannot be written; or Parquet, which is
            compressed already, is to be gzipped.
    """
    if layout is Layout.PARQUET and path.suffix == PACKED:
        sentence = f"Parquet is compressed already: leave out the {PACKED} of {path}."
        raise ExportRefused(sentence, code="packed_parquet")
    with writing_bytes(path) as stream:
        return stream_judgments(stream=stream, campaign=campaign, layout=layout, options=options)


def stream_judgments(
    *, stream: IO[bytes], campaign: Campaign, layout: Layout, options: ExportOptions
) -> JudgmentsExport:
    """Stream one row per judgment, by topic and passage, without loading them all.

    Assessors appear under their pseudonyms alone. What people withdrew stays out, whatever the
    options say; what they judged after they came back does not.
    """
    assessors: set[str] = set()
    statuses: Counter[str] = Counter()

    def counted() -> Iterator[dict[str, Any]]:
        for row in _rows(campaign, options):
            assessors.add(row["assessor"])
            statuses[row[COUNTS_AS]] += 1
            yield row

    write_judgments(stream, layout, columns(options), counted())
    return JudgmentsExport(statuses.total(), len(assessors), dict(sorted(statuses.items())))


def columns(options: ExportOptions) -> list[str]:
    left_out = {
        "superseded_at": not options.all_versions,
        "note": not options.notes,
        "extra": not options.extra,
    }
    names = [name for name in FIELDS if not left_out.get(name)]
    names.insert(names.index("cause") + 1, COUNTS_AS)
    return names


def _rows(campaign: Campaign, options: ExportOptions) -> Iterator[dict[str, Any]]:
    found = _exported(campaign, options).order_by(*ORDER)
    for values in found.values_list(*FIELDS.values(), SLOT).iterator(chunk_size=CHUNK):
        row = dict(zip([*FIELDS, SLOT], values, strict=True))
        for name in TIMES:
            row[name] = _time(row[name], is_exact=options.exact_times)
        row[COUNTS_AS] = _counts_as(row)
        yield row


def _exported(campaign: Campaign, options: ExportOptions) -> QuerySet[Judgment]:
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign).not_withdrawn()
    if options.all_versions:
        return judgments
    return judgments.live().exclude(reason_not_judged=Reason.RETRACTED)


def _counts_as(row: dict[str, Any]) -> str:
    """How a judgment counts in aggregation; only "vote" counts, unless a policy names others."""
    kind = row["pair_kind"]
    statuses = {
        "superseded": row["superseded_at"] is not None,
        "retracted": row["reason_not_judged"] == Reason.RETRACTED,
        "rejected": row["cause"] == Cause.REJECTED,
        "gold": kind == PairKind.GOLD,
        "qualification": kind == PairKind.QUALIFICATION,
        "repeat": row["occasion"] > 0,
        "not_judged": row["grade"] is None,
        "surplus": kind == PairKind.REGULAR and row[SLOT] is None,
    }
    return next((status for status, holds in statuses.items() if holds), "vote")


def _time(moment: datetime | None, *, is_exact: bool) -> datetime | None:
    if moment is None or is_exact:
        return moment
    return moment.replace(minute=0, second=0, microsecond=0)
