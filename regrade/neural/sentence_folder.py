"""Settings in a folder of sentence-transformers, read without the library or torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from regrade.neural.model_folder import ModelFolder, UnusableModel

Pooling = Literal["mean", "cls"]
Similarity = Literal["dot", "cosine"]
Task = Literal["query", "document"]
OWN_KIND = "SentenceTransformer"
SETTINGS, OF_THE_TRANSFORMER = "config_sentence_transformers.json", "sentence_bert_config.json"
# The library reads the first of these that there is; the others are names of older releases.
KINDS_OF_OLD = ("roberta", "distilbert", "camembert", "albert", "xlm-roberta", "xlnet")
OLD_NAMES = (OF_THE_TRANSFORMER, *(f"sentence_{kind}_config.json" for kind in KINDS_OF_OLD))
# The modules that our own code computes, in their order.
PLAIN_ENCODERS = (("Transformer", "Pooling"), ("Transformer", "Pooling", "Normalize"))
PLAIN_CROSS_ENCODERS = (("Transformer",),)
# Both ways in which the library has written a pooling down.
OLD_POOLINGS: Mapping[str, str] = MappingProxyType(
    {
        "pooling_mode_cls_token": "cls",
        "pooling_mode_max_tokens": "max",
        "pooling_mode_mean_tokens": "mean",
        "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
        "pooling_mode_weightedmean_tokens": "weightedmean",
        "pooling_mode_lasttoken": "lasttoken",
    }
)
# The settings that our own code knows, each with the value that it computes; ANY where it reads
# the value, or where none moves a score.
ANY = object()
OF_POOLING = {
    "word_embedding_dimension": ANY,
    "embedding_dimension": ANY,
    "pooling_mode": ANY,
    "include_prompt": True,
    **dict.fromkeys(OLD_POOLINGS, ANY),
}
OF_NORMALIZE = {
    "module_input_name": "sentence_embedding",
    "module_output_name": "sentence_embedding",
}


Known = Mapping[str, Mapping[str, object]]
# Which prompt is put before a passage: the first that there is.
OF_PASSAGES = ("document", "passage", "corpus")


def _of_the_transformer(task: str, taken: str, given: str) -> dict[str, object]:
    """Its settings for a task: what it takes from the network's output, and its own name for it."""
    return {
        "do_lower_case": False,
        "transformer_task": task,
        "modality_config": {"text": {"method": "forward", "method_output_name": taken}},
        "module_output_name": given,
        "unpad_inputs": ANY,
    }


KNOWN_OF_ENCODERS: Known = MappingProxyType(
    {
        SETTINGS: {
            "__version__": ANY,
            "model_type": OWN_KIND,
            "prompts": ANY,
            "default_prompt_name": None,
            "similarity_fn_name": ANY,
            "truncate_dim": None,
        },
        OF_THE_TRANSFORMER: {
            "max_seq_length": ANY,
            **_of_the_transformer("feature-extraction", "last_hidden_state", "token_embeddings"),
        },
        "Pooling": OF_POOLING,
        "Normalize": OF_NORMALIZE,
    }
)
KNOWN_OF_CROSS_ENCODERS: Known = MappingProxyType(
    {
        SETTINGS: {
            "__version__": ANY,
            "model_type": "CrossEncoder",
            "activation_fn": ANY,
            "prompts": ANY,
            "default_prompt_name": None,
        },
        OF_THE_TRANSFORMER: _of_the_transformer("sequence-classification", "logits", "scores"),
    }
)


class SentenceSettings(NamedTuple):
    """How the library makes a folder's model encode and compare texts.

    Attributes:
        pooling: how token vectors become one, as the folder says; "mean" where it does not.
        normalizes: whether a layer brings vectors to length 1.
        similarity: how vectors are compared: "cosine" unless the folder says otherwise, and "dot"
            for a folder of transformers alone.
        max_tokens: where texts are cut, special tokens included, if it is said.
        query_prompt, passage_prompt: what is put before a text.
        beyond: the first setting that only the library computes, by name; "" for none.
    """

    pooling: str = "mean"
    normalizes: bool = False
    similarity: str = "dot"
    max_tokens: int | None = None
    query_prompt: str = ""
    passage_prompt: str = ""
    beyond: str = ""


def read_settings(folder: ModelFolder) -> SentenceSettings:
    """Read the settings of an encoder's folder; defaults for one of transformers alone.

    As for the library, a folder without modules.json is one of transformers alone; one with a
    pooling nevertheless was not copied whole.

    Raises:
        UnusableModel: a file that is not as it should be, or a model of another class of the
            library, such as a cross-encoder.
    """
    if not folder.modules:
        if (folder.path / "1_Pooling").exists():
            raise folder.refusal(
                "it has 1_Pooling and no modules.json; copy all of its files",
                code="modules_missing",
            )
        return SentenceSettings()
    modules = dict(folder.modules)
    said = folder.read_object(SETTINGS)
    _refuse_other_class(folder, str(said.get("model_type") or OWN_KIND))
    return SentenceSettings(
        pooling=_pooling(folder, modules["Pooling"]) if "Pooling" in modules else "mean",
        normalizes="Normalize" in modules,
        similarity=str(said.get("similarity_fn_name") or "cosine"),
        max_tokens=_length(folder),
        query_prompt=_prompt(folder, said, ["query"]),
        passage_prompt=_prompt(folder, said, OF_PASSAGES),
        beyond=next(_beyond(folder, PLAIN_ENCODERS, KNOWN_OF_ENCODERS), ""),
    )


