"""A frozen label set may get another name or owner, be put away, and go as a whole.

Who deletes one names it in `regrade.deleted_label_set` for the transaction: nothing else that
deletes rows can take a label with it.
"""

from __future__ import annotations

from django.db import migrations

KEPT = "ARRAY['name', 'owner_id', 'visibility', 'archived_at']"
REFUSE = "RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation', CONSTRAINT = '{name}';"
DELETED = "current_setting('regrade.deleted_label_set', true)"
LABEL_SET = """
    IF OLD.frozen_at IS NOT NULL THEN
        {exceptions}
        {refuse}
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
"""
KEPT_OR_DELETED = f"""
        IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - {KEPT} = to_jsonb(OLD) - {KEPT} THEN
            RETURN NEW;
        END IF;
        IF TG_OP = 'DELETE' AND {DELETED} = OLD.id::text THEN
            RETURN OLD;
        END IF;
"""
TOPIC_LABELS = """
    {exceptions}
    IF EXISTS (
        SELECT FROM annotation_labelset s WHERE s.frozen_at IS NOT NULL
        AND (TG_OP <> 'DELETE' AND s.id = NEW.label_set_id
             OR TG_OP <> 'INSERT' AND s.id = OLD.label_set_id)
    ) THEN
        {refuse}
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
"""
DELETED_WITH_THEIR_SET = f"""
    IF TG_OP = 'DELETE' AND {DELETED} = OLD.label_set_id::text THEN
        RETURN OLD;
    END IF;
"""


def replace(name: str, body: str, exceptions: str = "") -> str:
    body = body.format(exceptions=exceptions, refuse=REFUSE.format(name=name))
    return (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN {body} END $$"
    )


class Migration(migrations.Migration):
    dependencies = [("annotation", "0042_own_label_sets")]

    operations = [
        migrations.RunSQL(
            replace("label_set_frozen_is_fixed", LABEL_SET, KEPT_OR_DELETED),
            replace("label_set_frozen_is_fixed", LABEL_SET),
        ),
        migrations.RunSQL(
            replace("topic_labels_frozen_are_fixed", TOPIC_LABELS, DELETED_WITH_THEIR_SET),
            replace("topic_labels_frozen_are_fixed", TOPIC_LABELS),
        ),
    ]
