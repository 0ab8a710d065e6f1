"""The SQL behind claims, where the order of locks matters more than the ORM's comfort.

Each file of `sql/` is one statement; `{name}` in it stands for the text of `sql/parts/name.sql`.
Each file of `sql/leases/` says which pairs `lease_...` chooses from, in which order: the rest of
these statements is one text, `sql/parts/lease.sql`. What is composed is one statement, which
PostgreSQL explains as it stands. It takes the parameters of a `ClaimContext`, so that it looks at
no more of a campaign than its next pairs: the indexes named in `Slot` and `TopicSeat` give them in
order. `OFFSET 0` keeps the planner from turning a look at one pair into a join over the whole
campaign, which it prefers as soon as its statistics are a little stale; so does `ANY(ARRAY(...))`
in place of `IN (...)`.

Words that come back in several of them:

- an open slot: `judgment_id IS NULL AND order_key IS NOT NULL`; it is free once its lease is over;
- what the assessor has answered: a live row that takes none back, rejected ones too
  (`annotation/models/answers.py`), of a first look where no `occasion` is named;
- answers without a grade: at `max_not_judged` of them a pair waits for adjudication.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PLACE = re.compile(r"\{(\w+)\}")
PARAMETER = re.compile(r"%\((\w+)\)s")
FOLDER = Path(__file__).parent / "sql"


def _read(folder: Path) -> dict[str, str]:
    found = sorted(folder.glob("*.sql"))
    return {path.stem: path.read_text(encoding="utf-8").rstrip() for path in found}


def _composed(text: str, parts: Mapping[str, str]) -> str:
    """The text with its parts, without comments and indents.

    psycopg caches the parsed form of a query of up to 4,096 characters and 50 parameters, and
    parses longer ones each time.
    """
    while PLACE.search(text):
        text = PLACE.sub(lambda place: parts[place[1]], text)
    lines = (line.partition("--")[0].strip() for line in text.splitlines())
    return "\n".join(filter(None, lines))


def _statements() -> dict[str, str]:
    parts = _read(FOLDER / "parts")
    lease = parts["lease"]
    leases = {
        f"lease_{name}": lease.replace("{open_pairs}", text)
        for name, text in _read(FOLDER / "leases").items()
    }
    return {name: _composed(text, parts) for name, text in (_read(FOLDER) | leases).items()}


STATEMENTS = _statements()


@cache
def parameters_of(statement: str) -> tuple[str, ...]:
    """Their names, each once."""
    return tuple(dict.fromkeys(PARAMETER.findall(statement)))
