"""Submissions are only inserted."""

from django.db import migrations

NAME = "submission_insert_only"
CREATE = [
    f"""
    CREATE FUNCTION {NAME}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION '{NAME}' USING ERRCODE = 'check_violation', CONSTRAINT = '{NAME}';
    END $$
    """,
    f"""
    CREATE TRIGGER {NAME} BEFORE UPDATE OR DELETE ON annotation_submission
    FOR EACH ROW EXECUTE FUNCTION {NAME}()
    """,
]


class Migration(migrations.Migration):
    dependencies = [("annotation", "0051_add_calls_for_runs")]
    operations = [migrations.RunSQL(CREATE, [f"DROP FUNCTION {NAME}() CASCADE"])]
