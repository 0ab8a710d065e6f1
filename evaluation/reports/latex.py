"""A comparison as a LaTeX table for `booktabs`: runs as columns, measures as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from evaluation.comparisons.results import Block, Cell, ComparedRuns
from evaluation.families.letters import ComparedLetters
from evaluation.reports.rows import caveats
from evaluation.scores.evaluating import cutoffs_of
from evaluation.scores.scoring import depth_name
from regrade.significance import CORRECTIONS, PairedTest
from regrade.significance.wording import shown_p

MINUS = "\N{MINUS SIGN}"
BOUNDS = ["low", "high"]
NO_ESTIMATE = (None, None, None, None)
SPECIAL = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "↓": r"$\downarrow$",
    "<": "$<$",
    MINUS: "$-$",
}


LatexForm = Literal["plain", "full"]


class LatexOptions(NamedTuple):
    """How a table is set.

    Attributes:
        form: "full" has columns for the change in % and for p, corrected where that was asked.
        letters: raised at the means; None for none.
    """

    form: LatexForm = "plain"
    letters: ComparedLetters | None = None


PLAIN = LatexOptions()


def comparison_latex(compared: ComparedRuns, options: LatexOptions = PLAIN) -> str:
    """One tabular for each label set, the caveats as comments above them."""
    letters = options.letters.notes if options.letters else []
    comments = [f"% {line}" for line in [*caveats(compared), *letters]]
    tabulars = [_Tabular(compared, block, options).text for block in compared.blocks]
    return "\n".join(comments) + "\n" + "\n\n".join(tabulars) + "\n"


def escape(text: str) -> str:
    return "".join(SPECIAL.get(character, character) for character in text)


class _Tabular:
    """All contrasts under one label set."""

    def __init__(self, compared: ComparedRuns, block: Block, options: LatexOptions) -> None:
        self._compared, self._block = compared, block
        self._is_full, self._letters = options.form == "full", options.letters
        self._spread = _spread_heads(compared)

    @property
    def text(self) -> str:
        heads = self._heads()
        cutoffs = cutoffs_of(self._compared.measures)
        lines = [
            f"\\begin{{tabular}}{{l{'r' * len(heads)}}}",
            "\\toprule",
            f"\\multicolumn{{{1 + len(heads)}}}{{l}}{{{self._title()}}} \\\\",
            _row(["measure", *heads]),
            "\\midrule",
            *(self._measure_row(index) for index in range(len(self._compared.measures))),
            "\\midrule",
            *(self._unjudged_row(cutoff) for cutoff in cutoffs),
            self._missing_row(),
            "\\bottomrule",
            "\\end{tabular}",
        ]
        return "\n".join(lines)

    def _title(self) -> str:
        labels = self._block.label_set
        simulated = ", simulated assessors" if labels.is_simulated else ""
        return f"{escape(labels.name)}, {len(self._compared.topics.topics)} topics{simulated}"

    def _heads(self) -> list[str]:
        old, corrected = self._compared.baseline_labels, self._compared.corrected
        p = f"p ({CORRECTIONS[corrected.method]})" if corrected else "p"
        heads = []
        for contrast in self._block.contrasts:
            baseline = old.name if old is not None else contrast.baseline.run.name
            heads += [baseline, contrast.run.run.name, "difference", *self._spread]
            heads += ["change", p] if self._is_full else []
        return heads

    def _measure_row(self, index: int) -> str:
        measure = self._compared.measures[index]
        fields = [escape(measure.name + (" ↓" if measure.lower_is_better else ""))]
        for contrast in self._block.contrasts:
            cell = contrast.cells[index]
            first, second = contrast.baseline.run.name, contrast.run.run.name
            if self._compared.baseline_labels is not None:
                first = ""  # the run's own letters stand at its mean under these labels
            fields += [
                f"{cell.baseline_mean:.4f}{self._raised(cell, first)}",
                f"{cell.run_mean:.4f}{self._raised(cell, second)}",
                *map(escape, self._beside(cell)),
            ]
        return " & ".join(fields) + " \\\\"

    def _raised(self, cell: Cell, run: str) -> str:
        letters = self._letters and self._letters.of(self._block.label_set, cell.measure, run)
        return f"$^{{{letters}}}$" if letters else ""

    def _beside(self, cell: Cell) -> list[str]:
        fields = [f"{_signed(cell.difference)}{cell.stars}", *_spread(cell.test, self._spread)]
        if self._is_full:
            p = shown_p(cell.test.p_value if cell.adjusted is None else cell.adjusted)
            fields += [_percent(cell.relative), p or "--"]
        return fields

    def _unjudged_row(self, cutoff: int) -> str:
        fields = [f"unjudged in {depth_name(cutoff)}"]
        for contrast in self._block.contrasts:
            shares = contrast.baseline.unjudged[cutoff], contrast.run.unjudged[cutoff]
            fields += ["--" if share is None else f"{share:.0%}" for share in shares]
            fields += self._blank
        return _row(fields)

    def _missing_row(self) -> str:
        fields = ["missing topics"]
        for contrast in self._block.contrasts:
            fields += [str(contrast.baseline.n_missing), str(contrast.run.n_missing), *self._blank]
        return _row(fields)

    @property
    def _blank(self) -> list[str]:
        """Below the columns that only measures fill."""
        return [""] * (1 + len(self._spread) + 2 * self._is_full)


def _spread_heads(compared: ComparedRuns) -> list[str]:
    """Columns for what the caveats promise: the mean's interval, or an estimate with its own."""
    tests = [cell.test for *_, cell in compared.cells]
    if any(test.interval for test in tests):
        return BOUNDS
    estimates = [test.estimate.name for test in tests if test.estimate]
    return [estimates[0], *BOUNDS] if estimates else []


def _spread(test: PairedTest, heads: list[str]) -> list[str]:
    values: Sequence[float | None] = test.interval or (None, None)
    if heads != BOUNDS:
        _, value, interval, _ = test.estimate or NO_ESTIMATE
        values = value, *(interval or (None, None))
    return [_signed(value) for value in values][: len(heads)]


def _signed(value: float | None) -> str:
    return "--" if value is None else f"{value:+.4f}".replace("-", MINUS)


def _percent(share: float | None) -> str:
    return "--" if share is None else f"{share:+.1%}".replace("-", MINUS)


def _row(fields: list[str]) -> str:
    return " & ".join(escape(field) for field in fields) + " \\\\"
