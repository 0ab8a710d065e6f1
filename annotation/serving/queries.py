"""The SQL behind claims, where the order of locks matters more than the ORM's comfort.

Each file of `sql/` is one statement, which PostgreSQL explains as it stands. It takes the
parameters of a `ClaimContext`, so that it looks at no more of a campaign than its next pairs:
the indexes named in `Slot` and `TopicSeat` give them in order. `OFFSET 0` keeps the planner from
turning a look at one pair into a join over the whole campaign, which it prefers as soon as its
statistics are a little stale; so does `ANY(ARRAY(...))` in place of `IN (...)`.

Words that come back in several of them:

- an open slot: `judgment_id IS NULL AND order_key IS NOT NULL`; it is free once its lease is over;
- what the assessor has answered: a live row that takes none back, rejected ones too
  (`annotation/models/answers.py`), of a first look where no `occasion` is named;
- answers without a grade: at `max_not_judged` of them a pair waits for adjudication.
"""

from __future__ import annotations

from pathlib import Path

STATEMENTS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parent / "sql").glob("*.sql"))
}
