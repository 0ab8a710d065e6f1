from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.models import Adjudication, Campaign, CampaignPair, DecisionReason, Judgment
from annotation.pairs.deciding import check_state, record_decision
from regrade.files.judging.decisions import DecisionRow
from regrade.files.judging.judgments_writer import Layout, write_judgments
from regrade.files.outputs import writing_bytes

COLUMNS = [
    "query_id",
    "doc_id",
    "grade",
    "reason",
    "note",
    "decided_at",
    "adjudicator",
    "pair_kind",
]
NO_MEMBER = "organizer"  # in place of an account's name
ORDER = ("campaign_pair__pair__topic__ordinal", "campaign_pair__pair__passage__ordinal")


class DecisionsReport(NamedTuple):
    """Result of an import: how many decisions are new, took another's place, or stood already."""

    n_new: int
    n_changed: int
    n_known: int


def export_decisions(*, campaign: Campaign, path: Path, layout: Layout = Layout.CSV) -> int:
    """Export the live decisions as CSV, by topic and passage; returns their number.

    Adjudicators appear under their pseudonyms, non-members as an organizer. Decisions on gold and
    qualification pairs are included, marked by `pair_kind`; labels exclude them.

    Raises:
        ExportRefused: the path is no plain file, or it cannot be written.
    """
    made = Adjudication.objects.live().filter(campaign_pair__campaign=campaign)
    made = made.select_related("grade", "member", "campaign_pair__pair__topic")
    made = made.select_related("campaign_pair__pair__passage").order_by(*ORDER)
    rows = [_exported(one) for one in made.defer("campaign_pair__pair__passage__text")]
    with writing_bytes(path) as stream:
        write_judgments(stream, layout, COLUMNS, rows)
    return len(rows)


@transaction.atomic
def import_decisions(
    *, campaign: Campaign, adjudicator: User, rows: Sequence[DecisionRow]
) -> DecisionsReport:
    """Record decisions of a file as this adjudicator's: all of them or none.

    One that stands already, with the same grade, reason and note, stays as it is, so importing a
    file again adds nothing. A row without a reason gets the first that holds for its pair now.

    Raises:
        DecisionRefused: the campaign is not under way.
        BadInput: a pair that the campaign lacks or that the adjudicator judged, a grade off the
            scale, an unknown reason, a time that is yet to come.
    """
    check_state(campaign)
    pairs = _checked(campaign, adjudicator, rows)
    live = Adjudication.objects.live().filter(campaign_pair__in=pairs).select_related("grade")
    standing = {made.campaign_pair_id: made for made in live}
    n_new = n_changed = 0
    for row, pair in zip(rows, pairs, strict=True):
        before = standing.get(pair.pk)
        if before is not None and _says_the_same(row, before):
            continue
        record_decision(
            pair=pair,
            adjudicator=adjudicator,
            grade=row.grade,
            reason=DecisionReason(row.reason) if row.reason else None,
            note=row.note,
            decided_at=row.decided_at,
        )
        n_new, n_changed = n_new + (before is None), n_changed + (before is not None)
    return DecisionsReport(n_new, n_changed, len(rows) - n_new - n_changed)


def _exported(made: Adjudication) -> dict[str, object]:
    pair = made.campaign_pair.pair
    return {
        "query_id": pair.topic.query_id,
        "doc_id": pair.passage.doc_id,
        "grade": made.grade.value,
        "reason": made.reason,
        "note": made.note,
        "decided_at": made.created_at,
        "adjudicator": made.member.pseudonym if made.member else NO_MEMBER,
        "pair_kind": made.campaign_pair.kind,
    }


def _checked(
    campaign: Campaign, adjudicator: User, rows: Sequence[DecisionRow]
) -> list[CampaignPair]:
    """The pair of each row."""
    pairs = _pairs(campaign, rows)
    judged = set(
        Judgment.objects.answers()
        .filter(campaign_pair__campaign=campaign, assessor__user=adjudicator)
        .values_list("campaign_pair", flat=True)
    )
    scale = sorted(campaign.grades.values_list("value", flat=True))
    now = timezone.now()
    for row in rows:
        named, pair = f"passage {row.doc_id} of topic {row.query_id}", pairs.get(row[:2])
        if pair is None:
            raise row.wrong(f"{campaign} has no pair of {named}", code="unknown_pair")
        if pair.pk in judged:
            reason = f"{adjudicator} judged {named}; somebody else has to decide on it"
            raise row.wrong(reason, code="own_judgment")
        if row.grade not in scale:
            on_scale = ", ".join(map(str, scale))
            reason = f"the scale has no grade {row.grade}; it has {on_scale}"
            raise row.wrong(reason, code="grade_off_scale")
        if row.reason and row.reason not in DecisionReason.values:
            known = ", ".join(DecisionReason.values)
            raise row.wrong(f"reason {row.reason!r} is none of {known}", code="unknown_reason")
        if row.decided_at is not None and row.decided_at > now:
            raise row.wrong("decided_at is yet to come", code="time_to_come")
    return [pairs[row[:2]] for row in rows]


def _pairs(campaign: Campaign, rows: Sequence[DecisionRow]) -> dict[tuple[str, str], CampaignPair]:
    found = campaign.pairs.filter(
        pair__topic__query_id__in={row.query_id for row in rows},
        pair__passage__doc_id__in={row.doc_id for row in rows},
    )
    found = found.select_related("pair__topic", "pair__passage").defer("pair__passage__text")
    return {(one.pair.topic.query_id, one.pair.passage.doc_id): one for one in found}


def _says_the_same(row: DecisionRow, made: Adjudication) -> bool:
    is_same = (row.grade, row.note) == (made.grade.value, made.note)
    return is_same and row.reason in ("", made.reason)
