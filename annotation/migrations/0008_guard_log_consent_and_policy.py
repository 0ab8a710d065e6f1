"""Triggers for the log, consents, notices, policies and expert grades; judgments know their policy."""

from django.db import migrations

REFUSE = "RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation', CONSTRAINT = '{name}';"

JUDGMENT_UNDER_ITS_CAMPAIGNS_POLICY = """
    IF NEW.policy_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM annotation_campaignpair pair JOIN annotation_servingpolicy p USING (campaign_id)
        WHERE pair.id = NEW.campaign_pair_id AND p.id = NEW.policy_id
    ) THEN
        {refuse}
    END IF;
    RETURN NEW;
"""
EXPERT_GRADE_ON_ITS_CAMPAIGNS_SCALE = """
    IF NOT EXISTS (
        SELECT FROM annotation_campaignpair pair JOIN annotation_grade g USING (campaign_id)
        WHERE pair.id = NEW.campaign_pair_id AND g.id = NEW.grade_id
          AND pair.kind IN ('gold', 'qualification')
    ) THEN
        {refuse}
    END IF;
    RETURN NEW;
"""
CONSENT_TO_ITS_CAMPAIGNS_NOTICE = """
    IF NOT EXISTS (
        SELECT FROM annotation_membership m JOIN annotation_notice n USING (campaign_id)
        WHERE m.id = NEW.membership_id AND n.id = NEW.notice_id
    ) THEN
        {refuse}
    END IF;
    RETURN NEW;
"""
GUARDS = {
    **{
        f"{name}_insert_only": (f"BEFORE UPDATE OR DELETE ON annotation_{table}", "{refuse}")
        for name, table in (
            ("campaign_event", "campaignevent"),
            ("consent", "consent"),
            ("notice", "notice"),
            ("serving_policy", "servingpolicy"),
        )
    },
    "judgment_under_its_campaigns_policy": (
        "BEFORE INSERT ON annotation_judgment",
        JUDGMENT_UNDER_ITS_CAMPAIGNS_POLICY,
    ),
    "expert_grade_on_its_campaigns_scale": (
        "BEFORE INSERT OR UPDATE ON annotation_expertgrade",
        EXPERT_GRADE_ON_ITS_CAMPAIGNS_SCALE,
    ),
    "consent_to_its_campaigns_notice": (
        "BEFORE INSERT ON annotation_consent",
        CONSENT_TO_ITS_CAMPAIGNS_NOTICE,
    ),
}


def create(name, event, body):
    body = body.format(refuse=REFUSE.format(name=name))
    return [
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$",
        f"CREATE TRIGGER {name} {event} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]


class Migration(migrations.Migration):
    dependencies = [("annotation", "0007_mark_imported_judgments")]
    operations = [
        migrations.RunSQL(create(name, event, body), [f"DROP FUNCTION {name}() CASCADE"])
        for name, (event, body) in GUARDS.items()
    ]
