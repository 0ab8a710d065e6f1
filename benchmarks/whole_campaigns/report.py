from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tabulate import tabulate

from annotation.board.board import GroupRow, Totals
from regrade.agreement import Agreement

# What the board tells, by the name of the same count here.
ON_THE_BOARD = {
    "regular pairs": "n_pairs",
    "pairs that everyone judges": "n_overlap_pairs",
    "votes on regular pairs": "n_votes",
    "judgments of pairs that everyone judges": "n_overlap_votes",
    "surplus": "n_surplus",
    "pairs that somebody could not judge": "n_pairs_not_judged",
    "of these with fewer than k votes": "n_waiting_for_adjudication",
}


@dataclass(frozen=True)
class Report:
    """One campaign at its end."""

    name: str
    note: str
    terms: dict[str, Any]
    n_invited: dict[str, int]
    seconds: dict[str, float]
    events: dict[str, int]
    counts: dict[str, int]
    faults: dict[str, int]
    group: GroupRow | None
    agreement: Agreement

    @property
    def is_sound(self) -> bool:
        return not any(self.faults.values())

    def to_json(self) -> dict[str, Any]:
        group = self.group and self.group._asdict()
        return {**asdict(self), "group": group, "agreement": self.agreement._asdict()}


def differing(totals: Totals, counts: Mapping[str, int]) -> int:
    """How many figures of the board are not what was counted."""
    shown = totals._asdict()
    return sum(counts[name] != shown[field] for name, field in ON_THE_BOARD.items())


def to_text(reports: Sequence[Report]) -> str:
    """The campaigns side by side, in one table."""
    notes = "\n".join(f"{report.name}: {report.note}." for report in reports)
    parts: dict[str, list[Mapping[str, object]]] = {
        "setting": [_setting(report) for report in reports],
        "in the database": [report.counts for report in reports],
        "on the way": [report.events for report in reports],
        "plausible?": [_plausible(report) for report in reports],
        "must be zero": [report.faults for report in reports],
    }
    rows = [row for title, columns in parts.items() for row in _part(title, columns)]
    headers = ["", *(report.name for report in reports)]
    align = ("left", *["right"] * len(reports))
    table = tabulate(rows, headers, tablefmt="pipe", disable_numparse=True, colalign=align)
    return f"{notes}\n\n{table}"


def _part(title: str, columns: Sequence[Mapping[str, object]]) -> Iterator[tuple[str, ...]]:
    yield (f"**{title}**", *[""] * len(columns))
    for name in dict.fromkeys(name for column in columns for name in column):
        yield (name, *(_cell(column.get(name)) for column in columns))


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.3f}" if abs(value) < 1 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _setting(report: Report) -> dict[str, object]:
    terms = report.terms
    n_judgments = report.counts["judgments stored"]
    return {
        "judgments wanted of a pair, k": terms["judgments_per_pair"],
        "served": f"{terms['policy'].unit}, {terms['policy'].order} order",
        "quota of an assessor": terms["quota"],
        "lease, s": terms["lease_s"],
        **report.n_invited,
        **report.seconds,
        "judgments a second": n_judgments / report.seconds["judging, s"],
    }


def _plausible(report: Report) -> dict[str, object]:
    agreement, group = report.agreement, report.group
    return {
        "Fleiss' kappa of pairs with k votes": agreement.fleiss_kappa,
        "Krippendorff's alpha, nominal": agreement.alpha_nominal,
        "Krippendorff's alpha, ordinal": agreement.alpha_ordinal,
        "percent agreement, as a share": agreement.percent_agreement,
        "most frequent group, pairs": group and group.n_pairs,
        "most frequent group, share": group and group.share,
    }
