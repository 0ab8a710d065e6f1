"""The figures of a campaign as CSV files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from annotation.figures.counting import campaign_figures
from annotation.models import Campaign, LabelSet
from regrade.exceptions import ExportRefused
from regrade.files.outputs import drafting
from regrade.tables import CSV, in_style


def write_figures(
    *, campaign: Campaign, label_sets: Sequence[LabelSet], folder: Path, style: str = CSV
) -> list[str]:
    """Write every figure as NAME.csv into a new folder, which appears whole or not at all.

    `style` is one of `CSV_STYLES`.

    Returns:
        The names of the files, in the order of the figures.

    Raises:
        ExportRefused: the folder holds something already, or cannot be written.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            sentence = f"{folder} is there already and not empty; name a new folder."
            raise ExportRefused(sentence, code="folder_in_use")
        figures = campaign_figures(campaign, label_sets)
        files = [f"{figure.name}.csv" for figure in figures]
        with drafting(folder) as draft:
            for file, figure in zip(files, figures, strict=True):
                text = in_style(figure.as_csv(), style)
                (draft / file).write_text(text, encoding="utf-8", newline="\n")
            draft.replace(folder)
    except OSError as error:
        sentence = f"{folder} cannot be written ({error.strerror})."
        raise ExportRefused(sentence, code="not_writable") from error
    return files
