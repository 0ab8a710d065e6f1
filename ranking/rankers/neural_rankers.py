"""The rankers that need a model: what each is called, takes and reads. Imports no torch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from ranking.exceptions import RankingError
from ranking.models import RunKind
from ranking.parameters.ranges import OutOfRange
from ranking.parameters.texts import PARAMETERS
from regrade.neural import bert_cat, bert_tower, colbert, cross_encoder
from regrade.neural.bert_cat import BertCatOptions, load_bert_cat
from regrade.neural.bert_trunk import KINDS as BERT_KINDS
from regrade.neural.bi_encoder import BiEncoderOptions, load_bi_encoder
from regrade.neural.colbert import ColbertOptions, load_colbert
from regrade.neural.cross_encoder import CrossEncoderOptions, load_cross_encoder
from regrade.neural.networks import PRECISIONS, Precision
from regrade.neural.reranker import Prompt
from regrade.neural.t5 import loading as t5
from regrade.neural.t5.duo_t5 import DuoT5Options, load_duo_t5
from regrade.neural.t5.mono_t5 import MonoT5Options, load_mono_t5
from regrade.neural.tk import folder as tk
from regrade.neural.tk.tk import TkOptions, load_tk

Kind = Literal["choice", "yes_no", "whole", "text", "prompt"]


# How `X | None` reads, written with a Literal or without.
UNIONS = (Union, UnionType)
NOTHING: Mapping[str, Any] = MappingProxyType({})
# Far more tokens than the rankers' models read, and no more than a machine's memory holds.
MAX_WHOLE, MAX_TEXT, MAX_PROMPT = 8192, 100, 2000
TYPE_NAMES: Mapping[Any, str] = MappingProxyType(
    {
        bool: "true or false",
        str: f"a text of 1 to {MAX_TEXT} printable characters",
        Prompt: f"a text of at most {MAX_PROMPT:,} characters, printable or line ends",
    }
)
OF_TEXTS = ("max_query_tokens", "max_passage_tokens")


class Parameter(NamedTuple):
    """A ranker's parameter; a default of None means that of the model or its publication."""

    name: str
    kind: Kind
    choices: tuple[str, ...]
    default: str | int | bool | None
    help: str


def parameters_of(ranker: str) -> list[Parameter]:
    """A ranker's parameters, as declared by its options.

    Raises:
        RankingError: there is no ranker of that name.
    """
    options = neural_ranker(ranker).options
    defaults = options._field_defaults
    return [
        Parameter(name, *_kind(hint), defaults[name], PARAMETERS[name])
        for name, hint in get_type_hints(options).items()
    ]


def takers() -> dict[str, dict[str, Parameter]]:
    """Every parameter's name, with the rankers that take it."""
    found: dict[str, dict[str, Parameter]] = {}
    for ranker in NEURAL_RANKERS:
        for parameter in parameters_of(ranker):
            found.setdefault(parameter.name, {})[ranker] = parameter
    return found


def _kind(hint: Any) -> tuple[Kind, tuple[str, ...]]:
    if get_origin(hint) is Literal:
        return "choice", get_args(hint)
    if parts := [part for part in get_args(hint) if part is not type(None)]:
        return _kind(parts[0])
    kinds: dict[Any, Kind] = {bool: "yes_no", int: "whole", str: "text", Prompt: "prompt"}
    return kinds[hint], ()


class NeuralRanker(NamedTuple):
    """A ranker with a model.

    Attributes:
        label: what the interface calls it.
        options: a NamedTuple of its parameters, each with a default.
        load: (folder, compute, options) to something that scores candidates.
        kinds: architectures of models that it reads; empty where loading finds out.
        needs: which those are, in words.
        depth: how many passages a topic it re-ranks where nobody says.
        takes_towers: whether passages may have a model of their own.
        other_label: what it is called with a model that is no BERT, where it reads others too.
        default_label: what it is called with the packaged MiniLM, which serves where no model is
            named; empty where one must be.
        can_retrieve: whether it can search a whole collection as a first stage.
        compares_pairs: whether it gives the probabilities that one passage beats another.
        precisions: in which it computes.
        lengths: its parameters that count what a BERT reads at once, with the least each can be.
        kind: of the runs that it makes.
    """

    label: str
    options: type[Any]
    load: Callable[..., Any]
    kinds: tuple[str, ...] = ()
    needs: str = ""
    depth: int = 100
    takes_towers: bool = False
    other_label: str = ""
    default_label: str = ""
    can_retrieve: bool = False
    compares_pairs: bool = False
    precisions: tuple[Precision, ...] = PRECISIONS
    lengths: Mapping[str, int] = NOTHING
    kind: RunKind = RunKind.NNLM