def refuse_beyond(folder: ModelFolder, ranker: str) -> None:
    """Refuse a folder whose token vectors are more than those of its transformer.

    Raises:
        UnusableModel: it names the setting.
    """
    settings = read_settings(folder)
    prompts = "prompts" if settings.query_prompt or settings.passage_prompt else ""
    _refuse(folder, settings.beyond or prompts, f"{ranker} does not compute")


def refuse_beyond_pairs(folder: ModelFolder) -> None:
    """Refuse a cross-encoder's folder with settings that only the library computes.

    Raises:
        UnusableModel: it names the setting, and the ranker that computes it.
    """
    # An encoder lacks a head, which loading says.
    if folder.modules and "Pooling" not in dict(folder.modules):
        found = next(_beyond(folder, PLAIN_CROSS_ENCODERS, KNOWN_OF_CROSS_ENCODERS), "")
        _refuse(folder, found, "the ranker cross-encoder computes")


def refuse_other_similarity(folder: ModelFolder, similarity: str) -> Similarity:
    """The similarity, if it is one that we compute.

    Raises:
        UnusableModel: another one.
    """
    for known in get_args(Similarity):
        if similarity == known:
            return similarity  # type: ignore[return-value]
    raise folder.refusal(
        f"its vectors are compared by {similarity}, which is not supported; choose a "
        "similarity, dot or cosine, to compare them so",
        code="similarity_unsupported",
    )


def _refuse_other_class(folder: ModelFolder, said: str) -> None:
    if said != OWN_KIND:
        mend = "; the ranker cross-encoder reads it" if said == "CrossEncoder" else ""
        raise folder.refusal(f"this is a {said}, not an encoder of texts{mend}", code="other_class")


def _pooling(folder: ModelFolder, path: str) -> str:
    """Its name, or the names of several that are joined."""
    file = f"{path}/config.json"
    settings = folder.read_object(file)
    if not settings:
        raise folder.refusal(f"{file} is missing; copy all of its files", code="modules_missing")
    said = settings.get("pooling_mode") or [
        name for key, name in OLD_POOLINGS.items() if settings.get(key)
    ]
    names = [said] if isinstance(said, str) else said or ["mean"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise _misshapen(folder, f"pooling_mode in {file}", "the name of a pooling")
    return " and ".join(names)


def _length(folder: ModelFolder) -> int | None:
    file = _file_of_the_transformer(folder)
    length = folder.read_object(file).get("max_seq_length")
    if length is not None and not isinstance(length, int):
        raise _misshapen(folder, f"max_seq_length in {file}", "a whole number")
    return length or None


def _file_of_the_transformer(folder: ModelFolder) -> str:
    return next((name for name in OLD_NAMES if folder.read_object(name)), OF_THE_TRANSFORMER)


def _prompt(folder: ModelFolder, said: Mapping[str, Any], names: Sequence[str]) -> str:
    """The first prompt of these names that the folder has."""
    prompts = said.get("prompts") or {}
    if not isinstance(prompts, dict) or not all(
        isinstance(text, str | None) for text in prompts.values()
    ):
        raise _misshapen(folder, f"prompts in {SETTINGS}", "texts by name")
    return next((prompts[name] or "" for name in names if name in prompts), "")


def _misshapen(folder: ModelFolder, what: str, wanted: str) -> UnusableModel:
    return UnusableModel(f"{folder.name}: {what} is not {wanted}", code="bad_config")


def _refuse(folder: ModelFolder, found: str, said: str) -> None:
    if found:
        raise folder.refusal(f"it has {found}, which {said}", code="setting_unsupported")


def _beyond(folder: ModelFolder, plain: Sequence[Sequence[str]], known: Known) -> Iterator[str]:
    """The modules and settings that our own code does not compute, by name."""
    paths = dict(folder.modules)
    if tuple(kind for kind, _ in folder.modules) not in plain:
        yield f"the modules {', '.join(kind for kind, _ in folder.modules)}"
    if paths.get("Transformer"):
        yield f"its transformer in {paths['Transformer']}"
    for name, settings in known.items():
        file = f"{paths[name]}/config.json" if name in paths else name
        if name == OF_THE_TRANSFORMER:
            file = _file_of_the_transformer(folder)
        for key, value in folder.read_object(file).items():
            meant = settings.get(key, NotImplemented)
            if meant is not ANY and value != meant:
                yield f"{key} in {file}"
