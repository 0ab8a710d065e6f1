"""A lease changes a slot's holder at every claim; only a filled slot has a grade to check."""

from django.db import migrations

GUARD = """
    DROP TRIGGER slot_filled_by_its_holders_grade ON annotation_slot;
    CREATE TRIGGER slot_filled_by_its_holders_grade
    BEFORE INSERT OR UPDATE OF judgment_id, holder_id ON annotation_slot
    FOR EACH ROW {}EXECUTE FUNCTION slot_filled_by_its_holders_grade();
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0011_log_drawn_pilots")]
    operations = [
        migrations.RunSQL(
            GUARD.format("WHEN (NEW.judgment_id IS NOT NULL) "), GUARD.format("")
        )
    ]