NEURAL_RANKERS: Mapping[str, NeuralRanker] = MappingProxyType(
    {
        "bert-cat": NeuralRanker(
            "BERT cross-encoder",
            BertCatOptions,
            load_bert_cat,
            BERT_KINDS,
            bert_cat.NEEDS,
            lengths={
                "max_tokens": bert_cat.LEAST_TOKENS,
                "max_query_tokens": bert_cat.LEAST_QUERY_TOKENS,
            },
        ),
        "cross-encoder": NeuralRanker(
            "Cross-encoder",
            CrossEncoderOptions,
            load_cross_encoder,
            lengths={"max_tokens": cross_encoder.LEAST_TOKENS},
        ),
        "bert-dot": NeuralRanker(
            "BERT bi-encoder",
            BiEncoderOptions,
            load_bi_encoder,
            takes_towers=True,
            other_label="Bi-encoder",
            default_label="MiniLM bi-encoder",
            can_retrieve=True,
            lengths=dict.fromkeys(OF_TEXTS, bert_tower.LEAST_TOKENS),
        ),
        "colbert": NeuralRanker(
            "ColBERT",
            ColbertOptions,
            load_colbert,
            default_label="MiniLM late interaction",
            can_retrieve=True,
            lengths=dict.fromkeys(OF_TEXTS, colbert.LEAST_TOKENS),
        ),
        # It learns from word vectors; the others are language models that were trained before.
        "tk": NeuralRanker(
            "TK",
            TkOptions,
            load_tk,
            (tk.KIND,),
            tk.NEEDS,
            precisions=("float32",),
            kind=RunKind.NN,
        ),
        "mono-t5": NeuralRanker("monoT5", MonoT5Options, load_mono_t5, t5.KINDS, t5.NEEDS),
        "duo-t5": NeuralRanker(
            "duoT5",
            DuoT5Options,
            load_duo_t5,
            t5.KINDS,
            t5.NEEDS,
            depth=50,
            compares_pairs=True,
        ),
    }
)


def neural_ranker(name: str) -> NeuralRanker:
    """The ranker of that name.

    Raises:
        RankingError: there is none; it says which there are.
    """
    if name not in NEURAL_RANKERS:
        known = ", ".join(NEURAL_RANKERS)
        raise RankingError(
            f"There is no ranker named {name!r} that has a model; there is {known}.",
            code="unknown_ranker",
            field="ranker",
        )
    return NEURAL_RANKERS[name]


def read_parameters(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """All parameters of a ranker: those given, checked, and the defaults of the others.

    Raises:
        OutOfRange: a value that it cannot be.
        RankingError: one that the ranker does not take.
    """
    options, lengths = neural_ranker(name).options, neural_ranker(name).lengths
    hints = get_type_hints(options)
    if foreign := [key for key in given if key not in hints]:
        known = ", ".join(hints)
        raise RankingError(
            f"{name} takes no {' and no '.join(foreign)}; it takes {known}.",
            code="unknown_parameter",
            field=f"parameters.{foreign[0]}",
        )
    for key, value in given.items():
        hint, low = hints[key], lengths.get(key, 1)
        if not _is_of(hint, value, low):
            raise OutOfRange(f"parameters.{key}", f"{_allowed_values(hint, low)}; it is {value!r}")
    return dict(options(**given)._asdict())


def _is_of(hint: Any, value: Any, low: int) -> bool:
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if get_origin(hint) in UNIONS:
        return any(_is_of(part, value, low) for part in get_args(hint))
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= MAX_WHOLE
    if hint is str:
        return isinstance(value, str) and 1 <= len(value) <= MAX_TEXT and value.isprintable()
    if hint is Prompt:
        is_text = isinstance(value, str) and len(value) <= MAX_PROMPT
        return is_text and value.replace("\n", " ").isprintable()
    return isinstance(value, hint)


def _allowed_values(hint: Any, low: int) -> str:
    if get_origin(hint) is Literal:
        return " or ".join(get_args(hint))
    if get_origin(hint) in UNIONS:
        parts = [part for part in get_args(hint) if part is not type(None)]
        return " or ".join(_allowed_values(part, low) for part in parts)
    if hint is int:
        return f"a whole number from {low} to {MAX_WHOLE:,}"
    return TYPE_NAMES.get(hint, str(hint))
