"""A comparison as a LaTeX table for `booktabs`: runs as columns, measures as rows."""

from __future__ import annotations

from evaluation.comparison import Block, ComparedRuns
from evaluation.depths import depth_told
from evaluation.reports.rows import caveats
from evaluation.services.evaluate_runs import cutoffs_of

MINUS = "\N{MINUS SIGN}"
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
    columns = "l" + "rrr" * len(block.contrasts)
    title = f"{escape(block.label_set.name)}, {len(compared.topics.topics)} topics"
    if block.label_set.is_simulated:
        title += ", simulated assessors"
    lines = [
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        f"\\multicolumn{{{len(columns)}}}{{l}}{{{title}}} \\\\",
        _row(["measure", *_heads(compared, block)]),
        "\\midrule",
        *(_measure_row(compared, block, index) for index in range(len(compared.measures))),
        "\\midrule",
        *(_unjudged_row(block, cutoff) for cutoff in cutoffs_of(compared.measures)),
        _missing_row(block),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines)


def _heads(compared: ComparedRuns, block: Block) -> list[str]:
    heads = []
    for contrast in block.contrasts:
        old = compared.baseline_labels
        baseline = old.name if old is not None else contrast.baseline.run.name
        heads += [baseline, contrast.run.run.name, "difference"]
    return heads


def _measure_row(compared: ComparedRuns, block: Block, index: int) -> str:
    measure = compared.measures[index]
    fields = [measure.name + (" ↓" if measure.lower_is_better else "")]
    for contrast in block.contrasts:
        cell = contrast.cells[index]
        fields += [
            f"{cell.baseline_mean:.4f}",
            f"{cell.run_mean:.4f}",
            f"{cell.difference:+.4f}{cell.stars}".replace("-", MINUS),
        ]
    return _row(fields)


def _unjudged_row(block: Block, cutoff: int) -> str:
    fields = [f"unjudged in {depth_told(cutoff)}"]
    for contrast in block.contrasts:
        shares = contrast.baseline.unjudged[cutoff], contrast.run.unjudged[cutoff]
        fields += ["--" if share is None else f"{share:.0%}" for share in shares] + [""]
    return _row(fields)


def _missing_row(block: Block) -> str:
    fields = ["missing topics"]
    for contrast in block.contrasts:
        fields += [str(contrast.baseline.n_missing), str(contrast.run.n_missing), ""]
    return _row(fields)


def _row(fields: list[str]) -> str:
    return " & ".join(escape(field) for field in fields) + " \\\\"
