"""A comparison as LaTeX tables for `booktabs`: runs as rows, measures as columns."""

from __future__ import annotations

from typing import Literal, NamedTuple

from evaluation.comparisons.results import Cell, ComparedRuns
from evaluation.families.letters import ComparedLetters
from evaluation.reports.by_run import RunCell, RunRow, RunTable, run_tables
from evaluation.reports.rows import caveats
from evaluation.scores.estimable import sampled
from regrade.measures.measure import MAX_CUTOFF
from regrade.prose.numbers import signed, unsigned
from regrade.significance.wording import interval_shown, shown_p

MINUS = "\N{MINUS SIGN}"
SPECIAL = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "↓": r"$\downarrow$",
    "<": "$<$",
    MINUS: "$-$",
}


LatexForm = Literal["plain", "intervals", "full"]
# Columns of a measure after its mean.
COLUMNS: dict[LatexForm, tuple[str, ...]] = {
    "plain": (),
    "intervals": ("difference",),
    "full": ("difference", "change", "p"),
}


class LatexOptions(NamedTuple):
    """How a table is set.

    Attributes:
        form: "plain" has the means alone, "intervals" beside each its difference from the
            baseline with its interval, "full" also the change in % and the p-value.
        letters: raised at the means instead of stars; None for stars.
    """

    form: LatexForm = "plain"
    letters: ComparedLetters | None = None


PLAIN = LatexOptions()


def comparison_latex(compared: ComparedRuns, options: LatexOptions = PLAIN) -> str:
    """One tabular for each label set, the caveats as comments above them.

    Sixteen runs by five measures fit a text 469 pt wide (Letter paper, margins of an inch).
    """
    letters = options.letters.notes if options.letters else []
    intervals = "In brackets" if "difference" in COLUMNS[options.form] else None
    notes = caveats(compared, intervals=intervals)
    comments = [f"% {line}" for line in [*notes, *letters]]
    tabulars = [_Tabular(compared, table, options).text for table in run_tables(compared)]
    return "\n".join(comments) + "\n" + "\n\n".join(tabulars) + "\n"


def escape(text: str) -> str:
    return "".join(SPECIAL.get(character, character) for character in text)


class _Tabular:
    """All runs under one label set."""

    def __init__(self, compared: ComparedRuns, table: RunTable, options: LatexOptions) -> None:
        self._compared, self._table, self._letters = compared, table, options.letters
        self._of_runs = compared.baseline_labels is None
        is_compared = any(cell.cell for row in table.rows for cell in row.cells)
        self._columns = COLUMNS[options.form] if is_compared else ()

    @property
    def text(self) -> str:
        # Means to the left: raised stars of several lengths would move them.
        measured = len(self._table.measures) * ("l" + "r" * len(self._columns))
        columns = measured + "r" * (len(self._table.cutoffs) + self._table.has_missing)
        lines = [
            "\\begingroup\\footnotesize\\setlength{\\tabcolsep}{3pt}",
            f"\\begin{{tabular}}{{l{columns}}}",
            "\\toprule",
            f"\\multicolumn{{{1 + len(columns)}}}{{l}}{{{self._title()}}} \\\\",
            _row(self._heads()),
            "\\midrule",
            *(_row(self._cells(row)) for row in self._table.rows),
            "\\bottomrule",
            "\\end{tabular}",
            "\\par\\endgroup",
        ]
        return "\n".join(lines)

    def _title(self) -> str:
        labels = self._table.label_set
        simulated = ", simulated assessors" if labels.is_simulated else ""
        sample = sampled(labels)
        estimated = f", {escape(sample.text)}" if sample else ""
        n_topics = len(self._compared.topics.topics)
        return f"{escape(labels.name)}, {n_topics} topics{simulated}{estimated}"

    def _heads(self) -> list[str]:
        heads = ["run"]
        for measure in self._table.measures:
            arrow = " ↓" if measure.lower_is_better else ""
            heads += [escape(measure.name + arrow), *self._columns]
        heads += [f"unj.{_at(cutoff)}" for cutoff in self._table.cutoffs]
        return heads + ["missing"] * self._table.has_missing

    def _cells(self, row: RunRow) -> list[str]:
        # After a line's end LaTeX would read these as its argument.
        guard = "{}" if row.name.startswith(("[", "*")) else ""
        fields = [guard + escape(row.name) + (" (baseline)" if row.is_baseline else "")]
        for index, cell in enumerate(row.cells):
            fields.append(self._mean(row, cell, index))
            fields += [escape(_beside(cell.cell, column)) for column in self._columns]
        shares = [row.scores.unjudged[cutoff] for cutoff in self._table.cutoffs]
        fields += ["--" if share is None else escape(f"{share:.0%}") for share in shares]
        return fields + [str(row.scores.n_missing)] * self._table.has_missing

    def _mean(self, row: RunRow, cell: RunCell, index: int) -> str:
        raised = cell.stars(of_runs=self._of_runs)
        if self._letters is not None:
            measure = self._table.measures[index]
            raised = self._letters.of(self._table.label_set, measure, row.scores.run.name)
        mean = escape(unsigned(cell.mean))
        shown = f"\\textbf{{{mean}}}" if cell.is_best else mean
        return f"{shown}$^{{{raised}}}$" if raised else shown


def _at(cutoff: int) -> str:
    """As a measure's name has it; nothing for the whole ranking."""
    return "" if cutoff == MAX_CUTOFF else f"@{cutoff}"


def _beside(cell: Cell | None, column: str) -> str:
    if cell is None:
        return ""
    if column == "change":
        return _percent(cell.relative)
    if column == "p":
        return shown_p(cell.test.p_value) or "--"
    return f"{_signed(cell.difference)}{_interval(cell)}"


def _interval(cell: Cell) -> str:
    """The mean difference's, else the test's own estimate with its interval."""
    low, high = interval_shown(cell.test)
    ends = "" if low is None or high is None else f" [{_signed(low)}, {_signed(high)}]"
    estimate = cell.test.estimate
    if estimate is None or cell.test.interval:
        return ends
    return f", {estimate.name} {_signed(estimate.value)}{ends}"


def _signed(value: float) -> str:
    return signed(value).replace("-", MINUS)


def _percent(share: float | None) -> str:
    return "--" if share is None else f"{share:+.1%}".replace("-", MINUS)


def _row(fields: list[str]) -> str:
    return " & ".join(fields) + " \\\\"
