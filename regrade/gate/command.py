from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

from regrade.exceptions import RegradeError
from regrade.files.errors import BadInput
from regrade.files.outputs import writing
from regrade.gate.options import UNUSABLE, GateOptions, parse_gate
from regrade.score.files import at_rest, reading

FAILED = 1
logger = logging.getLogger(__name__)


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command and return its exit status, which its help explains."""
    options = parse_gate(arguments, program)
    try:
        return _gate(options)
    except (BadInput, RegradeError) as error:
        sys.stderr.write(f"gate: {error}\n")
    except OSError as error:
        sys.stderr.write(f"gate: {error.filename or options.output}: {error.strerror}\n")
    except Exception:  # Python would exit with 1, which says that the run is worse
        logger.exception("gate: unexpected error")
    return UNUSABLE


def _gate(options: GateOptions) -> int:
    # Its libraries take a second to load.
    gating, printing = (import_module(f"regrade.gate.{name}") for name in ("gating", "printing"))
    notes: list[str] = []
    files = [options.baseline, options.run, *options.qrels]
    with at_rest(files) as (baseline, run, *qrels), reading(files) as progress:
        options = replace(options, baseline=baseline, run=run, qrels=tuple(qrels))
        gates = gating.gate_files(options, notes.append, progress)
    sys.stderr.writelines(f"gate: {note}\n" for note in dict.fromkeys(notes))
    with writing(options.output) as stream:
        stream.write(printing.render(gates, options))
    return 0 if all(gated.has_passed for gated in gates) else FAILED
