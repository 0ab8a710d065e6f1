"""A comparison as a LaTeX table for `booktabs`: runs as columns, measures as rows."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.comparisons.results import Block, ComparedRuns
from evaluation.reports.rows import caveats
from evaluation.scores.depths import depth_name
from evaluation.scores.evaluating import cutoffs_of
from regrade.significance import PairedTest

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


def comparison_latex(compared: ComparedRuns) -> str:
    """One tabular for each label set, the caveats as comments above them."""
    comments = [f"% {line}" for line in caveats(compared)]
    tabulars = [_tabular(compared, block) for block in compared.blocks]
    return "\n".join(comments) + "\n" + "\n\n".join(tabulars) + "\n"


def escape(text: str) -> str:
    return "".join(SPECIAL.get(character, character) for character in text)


def _tabular(compared: ComparedRuns, block: Block) -> str:
    spread = _spread_heads(compared)
    columns = "l" + "r" * (3 + len(spread)) * len(block.contrasts)
    title = f"{escape(block.label_set.name)}, {len(compared.topics.topics)} topics"
    if block.label_set.is_simulated:
        title += ", simulated assessors"
    lines = [
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        f"\\multicolumn{{{len(columns)}}}{{l}}{{{title}}} \\\\",
        _row(["measure", *_heads(compared, block, spread)]),
        "\\midrule",
        *(_measure_row(compared, block, index, spread) for index in range(len(compared.measures))),
        "\\midrule",
        *(_unjudged_row(block, cutoff, spread) for cutoff in cutoffs_of(compared.measures)),
        _missing_row(block, spread),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines)


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


def _heads(compared: ComparedRuns, block: Block, spread: list[str]) -> list[str]:
    heads = []
    for contrast in block.contrasts:
        old = compared.baseline_labels
        baseline = old.name if old is not None else contrast.baseline.run.name
        heads += [baseline, contrast.run.run.name, "difference", *spread]
    return heads


def _measure_row(compared: ComparedRuns, block: Block, index: int, spread: list[str]) -> str:
    measure = compared.measures[index]
    fields = [measure.name + (" ↓" if measure.lower_is_better else "")]
    for contrast in block.contrasts:
        cell = contrast.cells[index]
        fields += [
            f"{cell.baseline_mean:.4f}",
            f"{cell.run_mean:.4f}",
            f"{_signed(cell.difference)}{cell.stars}",
            *_spread(cell.test, spread),
        ]
    return _row(fields)


def _unjudged_row(block: Block, cutoff: int, spread: list[str]) -> str:
    fields, blank = [f"unjudged in {depth_name(cutoff)}"], [""] * (1 + len(spread))
    for contrast in block.contrasts:
        shares = contrast.baseline.unjudged[cutoff], contrast.run.unjudged[cutoff]
        fields += ["--" if share is None else f"{share:.0%}" for share in shares] + blank
    return _row(fields)


def _missing_row(block: Block, spread: list[str]) -> str:
    fields, blank = ["missing topics"], [""] * (1 + len(spread))
    for contrast in block.contrasts:
        fields += [str(contrast.baseline.n_missing), str(contrast.run.n_missing), *blank]
    return _row(fields)


def _row(fields: list[str]) -> str:
    return " & ".join(escape(field) for field in fields) + " \\\\"
