from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ranking.exceptions import BrokenDevice, RankingError, UnfitWorker
from ranking.jobs.beating import uninterrupted
from ranking.models import TrainedModel
from ranking.parameters.ranges import OutOfRange
from ranking.rankers.neural_rankers import NeuralRanker, neural_ranker
from regrade.neural.batches import is_of_device
from regrade.neural.bert_tower import OWN_KINDS
from regrade.neural.model_folder import (
    DEFAULT_MODEL,
    ModelFolder,
    UnusableModel,
    find_model,
    local_folder,
)
from regrade.neural.networks import ComputeDevice, find_compute_device


class Loaded(NamedTuple):
    """A loaded ranker and its compute device."""

    ranker: Any
    compute: ComputeDevice


def freeze_model(
    ranker: str, model: str | None, passage_model: str | None = None, *, fetches: bool = True
) -> dict[str, Any]:
    """A spec's record of a ranker's model, read without loading it; later loads are checked against
    it.

    Args:
        fetches: whether a model of the hub may be fetched that is not on this machine yet.

    Raises:
        RankingError: no model is named, it cannot be found, or is none that the ranker reads.
    """
    kind = neural_ranker(ranker)
    if model is None and not kind.default_label:
        raise RankingError(
            f"{ranker} needs a model: a local folder, or a name on the hub.",
            code="no_model",
            field="model",
        )
    if passage_model is not None and not kind.takes_towers:
        raise RankingError(
            f"{ranker} has one model; a model for passages is for bert-dot.",
            code="one_model",
            field="passage_model",
        )
    folder = _found(model, "model", fetches)
    frozen = _freeze(folder, kind)
    return {
        "label": _label(kind, folder),
        "model": frozen,
        "passage_model": (
            _freeze(_found(passage_model, "passage_model", fetches), kind, "passage_model")
            if passage_model
            else None
        ),
    }


def _label(kind: NeuralRanker, folder: ModelFolder) -> str:
    if folder.name == DEFAULT_MODEL:
        return kind.default_label
    return kind.other_label if kind.other_label and folder.kind not in OWN_KINDS else kind.label


def refuse_longer(ranker: str, frozen: Mapping[str, Any], parameters: Mapping[str, Any]) -> None:
    """Refuse lengths that the models of a spec cannot read: texts would be truncated earlier.

    A ranker's own default is none that anybody asked for.

    Raises:
        OutOfRange: it says how long a text the model reads.
    """
    kind = neural_ranker(ranker)
    defaults = kind.options._field_defaults
    asked = {key: n for key, n in parameters.items() if key in kind.lengths}
    for key, n in asked.items():
        of_passages = frozen["passage_model"] if key == "max_passage_tokens" else None
        folder = found_again(of_passages or frozen["model"], fetches=False)
        longest = folder.longest_tokens
        if n != defaults[key] and longest is not None and n > longest:
            raise OutOfRange(
                f"parameters.{key}",
                f"at most {longest:,}, which is what {folder.name} reads; it is {n:,}",
            )


def load_frozen(spec: Mapping[str, Any]) -> Loaded:
    """Load the ranker of a spec; the process keeps it for later calls.

    Raises:
        UnfitWorker: its model is not found on this machine, or is another than the one frozen.
        RankingError: it cannot be loaded.
    """
    try:
        for key in ("model", "passage_model"):
            if spec.get(key):
                _refuse_other(found_again(spec[key]), spec[key])
    except RankingError as error:
        raise UnfitWorker(str(error), code=error.code, field=error.field) from error
    wanted = {
        key: spec.get(key)
        for key in ("ranker", "model", "passage_model", "precision", "parameters")
    }
    with uninterrupted:
        return _load(json.dumps(wanted, sort_keys=True))


def found_again(frozen: Mapping[str, str], *, fetches: bool = True) -> ModelFolder:
    """The folder of a model that a spec keeps.

    On the hub it is the very commit that was frozen, which may be the newest no longer.

    Raises:
        RankingError: it is here no longer.
    """
    return _found(frozen["name"], fetches=fetches, revision=frozen["revision"] or None)


def _found(
    model: str | None, field: str = "model", fetches: bool = True, revision: str | None = None
) -> ModelFolder:
    if model is not None and (folder := local_folder(model)):
        model = str(folder.resolve())  # workers stand in other folders
    elif model and (trained := TrainedModel.objects.seen().filter(name=model).first()):
        return ModelFolder(trained.name, trained.folder, "")
    try:
        return find_model(model, fetches=fetches, revision=revision)
    except UnusableModel as error:
        raise RankingError(f"Model {error}.", code=error.code, field=field) from error


def _freeze(folder: ModelFolder, kind: NeuralRanker | None, field: str = "model") -> dict[str, Any]:
    try:
        if kind and kind.kinds:
            folder.refuse_other_kinds(kind.kinds, needs=kind.needs)
        return folder.frozen()
    except UnusableModel as error:
        raise RankingError(f"Model {error}.", code=error.code, field=field) from error
    except OSError as error:
        raise RankingError(
            f"Model {folder.name}: a file cannot be read.", code="model_unreadable", field=field
        ) from error


def _refuse_other(folder: ModelFolder, frozen: Mapping[str, Any]) -> None:
    found = _freeze(folder, None)
    if changed := [key for key in found if found[key] != frozen.get(key)]:
        raise RankingError(
            f"Model {frozen['name']} has changed since the run was planned "
            f"({', '.join(changed)}); re-rank under a new name.",
            code="model_changed",
        )


@lru_cache(maxsize=2)
def _load(wanted: str) -> Loaded:
    spec = json.loads(wanted)
    kind = neural_ranker(spec["ranker"])
    compute = find_compute_device(precision=spec["precision"])
    options = kind.options(**spec["parameters"])
    towers = {}
    if spec["passage_model"]:
        towers["passage_folder"] = found_again(spec["passage_model"])
    try:
        ranker = kind.load(found_again(spec["model"]), compute, options, **towers)
    except UnusableModel as error:
        raise RankingError(f"Model {error}.", code=error.code, field="model") from error
    except ValueError as error:
        raise RankingError(f"{spec['ranker']}: {error}.", code="ranker_not_loaded") from error
    except RuntimeError as error:
        if not is_of_device(error):
            raise
        raise BrokenDevice(f"The model cannot be brought to the GPU: {error}") from error
    return Loaded(ranker, compute)
