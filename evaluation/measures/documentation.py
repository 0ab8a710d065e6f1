from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING
from textwrap import dedent

from evaluation.measures.measure import Measure
from evaluation.measures.registry import FAMILIES

OPENING = """\
# Measures

Written from the docstrings in `evaluation/measures/`; do not edit.

A measure is named as the field names it: a symbol, parameters in parentheses, a cutoff after
`@`. Lists are split at commas outside parentheses: `RR@10,P(rel=2)@5,nDCG(unjudged=1)@10`. Every
output echoes the canonical name, in which defaults are left out.

What holds for all of them:

- **Topics** are those of the label set. A run that lacks one gets the measure's worst value there.
- **Ranks** come from scores, descending, ties by docid descending as UTF-8 bytes. The rank column
  of a run file is ignored. Scores are kept in double precision, as in trec_eval 10; trec_eval 9
  and pytrec_eval sort by single precision and so see ties that are none.
- **Binary** measures take a passage as relevant from the label set's own threshold up, or from
  `rel` where the name sets it: any whole number. They take an unjudged passage as not relevant,
  however low the threshold, except Bpref, which passes over it; how many there are is what Judged
  says.
- **Negative relevance** is trec_eval's mark of an unjudged passage. Here it is a judgment like any
  other that gains nothing, except where a measure's entry says otherwise.
- **`judged_only=True`** scores the condensed list: passages without a label, and those of negative
  relevance, are taken out and those below move up, as under trec_eval's -J.
- Where a measure has a name in **trec_eval**, its values equal those of trec_eval 9.0 to 1e-9.
"""


HEADINGS = {"Returns": "Values", "Raises": "Refused", "Source": "Source"}


def measures_page() -> str:
    """The text of docs/measures.md: what holds for all measures, a table, an entry for each."""
    entries = "\n".join(_entry(family) for family in FAMILIES)
    return f"{OPENING}\n{_table()}\n{entries}"


def _table() -> str:
    rows = [
        "| Measure | Better | Cutoff | Parameters | In trec_eval |",
        "| --- | --- | --- | --- | --- |",
    ]
    for family in FAMILIES:
        better = "lower" if family.lower_is_better else "higher"
        parameters = ", ".join(_parameter_forms(family)) or "none"
        cells = [_link(family), better, family.cutoff_rule, parameters, _in_trec_eval(family)]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _link(family: type[Measure]) -> str:
    return f"[{family.symbol}](#{family.symbol.lower()})"


def _parameter_forms(family: type[Measure]) -> Iterator[str]:
    for field in family.parameters():
        yield f"`{field.name}`" + (" (required)" if field.default is MISSING else "")


def _in_trec_eval(family: type[Measure]) -> str:
    return f"`{family.trec_eval_name}`" if family.trec_eval_name else "no"


def _entry(family: type[Measure]) -> str:
    opening, formula, *sections = (inspect.getdoc(family) or "").split("\n\n")
    examples = ", ".join(f"`{example}`" for example in family.examples)
    body = "\n".join(_section(section) for section in sections)
    return (
        f"## {family.symbol}\n\n{opening}\n\n```text\n{formula}\n```\n\n"
        f"Written as {examples}.\n\n{body}"
    )


def _section(text: str) -> str:
    """A docstring's section; that of the arguments becomes a list."""
    heading, _, indented = text.partition(":\n")
    body = dedent(indented)
    if heading == "Args":
        listed = re.sub(r"^(\w+): ", r"- `\1`: ", body, flags=re.MULTILINE)
        return listed.replace("\n    ", "\n  ") + "\n"
    return f"**{HEADINGS[heading]}.** {body.removeprefix('ValueError: ')}\n"
