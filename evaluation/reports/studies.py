"""A study's tables as flat rows, as lines below them, and in LaTeX as the typos paper has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import Any

from evaluation.comparisons.rows import details_of, finite
from evaluation.reports.latex import escape
from evaluation.reports.rows import LOWER_IS_BETTER, STARS, threshold_text, topics_text
from evaluation.scores.scoring import depth_name, depth_of
from evaluation.studies.failures import (
    Failure,
    FailureQuestion,
    Failures,
    PassageShown,
    RankShown,
)
from evaluation.studies.reading import VariantByTopic
from evaluation.studies.results import LineShown, StudyCell, StudyTable
from regrade.measures import Measure
from regrade.significance import TITLES, Corrected
from regrade.significance.wording import interval_of, interval_shown
from regrade.tables import csv_of, csv_of_rows

FAMILIES = {
    "originals": "variants against the originals",
    "rankers": "rankers against each other on the same texts",
    "losses": "what rankers lose, against each other",
    "lines": "lines against each other, by one ranker and measure",
}

LEVEL = 0.05  # of which the notes count differences


def ranker_letter(place: int) -> str:
    """By which markers name a ranker."""
    return ascii_lowercase[place] if place < len(ascii_lowercase) else f"({place + 1})"


def study_rows(table: StudyTable) -> list[dict[str, Any]]:
    """One row for each line, measure and ranker, with everything that a reader must know."""
    return [
        _row(table, line, cell)
        for line, cells in zip(table.lines, table.cells, strict=True)
        for cell in cells
    ]


def shown_rows(table: StudyTable) -> list[dict[str, Any]]:
    """A line and measure a row, each ranker with its value, its change in % and its markers."""
    rows = []
    for line, cells in zip(table.lines, table.cells, strict=True):
        for measure in table.question.measures:
            row = {"texts": line.title, "measure": measure.name}
            for cell in cells:
                if cell.measure.name == measure.name:
                    name = f"{table.rankers[cell.ranker]} ({ranker_letter(cell.ranker)})"
                    row[name] = _shown(cell)
            rows.append(row)
    return rows


def study_lines(table: StudyTable) -> list[str]:
    """Notes to print under a study's table."""
    question = table.question
    test = TITLES[question.method.test]
    lines = [f"{topics_text(table.topics)}; paired {test}, variants against originals; {STARS}"]
    lines += [_letters_text(table), *_families(table), *_intervals_text(table)]
    if table.n_complete < table.n_runs:
        lines.append(f"{table.n_complete:,} of {table.n_runs:,} runs are complete.")
    if question.by_kind:
        lines.append("Variants of one kind are one line: each topic has its mean over them.")
    if any(measure.lower_is_better for measure in question.measures):
        lines.append(LOWER_IS_BETTER)
    return [*lines, threshold_text(question.label_set)]


