from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

from django.core.management.base import CommandParser

from ranking.neural.networks import PRECISIONS
from ranking.services.neural_rankers import NEURAL_RANKERS

HELP = {
    "format": "bert-cat: joint cuts the longer text first, mono-bert the query (joint)",
    "max_tokens": "tokens of a pair or prompt at most (512)",
    "max_query_tokens": "tokens of a query at most; by default as the ranker's source says",
    "max_passage_tokens": "tokens of a passage at most; by default as the ranker's source says",
    "pooling": "bert-dot: how token vectors become one; by default as the model's folder says",
    "similarity": "bert-dot: cosine brings vectors to length 1; by default as the folder says",
    "title": "bert-dot: apart puts a separator behind the title, as DPR does",
    "query_marker": "colbert: the token behind [CLS] of a query ([unused0])",
    "passage_marker": "colbert: the token behind [CLS] of a passage ([unused1])",
    "attends_to_masks": "colbert: whether a query's tokens attend to its [MASK]s (no)",
    "drops_punctuation": "colbert: whether a passage's punctuation is left out (yes)",
}
YES_NO = {"yes": True, "no": False}


def add_model_arguments(parser: CommandParser) -> None:
    """What rankers with a model take; each takes its own of the parameters."""
    group = parser.add_argument_group("model")
    group.add_argument(
        "--model",
        metavar="FOLDER_OR_NAME",
        help="a local folder of weights or a name on the hub; by default, for bert-dot and "
        "colbert, the MiniLM that was installed with Regrade",
    )
    group.add_argument(
        "--passage-model",
        metavar="FOLDER_OR_NAME",
        help="bert-dot: a model of its own for passages, as DPR has",
    )
    group.add_argument(
        "--precision",
        choices=PRECISIONS,
        default=PRECISIONS[0],
        help="bfloat16 is many times faster on a GPU and moves scores in the third digit "
        f"({PRECISIONS[0]})",
    )
    parameters = parser.add_argument_group("how texts are read; a ranker refuses what it lacks")
    for name, hint in _hints().items():
        _add(parameters, name, hint)


def read_parameters_given(options: dict[str, Any]) -> dict[str, Any]:
    """The parameters that were given, by name."""
    given = {name: options[name] for name in _hints() if options.get(name) is not None}
    return {name: YES_NO.get(value, value) for name, value in given.items()}


def _hints() -> dict[str, Any]:
    """Every parameter of any ranker, with its type."""
    return {
        name: hint
        for ranker in NEURAL_RANKERS.values()
        for name, hint in get_type_hints(ranker.options).items()
    }


def _add(group: Any, name: str, hint: Any) -> None:
    parts = [part for part in get_args(hint) if part is not type(None)]
    plain = parts[0] if parts and get_origin(hint) is not Literal else hint
    flag, told = f"--{name.replace('_', '-')}", HELP[name]
    if get_origin(plain) is Literal:
        group.add_argument(flag, choices=get_args(plain), help=told)
    elif plain is bool:
        group.add_argument(flag, choices=list(YES_NO), help=told)
    else:
        group.add_argument(flag, type=plain, metavar="N" if plain is int else "TOKEN", help=told)
