from __future__ import annotations

from pathlib import Path

from annotation.labels.gold import ORDER
from annotation.models import Campaign, ExpertGrade
from regrade.files.judging.judgments_writer import Layout, write_judgments
from regrade.files.outputs import writing_bytes

COLUMNS = ["query_id", "doc_id", "kind", "grade", "explanation"]


def export_marks(*, campaign: Campaign, path: Path) -> int:
    """Export the pairs with a known grade as JSON lines, by topic and passage.

    `read_marks` reads them. Returns their number.

    Raises:
        ExportRefused: the path is no plain file, or it cannot be written.
    """
    graded = ExpertGrade.objects.filter(campaign_pair__campaign=campaign).order_by(*ORDER)
    fields = (
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__doc_id",
        "campaign_pair__kind",
        "grade__value",
        "explanation",
    )
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in graded.values_list(*fields)]
    with writing_bytes(path) as stream:
        write_judgments(stream, Layout.JSONL, COLUMNS, rows)
    return len(rows)