def study_latex(table: StudyTable) -> str:
    """A tabular for `booktabs`: lines as rows, under each ranker its measures; notes above it."""
    measures = table.question.measures
    n_columns = len(table.rankers) * len(measures)
    heads = [
        f"\\multicolumn{{{len(measures)}}}{{c}}{{{escape(name)}$^{{{ranker_letter(place)}}}$}}"
        for place, name in enumerate(table.rankers)
    ]
    arrows = [" ↓" if measure.lower_is_better else "" for measure in measures]
    names = [escape(each.name + arrow) for each, arrow in zip(measures, arrows, strict=True)]
    body = [_latex_line(table, number) for number in range(len(table.lines))]
    tabular = [
        f"\\begin{{tabular}}{{l{'r' * n_columns}}}",
        "\\toprule",
        " & ".join(["", *heads]) + " \\\\",
        " & ".join(["texts", *(names * len(table.rankers))]) + " \\\\",
        "\\midrule",
        *body,
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join([*(f"% {line}" for line in study_lines(table)), *tabular]) + "\n"


def by_topic_rows(shown: VariantByTopic) -> list[dict[str, Any]]:
    """One row for each topic and ranker."""
    return [
        {
            "query_id": topic.query_id,
            "query": topic.query,
            "query of the variant": topic.changed_query or topic.query,
            "variant": shown.variant,
            "measure": shown.measure,
            "ranker": ranker,
            "original": topic.before[place],
            "variant value": topic.after[place],
            "difference": topic.differences[place],
        }
        for topic in shown.topics
        for place, ranker in enumerate(shown.rankers)
    ]


def failures_csv(found: Failures, question: FailureQuestion) -> str:
    """The rows of failures as CSV; without any, the columns alone."""
    if found.rows:
        return csv_of_rows(list(failure_rows(found, question)))
    nobody = [RankShown(ranker, None, None, False, None) for ranker in found.rankers]
    empty = replace(found, rows=[Failure("", "", None, None, nobody)])
    [row] = failure_rows(empty, question)
    return csv_of(list(row), [])


def failure_rows(found: Failures, question: FailureQuestion) -> Iterator[dict[str, Any]]:
    """One row for each topic: ranks by ranker, and texts, as the paper's tables of failures."""
    for failure in found.rows:
        yield {
            "which": question.which,
            "variant": question.line,
            "query_id": failure.query_id,
            "query": failure.query,
            "query of the variant": failure.changed_query or failure.query,
            **_passage("relevant passage", failure.relevant),
            **_ranks(failure),
        }


def _ranks(failure: Failure) -> dict[str, Any]:
    answer = dict[str, Any]()
    for rank in failure.ranks:
        answer[f"{rank.ranker} rank, original"] = rank.before
        answer[f"{rank.ranker} rank"] = rank.after
        answer |= _passage(f"{rank.ranker} top passage", rank.top)
    return answer


def _passage(what: str, passage: PassageShown | None) -> dict[str, Any]:
    text = passage and (passage.changed_text or passage.text)
    return {what: passage and passage.doc_id, f"{what}, text": text}


def _row(table: StudyTable, line: LineShown, cell: StudyCell) -> dict[str, Any]:
    test = cell.test
    low, high = interval_shown(test)
    return {
        "study": table.question.study.name,
        "labels": table.question.label_set.name,
        "simulated": table.question.label_set.is_simulated,
        "texts": line.title,
        "changes": line.changes,
        "ranker": table.rankers[cell.ranker],
        "measure": cell.measure.name,
        "lower is better": cell.measure.lower_is_better,
        "original": cell.original,
        "mean": cell.mean,
        "difference": cell.difference,
        "relative": cell.relative,
        "low": finite(low),
        "high": finite(high),
        "interval of": interval_of(test),
        "confidence": test.confidence if test else None,
        "test": table.question.method.test,
        "p": test.p_value if test else None,
        "p_adjusted": cell.adjusted,
        "correction": table.question.correction,
        "stars": cell.stars,
        "better than": _names(table, cell.better_than),
        "loses less than": _names(table, cell.loses_less_than),
        "letters": cell.letters,
        "topics": len(table.topics.topics),
        "missing": cell.n_missing,
        "unjudged": cell.unjudged,
        "unjudged in": depth_name(depth_of(cell.measure)),
        **(details_of(test) if test else {}),
    }


def _shown(cell: StudyCell) -> str:
    """As `.4012** -12.3% >a,b [c]`."""
    parts = [f"{cell.mean:.4f}{cell.stars}"]
    if cell.relative is not None:
        parts.append(f"{cell.relative:+.1%}")
    if cell.better_than:
        parts.append(f">{','.join(map(ranker_letter, cell.better_than))}")
    if cell.letters:
        parts.append(f"[{cell.letters}]")
    return " ".join(parts)


def _names(table: StudyTable, places: Sequence[int]) -> str:
    return "; ".join(table.rankers[place] for place in places)


def _letters_text(table: StudyTable) -> str:
    rankers = ", ".join(f"{ranker_letter(n)} {name}" for n, name in enumerate(table.rankers))
    return f"Raised letters name the rankers that do worse on the same texts: {rankers}."


def _families(table: StudyTable) -> list[str]:
    if table.question.correction == "none":
        return ["No p-value is corrected for the number of tests."]
    return [
        f"{FAMILIES[name][0].upper()}{FAMILIES[name][1:]}: {_found(corrected)}"
        for name, corrected in table.corrections.items()
    ]


def _found(corrected: Corrected) -> str:
    """How its p-values were corrected, and how many differences that leaves."""
    n_found = sum(p is not None and p < LEVEL for p in corrected.p_values)
    n_differ = f"{n_found or 'no'} difference{'' if n_found == 1 else 's'} at {LEVEL}"
    return f"{corrected.explained.removesuffix('.')}: {n_differ}."


def _intervals_text(table: StudyTable) -> list[str]:
    """Said where the interval beside a mean difference is of something else."""
    of = {interval_of(cell.test) for cells in table.cells for cell in cells} - {None}
    other = sorted(name for name in of if name and name != "mean difference")
    return [
        f"Intervals are of the {name} estimate, which need not be near the mean difference that"
        " stands beside them; t has intervals of the mean difference."
        for name in other
    ]


def _latex_line(table: StudyTable, number: int) -> str:
    cells = {(cell.ranker, cell.measure.name): cell for cell in table.cells[number]}
    fields = [
        _latex_cell(cells.get((ranker, measure.name)), measure)
        for ranker in range(len(table.rankers))
        for measure in table.question.measures
    ]
    # Braces keep a title that begins with [ from being read as an option of the line above.
    return " & ".join(["{}" + escape(table.lines[number].title), *fields]) + " \\\\"


def _latex_cell(cell: StudyCell | None, measure: Measure) -> str:
    if cell is None:
        return "--"
    value = f"{cell.mean:.4f}{cell.stars}" if measure.is_tested else f"{cell.mean:.4f}"
    raised = "".join(map(ranker_letter, cell.better_than))
    return f"{value}$^{{{raised}}}$" if raised else value
