"""`regrade COMMAND …`: finds the command and leaves the rest of the line to it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from regrade import __version__
from regrade.files.gone_reader import ending_with_its_reader

# Each is imported when it is called: another's libraries need not be there.
COMMANDS = {
    "score": "regrade.score.command",
    "gate": "regrade.gate.command",
    "agreement": "regrade.command.agreement",
    "derive": "regrade.command.derive",
    "highlights": "regrade.command.answers",
    "convert": "regrade.command.convert",
    "roll-up": "regrade.command.roll_up",
    "fuse": "regrade.command.fuse",
    "push": "regrade.command.push",
    "pull": "regrade.command.pull",
    "compare": "regrade.command.compare",
    "submit": "regrade.command.submit",
    "mcp": "regrade.command.mcp",
}

INTERRUPTED = 130  # as shells have it

DESCRIPTION = """\
Judgments, labels and run files of information-retrieval test collections.

commands that need files alone:
  score       run files under a qrels file, as trec_eval does
  gate        whether a run is worse than a baseline by a margin, as an exit status
  agreement   how far assessors agree: kappas, alpha, percent
  derive      qrels of judgments, by a stated rule
  highlights  words that assessors highlighted, or answers that enough of them did
  convert     judgments of a crowd log or of Mechanical Turk, as a table
  roll-up     qrels of documents, from qrels of their passages
  fuse        one run of several, by RRF, CombSUM, CombMNZ, CombANZ or Borda

commands that ask a server, with a token:
  push        imports a file: a run, labels, judgments, a collection or topics
  pull        writes a run, labels or judgments to a file
  compare     runs under label sets, with tests and a verdict
  submit      hands in a run to a call for runs, with a team's token
  mcp         gives a language model read access, by the Model Context Protocol

regrade COMMAND --help explains each with examples.
"""


def run() -> None:
    """The console script."""
    with ending_with_its_reader():
        sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Run the command that is named first; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="regrade",
        usage="regrade COMMAND ...",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"regrade {__version__}")
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help=argparse.SUPPRESS)
    name = parser.parse_args(arguments[:1]).command
    try:
        status: int = import_module(COMMANDS[name]).main(arguments[1:], f"regrade {name}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return status
