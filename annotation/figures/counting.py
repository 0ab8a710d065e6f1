"""All figures of a campaign, or one, under which label sets, and their CSV files."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from django.db.models import QuerySet

from annotation.database import one_snapshot
from annotation.exceptions import LabelsRefused
from annotation.figures.figure import Figure
from annotation.figures.ground import Ground
from annotation.figures.rows import FIGURES
from annotation.models import Campaign, LabelSet
from ranking.exceptions import NotFound
from ranking.lookup import first_of
from regrade.exceptions import ExportRefused
from regrade.files.outputs import drafting
from regrade.tables import CSV, in_style


@one_snapshot()
def campaign_figures(
    campaign: Campaign, label_sets: Sequence[LabelSet], names: Collection[str] = FIGURES
) -> list[Figure]:
    """Figures with columns for these label sets, all of one moment.

    Raises:
        NotFound: there is no figure of a name.
    """
    if strange := [name for name in names if name not in FIGURES]:
        raise NotFound(f"There is no figure named {strange[0]!r}; there is {', '.join(FIGURES)}.")
    ground = Ground(campaign, label_sets)
    return [FIGURES[name].figure(name, ground) for name in names]


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
            raise ExportRefused(
                f"{folder} is there already and not empty; name a new folder.",
                code="folder_in_use",
            )
        files = {
            f"{figure.name}.csv": in_style(figure.as_csv(), style)
            for figure in campaign_figures(campaign, label_sets)
        }
        with drafting(folder) as draft:
            for file, text in files.items():
                (draft / file).write_text(text, encoding="utf-8", newline="\n")
            draft.replace(folder)
    except OSError as error:
        raise ExportRefused(
            f"{folder} cannot be written ({error.strerror}).", code="not_writable"
        ) from error
    return list(files)


MOST, MOST_UNASKED = 10, 4


def label_sets_for_figures(
    campaign: Campaign, names: Sequence[str] | None, *, among: QuerySet[LabelSet]
) -> list[LabelSet]:
    """The label sets of these names, in their order, each once.

    No names are no label sets. None is those derived of the campaign, in the order of making: the
    four newest.

    Raises:
        NotFound: there is no label set of a name.
        LabelsRefused: one labels other topics or another collection, or there are more than ten.
    """
    if names is None:
        derived = among.filter(campaign=campaign).order_by("-created_at", "-pk")
        return list(derived.defer("report")[:MOST_UNASKED])[::-1]
    asked = list(dict.fromkeys(names))
    if len(asked) > MOST:
        raise LabelsRefused(
            f"{len(asked)} label sets are named; figures show {MOST} at most. Name fewer.",
            code="too_many_sets",
            field="labels",
        )
    return [_fitting(campaign, name, among) for name in asked]


def fitting_label_sets(campaign: Campaign, among: QuerySet[LabelSet]) -> QuerySet[LabelSet]:
    """Those of the campaign's topics and collection, derived of it or not."""
    pool = campaign.pool
    return among.filter(topic_set=pool.topic_set_id, collection=pool.collection_id)


def _fitting(campaign: Campaign, name: str, among: QuerySet[LabelSet]) -> LabelSet:
    found = among.select_related("topic_set", "collection").defer("report").filter(name=name)
    labels = first_of(found, f"There is no label set named {name!r}.")
    if not fitting_label_sets(campaign, among).filter(pk=labels.pk).exists():
        pool = campaign.pool
        raise LabelsRefused(
            f"{name} labels topic set {labels.topic_set} and collection {labels.collection},"
            f" campaign {campaign.name} judges {pool.topic_set} and {pool.collection}; labels of"
            " the same are needed.",
            code="other_ground",
            field="labels",
        )
    return labels
