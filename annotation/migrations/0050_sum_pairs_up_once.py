"""Let work that changes many pairs sum each of them up once, at its end.

Triggers that are put off to the end of a transaction still run for each row: an import of ten
judgments of each pair summed every pair up twenty times. `annotation/pairs/summaries.py` sets
`regrade.summaries` for its transaction, sums up what it changed and resets it. A slot that is
stored with its judgment changes its pair, too.
"""

from django.db import migrations

NOW = "coalesce(current_setting('regrade.summaries', TRUE), '') <> 'wait'"
CHANGED = "NEW.order_key IS NOT NULL AND NEW.judgment_id IS DISTINCT FROM OLD.judgment_id"
STORED = "NEW.order_key IS NOT NULL AND NEW.judgment_id IS NOT NULL"
BEFORE = {
    "summarize_judged_pair": ("INSERT ON annotation_judgment", ""),
    "summarize_filled_pair": ("UPDATE OF judgment_id ON annotation_slot", f"WHEN ({CHANGED})"),
}
AFTER = {
    "summarize_judged_pair": ("INSERT ON annotation_judgment", f"WHEN ({NOW})"),
    "summarize_filled_pair": (
        "UPDATE OF judgment_id ON annotation_slot",
        f"WHEN ({CHANGED} AND {NOW})",
    ),
    "summarize_pair_of_new_slot": ("INSERT ON annotation_slot", f"WHEN ({STORED} AND {NOW})"),
}


def drop(triggers):
    return "".join(
        f"DROP TRIGGER {name} ON {event.split()[-1]};" for name, (event, _) in triggers.items()
    )


def create(triggers):
    return "".join(
        f"CREATE CONSTRAINT TRIGGER {name} AFTER {event} DEFERRABLE INITIALLY IMMEDIATE"
        f" FOR EACH ROW {condition} EXECUTE FUNCTION summarize_pair_of_row();"
        for name, (event, condition) in triggers.items()
    )


class Migration(migrations.Migration):
    dependencies = [("annotation", "0049_add_api_tokens")]
    operations = [
        migrations.RunSQL(drop(BEFORE) + create(AFTER), drop(AFTER) + create(BEFORE)),
    ]
