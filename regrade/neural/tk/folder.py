"""A TK in a folder: config.json, vocab.txt and model.safetensors.

`vocab.txt` holds a word a line, lower-cased, in the order of the word vectors; line 1 stands for
padding and line 2 for every word that has no line. `model.safetensors` holds, in float32:

| name | shape |
|---|---|
| `word_vectors` | words, width |
| `contextualizer.layers.{i}.self_attn.in_proj_weight`, `in_proj_bias` | 3 * heads, width |
| `contextualizer.layers.{i}.self_attn.out_proj.weight`, `.bias` | width, heads |
| `contextualizer.layers.{i}.linear1.weight`, `.bias` | feed_forward, width |
| `contextualizer.layers.{i}.linear2.weight`, `.bias` | width, feed_forward |
| `contextualizer.layers.{i}.norm1.weight`, `.bias`; `norm2` likewise | width |
| `mixer` | 1 |
| `kernel_alpha_scaler` | 1, 1, kernels |
| `kernel_bin_weights.weight` | 1, kernels |

(of biases the first number alone; heads: their number times their width, which is the width
unless settings say otherwise). The layers are those of torch's `nn.TransformerEncoder`.
In what matchmaker saves these names follow
`neural_ir_model.`, and the word vectors are `word_embeddings.token_embedder_tokens.weight`; its
`mu` and `sigma` are our `kernel_means` and `kernel_widths`, its `positional_features_q` and `_d`
are computed here. Its vocabulary, `tokens.txt`, lacks the line for padding. A model that it
trained with `tk_mix_hybrid_context: False` has a mixer of 0, one with `tk_use_diff_posencoding:
False` counts positions of passages from 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from regrade.neural.model_folder import ModelFolder

if TYPE_CHECKING:
    import torch

KIND = "tk"
NEEDS = "tk reads a transformer-kernel model"
N_RESERVED = 2  # lines of the vocabulary that are no words
UNKNOWN = 1
KERNEL_MEANS = (1.0, 0.9, 0.7, 0.5, 0.3, 0.1, -0.1, -0.3, -0.5, -0.7, -0.9)
SINUSOIDS_NEED = 4  # dimensions: the slowest and the fastest sine, each with its cosine


@dataclass(frozen=True, slots=True)
class TkSettings:
    """Settings of a TK that its weights do not say; the defaults are the published models'.

    Attributes:
        width: of word vectors, d.
        n_heads: they part the width, unless each has a width of its own.
        n_layers: of transformer.
        feed_forward: inner width of a layer.
        kernel_means: where on the scale of cosines each kernel stands.
        kernel_widths: their standard deviations.
        passage_positions_from: the position of a passage's first word; a query's is 0.
        max_query_words: where queries are cut.
        max_passage_words: where passages are cut.
        head_width: of each head; None where they part the width.
    """

    width: int = 300
    n_heads: int = 10
    n_layers: int = 2
    feed_forward: int = 300
    kernel_means: Sequence[float] = KERNEL_MEANS
    kernel_widths: Sequence[float] = (0.1,) * len(KERNEL_MEANS)
    passage_positions_from: int = 500
    max_query_words: int = 30
    max_passage_words: int = 200
    head_width: int | None = None

    @property
    def width_of_head(self) -> int:
        """Dimensions of each head."""
        return self.width // self.n_heads if self.head_width is None else self.head_width

    def __post_init__(self) -> None:
        for name in ("n_heads", "n_layers", "feed_forward", "max_query_words", "max_passage_words"):
            _check_whole(name, getattr(self, name), least=1)
        _check_whole("width", self.width, least=SINUSOIDS_NEED)
        _check_whole("passage_positions_from", self.passage_positions_from, least=0)
        if self.head_width is not None:
            _check_whole("head_width", self.head_width, least=1)
        elif self.width % self.n_heads:
            raise ValueError(f"{self.n_heads} heads cannot part a width of {self.width}")
        n_means, n_widths = len(self.kernel_means), len(self.kernel_widths)
        if n_means != n_widths or not n_means:
            raise ValueError(f"{n_means} kernel_means need as many kernel_widths, not {n_widths}")
        if not np.isfinite([*self.kernel_means, *self.kernel_widths]).all():
            raise ValueError("kernel_means and kernel_widths must be finite numbers")
        if min(self.kernel_widths) <= 0:
            raise ValueError(f"kernel_widths must be above 0, got {min(self.kernel_widths)}")

    def shapes(self, n_words: int) -> dict[str, tuple[int, ...]]:
        """The shape of each weight, by its name."""
        d, wide, n_kernels = self.width, self.feed_forward, len(self.kernel_means)
        inner = self.n_heads * self.width_of_head
        layer: dict[str, tuple[int, ...]] = {
            "self_attn.in_proj_weight": (3 * inner, d),
            "self_attn.in_proj_bias": (3 * inner,),
            **_dense_shapes("self_attn.out_proj", d, inner),
            **_dense_shapes("linear1", wide, d),
            **_dense_shapes("linear2", d, wide),
            **{f"norm{n}.{part}": (d,) for n in (1, 2) for part in ("weight", "bias")},
        }
        layers = {
            f"contextualizer.layers.{i}.{name}": shape
            for i in range(self.n_layers)
            for name, shape in layer.items()
        }
        kernels = {
            "kernel_alpha_scaler": (1, 1, n_kernels),
            "kernel_bin_weights.weight": (1, n_kernels),
        }
        return {"word_vectors": (n_words, d), **layers, "mixer": (1,), **kernels}


class TkFiles(NamedTuple):
    """Contents of a folder; the vocabulary maps each word to its line, from 0."""

    settings: TkSettings
    vocabulary: dict[str, int]
    weights: dict[str, torch.Tensor]

    def to(self, device: torch.device) -> TkFiles:
        """The same with its weights on a device."""
        moved = {name: tensor.to(device) for name, tensor in self.weights.items()}
        return self._replace(weights=moved)


def read_tk(folder: ModelFolder) -> TkFiles:
    """Read a TK; the weights are on the CPU, in float32.

    Raises:
        UnusableModel: another kind of model, settings that make no sense, no vocabulary, or
            weights that miss a layer, do not fit one or hold an unknown one.
    """
    folder.refuse_other_kinds([KIND], needs=NEEDS)
    settings = _read_settings(folder)
    lines = _read_lines(folder)
    weights = _read_weights(folder)
    if misfit := _misfit(weights, settings.shapes(len(lines))):
        code, sentence = misfit
        raise folder.refusal(sentence, code=code)
    vocabulary = {word: line for line, word in enumerate(lines) if line >= N_RESERVED}
    if len(vocabulary) != len(lines) - N_RESERVED:
        raise folder.refusal(
            "vocab.txt must hold each word once, after the lines for padding and unknown words",
            code="bad_vocabulary",
        )
    floats = {name: tensor.float() for name, tensor in weights.items()}
    return TkFiles(settings, vocabulary, floats)


def save_tk(
    path: Path, settings: TkSettings, words: Sequence[str], weights: Mapping[str, torch.Tensor]
) -> None:
    """Write a folder that `read_tk` reads, for instance from a published checkpoint.

    Args:
        path: the folder; made where there is none.
        words: the words of the vectors, those for padding and for unknown words first.
        weights: by the names that this module's first lines list.

    Raises:
        ValueError: weights that do not fit settings and words; nothing is written.
    """
    from safetensors.torch import save_file

    if misfit := _misfit(weights, settings.shapes(len(words))):
        raise ValueError(misfit[1])
    path.mkdir(parents=True, exist_ok=True)
    config = json.dumps({"model_type": KIND, **asdict(settings)}, indent=2)
    (path / "config.json").write_text(config + "\n", encoding="utf-8")
    (path / "vocab.txt").write_bytes("".join(f"{word}\n" for word in words).encode())
    tensors = {name: tensor.detach().float().contiguous() for name, tensor in weights.items()}
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})


def _misfit(
    weights: Mapping[str, torch.Tensor], shapes: dict[str, tuple[int, ...]]
) -> tuple[str, str] | None:
    """The code and the sentence of the first misfit; None where all weights fit."""
    if missing := sorted(shapes.keys() - weights.keys()):
        sentence = f"{len(missing)} layers have no weights: {missing[0]} {shapes[missing[0]]}"
        return "layers_without_weights", sentence
    if strange := sorted(weights.keys() - shapes.keys()):
        first = f"{strange[0]} {tuple(weights[strange[0]].shape)}"
        sentence = f"{len(strange)} layers are unknown to a TK of these settings: {first}"
        return "weights_without_layer", sentence
    for name, shape in shapes.items():
        if (found := tuple(weights[name].shape)) != shape:
            sentence = f"the layer {name} is {found} where settings and vocabulary ask for {shape}"
            return "weights_of_other_size", sentence
    return None


def _read_settings(folder: ModelFolder) -> TkSettings:
    config = json.loads((folder.path / "config.json").read_text(encoding="utf-8"))
    known = {field.name for field in fields(TkSettings)}
    try:
        return TkSettings(**{name: value for name, value in config.items() if name in known})
    except (TypeError, ValueError) as error:
        raise folder.refusal(f"config.json: {error}", code="bad_config") from error


def _read_lines(folder: ModelFolder) -> list[str]:
    try:
        text = (folder.path / "vocab.txt").read_bytes().decode()
    except FileNotFoundError as error:
        raise folder.refusal("the folder holds no vocab.txt", code="tokenizer_missing") from error
    except (OSError, ValueError) as error:
        raise folder.refusal(f"vocab.txt: {error}", code="file_unreadable") from error
    # Words may hold what Python takes for the end of a line.
    return text.removesuffix("\n").split("\n")


def _read_weights(folder: ModelFolder) -> dict[str, torch.Tensor]:
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(folder.path / "model.safetensors")
    except FileNotFoundError as error:
        raise folder.refusal(
            "the folder holds no model.safetensors", code="weights_missing"
        ) from error
    except (OSError, SafetensorError) as error:
        raise folder.refusal(f"model.safetensors: {error}", code="weights_unreadable") from error


def _dense_shapes(name: str, n_out: int, n_in: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (n_out, n_in), f"{name}.bias": (n_out,)}


def _check_whole(name: str, value: Any, *, least: int) -> None:
    if type(value) is not int or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")
