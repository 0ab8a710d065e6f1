from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import MISSING
from textwrap import dedent

from regrade.measures.aliases import ALIASES
from regrade.measures.measure import Measure
from regrade.measures.registry import FAMILIES

OPENING = """\
# Measures

Regrade's evaluation measures, with the formula, conventions and source of each. A measure's name
consists of a symbol, optional parameters in parentheses and a cutoff after `@`. Lists are split at
commas and blanks outside parentheses: `RR@10, P(rel=2)@5, nDCG(unjudged=1)@10`. Names and aliases
are those of [ir_measures](https://ir-measur.es); measures that ir_measures lacks follow the same
grammar.

Conventions shared by all measures:

- **Topics** are those of the label set. A run that lacks a topic scores the measure's worst value
  there, as with trec_eval's -c; counts of labels stay the same. Topics that only the run has are
  ignored.
- **Ranks** are derived from scores: descending, with ties broken by docid, descending as UTF-8
  bytes. The rank column of a run file is ignored. Scores are compared in double precision, as in
  trec_eval 10. trec_eval 9 and pytrec_eval compare in single precision and so see more ties;
  `--single-precision` does the same: scores that are equal once rounded to 32 bits are ties.
- **Binary** measures treat a passage as relevant if its relevance reaches the label set's threshold
  or, if given, `rel`. That may be any whole number, including 0 and below, as with trec_eval's -l.
  An unjudged passage is not relevant, however low the threshold. Only Bpref skips unjudged
  passages.
- **Negative relevance** is trec_eval's code for an unjudged passage. Here it is a judgment like any
  other, with no gain, unless the measure's entry says otherwise.
- **`judged_only=True`** scores the condensed list, as trec_eval's -J does: passages without a label
  or with negative relevance are removed, the others move up, and a cutoff counts the remaining
  ranks. Every measure accepts it unless its entry says otherwise.
- **Bounds**: `score_bounds` brackets the score under any labels for the unjudged passages
  retrieved. The lower (pessimistic) bound is the usual score. The upper (optimistic) bound gives
  each unjudged passage the top of the scale, as `judge(..., unjudged="optimistic")` does. If a
  measure divides by the number of relevant passages, as AP and nDCG do, new relevant passages can
  push a score below the pessimistic bound; `is_floor` is then false. Bpref, infAP, Rprec, Utility
  and measures by subtopic or preference have no bounds.
- **Measures by subtopic** are computed by ndeval's own code and share its cutoffs, from 1 to 20.
  They need the extra `diversity`, which has no package for Linux on ARM, and labels with subtopics:
  `./dev score` reads column 2 of a qrels file, `evaluate` takes relevance by subtopic. Label sets
  of campaigns have none.
- **Counts** are summed over topics by `./dev score` and `MeasuredRun.total`, and averaged in tables
  of stored runs.
- **Geometric means**, such as trec_eval's gm_map and gm_bpref, come from
  `MeasuredRun.geometric_mean`. Values below 0.00001 count as 0.00001.
- **Names** are printed as by ir_measures, without defaults, with five differences. A name without
  `rel` means the label set's threshold, so `rel=1` is printed. RBP always prints its `p`. NumRelRet
  is printed as NumRelRet. A table of gains is printed in full. Parameters have a fixed order.
- **trec_eval**: if the table gives a trec_eval name, values equal those of pytrec_eval 0.5.11
  (trec_eval 9.0) to 1e-9 on every topic. This was checked on 21 runs of TREC's Deep Learning track
  and on random files, with `--single-precision` unless no score needs it. On trec_eval 10's own
  test files, values equal its printed ones, to four decimals. Regrade lacks trec_eval's
  experimental G, binG, Rndcg and ndcg_rel, its measures on preference files, averages over several
  judges' labels, and relstring.

Do not edit this page: `python -m regrade.measures.documentation > docs/measures.md` writes it from
the docstrings in `regrade/measures/`.
"""


HEADINGS = {"Returns": "Values", "Raises": "Refused", "Source": "Source"}


def measures_page() -> str:
    """The text of docs/measures.md: conventions, a table, and an entry for each measure."""
    entries = "\n".join(_entry(family) for family in FAMILIES)
    return f"{OPENING}\n{_table()}\n{entries}"


def _table() -> str:
    rows = [
        "| Measure | Better | After @ | Parameters | In trec_eval |",
        "| --- | --- | --- | --- | --- |",
    ]
    for family in FAMILIES:
        parameters = ", ".join(_parameter_forms(family)) or "none"
        theirs = family.trec_eval_name.split(", ") if family.trec_eval_name else []
        in_trec_eval = ", ".join(f"`{name}`" for name in theirs) or "no"
        cells = [_link(family), _better(family), _after_at(family), parameters, in_trec_eval]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _better(family: type[Measure]) -> str:
    if family.is_count:
        return "a count"
    return "lower" if family.lower_is_better else "higher"


def _after_at(family: type[Measure]) -> str:
    if family.at_parameter != "cutoff":
        return f"`{family.at_parameter}`"
    return "nothing" if family.cutoff_rule == "none" else f"cutoff, {family.cutoff_rule}"


def _link(family: type[Measure]) -> str:
    return f"[{family.symbol}](#{family.symbol.lower()})"


def _parameter_forms(family: type[Measure]) -> Iterator[str]:
    """Parameters with their defaults; judged_only, which nearly all take, is documented once."""
    for field in family.parameters():
        if field.name == "judged_only":
            continue
        if field.default is MISSING:
            yield f"`{field.name}` (required)"
            continue
        default = "" if field.default is None else f"={field.default!r}"
        yield f"`{field.name}{default}`"


def _other_names(family: type[Measure]) -> str:
    """The measure's name in ir_measures, if it differs from its symbol."""
    names = [name for name, alias in ALIASES.items() if alias.symbol == family.symbol]
    if family.ir_measures_name:
        names.append(family.ir_measures_name)
    return f" In ir_measures: {', '.join(f'`{name}`' for name in names)}." if names else ""


def _entry(family: type[Measure]) -> str:
    opening, formula, *sections = (inspect.getdoc(family) or "").split("\n\n")
    examples = ", ".join(f"`{example}`" for example in family.examples)
    body = "\n".join(_section(section) for section in sections)
    return (
        f"## {family.symbol}\n\n{opening}\n\n```text\n{formula}\n```\n\n"
        f"Written as {examples}.{_other_names(family)}\n\n{body}"
    )


def _section(text: str) -> str:
    """A docstring's section; that of the arguments becomes a list."""
    heading, _, indented = text.partition(":\n")
    body = dedent(indented)
    if heading == "Args":
        listed = re.sub(r"^(\w+): ", r"- `\1`: ", body, flags=re.MULTILINE)
        return listed.replace("\n    ", "\n  ") + "\n"
    text = re.sub(r"^ +", "", body.removeprefix("ValueError: "), flags=re.MULTILINE)
    return f"**{HEADINGS[heading]}.** {text[0].upper()}{text[1:]}\n"


if __name__ == "__main__":
    sys.stdout.write(measures_page())
