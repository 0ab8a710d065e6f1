from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument
from ranking.management.base import RegradeCommand
from ranking.models import Collection
from ranking.rankers.generating import generate_queries
from regrade.files.outputs import STDOUT
from regrade.neural.networks import PRECISIONS
from regrade.neural.t5.doc2query import Sampling
from regrade.tables import report

USUAL = Sampling()
STOPPED = (
    "Stopped. What was drawn so far is kept in {}.part; the same command goes on with what remains."
)
MEANINGS = {
    "n_queries": "queries for each passage",
    "top_k": "of how many likeliest tokens each one is drawn",
    "seed": "the same seed draws the same queries",
    "max_input_tokens": "where passages are cut, their end's token included",
    "max_output_tokens": "where queries are cut, their end's token included",
}


def _file(text: str) -> Path:
    if Path(text) == STDOUT:
        raise ArgumentTypeError(
            "standard output cannot be gone on with where it was stopped; name a file"
        )
    return Path(text)


class Command(RegradeCommand):
    help = (
        "Let a T5 that was trained to write queries (docTTTTTquery, say) draw some for each "
        "passage, and write them as JSON lines, which an index takes by --expansions. Stopped at "
        "any moment, the same command goes on with what remains: until all are there, the file "
        "is called FILE.part; FILE.plan.json says what made it."
    )

    arguments = (
        argument("collection", help="whose passages are read"),
        argument(
            "--model",
            required=True,
            metavar="FOLDER_OR_NAME",
            help="a local folder with a T5, mT5 or umT5, or a name on the hub",
        ),
        argument("--output", required=True, type=_file, metavar="FILE", help="the file to write"),
        *(
            argument(
                f"--{name.replace('_', '-')}",
                type=int,
                default=getattr(USUAL, name),
                help=f"{meaning} ({getattr(USUAL, name)})",
            )
            for name, meaning in MEANINGS.items()
        ),
        argument(
            "--precision", choices=PRECISIONS, default=PRECISIONS[0], help="of the model (float32)"
        ),
        argument(
            "--batch-size",
            type=int,
            help="passages at once; by default what suits the device and the number of queries",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        output = options["output"]
        with self.saying_when_stopped(STOPPED.format(output.name)):
            done = generate_queries(
                collection=by_name(Collection, options["collection"]),
                model=options["model"],
                output=output,
                sampling=Sampling(**{name: options[name] for name in Sampling._fields}),
                precision=options["precision"],
                batch_size=options["batch_size"],
                progress=self.progress,
            )
        counts = {
            "passages": done.n_passages,
            "queries for each": options["n_queries"],
            "passages that were there before": done.n_before,
            "passages without text, left out": done.n_without_text,
            "passages that fill all input tokens; longer ones were cut": done.n_cut,
        }
        self.stdout.write(report(f"{output.name}:", counts))
