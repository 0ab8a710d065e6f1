"""Triggers that let no account back into a campaign whose people were made anonymous."""

from django.db import migrations

REFUSE = "RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation', CONSTRAINT = '{name}';"

GUARDS = {
    # Models and simulated assessors are no people: theirs may still be added.
    "membership_stays_anonymous": (
        "BEFORE INSERT OR UPDATE OF user_id, campaign_id, kind ON annotation_membership",
        """
        IF NEW.user_id IS NOT NULL AND (
            TG_OP = 'UPDATE' AND OLD.user_id IS NULL
            OR NEW.kind = 'human' AND EXISTS (
                SELECT FROM annotation_campaign c
                WHERE c.id = NEW.campaign_id AND c.anonymized_at IS NOT NULL)
        ) THEN
            {refuse}
        END IF;
        RETURN NEW;
        """,
    ),
    "campaign_stays_anonymized": (
        "BEFORE UPDATE OF anonymized_at ON annotation_campaign",
        """
        IF OLD.anonymized_at IS NOT NULL AND NEW.anonymized_at IS DISTINCT FROM OLD.anonymized_at
           OR NEW.anonymized_at IS NOT NULL AND EXISTS (
               SELECT FROM annotation_membership m
               WHERE m.campaign_id = NEW.id AND m.user_id IS NOT NULL AND m.kind = 'human')
        THEN
            {refuse}
        END IF;
        RETURN NEW;
        """,
    ),
}


def create(name, event, body):
    body = body.format(refuse=REFUSE.format(name=name))
    return [
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$",
        f"CREATE TRIGGER {name} {event} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]


class Migration(migrations.Migration):
    dependencies = [("annotation", "0008_guard_log_consent_and_policy")]
    operations = [
        migrations.RunSQL(create(name, event, body), [f"DROP FUNCTION {name}() CASCADE"])
        for name, (event, body) in GUARDS.items()
    ]
