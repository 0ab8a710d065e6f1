"""Rows that name a campaign beside a pair or a member name that one's campaign."""

from __future__ import annotations

from django.db import migrations

REFUSE = """
        THEN
            RAISE EXCEPTION '%', TG_NAME
            USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
        END IF;
        RETURN NEW;
    END $$;
"""
FUNCTIONS = f"""
    CREATE FUNCTION campaign_is_that_of_the_pair() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.campaign_id IS DISTINCT FROM (
            SELECT campaign_id FROM annotation_campaignpair WHERE id = NEW.campaign_pair_id
        )
    {REFUSE}
    CREATE FUNCTION campaign_is_that_of_the_member() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.membership_id IS NOT NULL AND NEW.campaign_id IS DISTINCT FROM (
            SELECT campaign_id FROM annotation_membership WHERE id = NEW.membership_id
        )
    {REFUSE}
    CREATE FUNCTION member_is_of_the_pairs_campaign() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.member_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM annotation_membership member
            JOIN annotation_campaignpair pair ON pair.campaign_id = member.campaign_id
            WHERE member.id = NEW.member_id AND pair.id = NEW.campaign_pair_id
        )
    {REFUSE}
"""
# Trigger, table, columns, function.
TRIGGERS = (
    ("chosen_pair_of_its_campaign", "chosenpair", "campaign_pair_id, campaign_id", "pair"),
    (
        "adjudication_turn_of_its_campaign",
        "adjudicationturn",
        "campaign_pair_id, campaign_id",
        "pair",
    ),
    ("pair_summary_of_its_campaign", "pairsummary", "campaign_pair_id, campaign_id", "pair"),
    ("message_to_its_campaign", "message", "membership_id, campaign_id", "member"),
    ("adjudication_by_its_campaigns_member", "adjudication", "campaign_pair_id, member_id", "both"),
)
CALLED = {
    "pair": "campaign_is_that_of_the_pair",
    "member": "campaign_is_that_of_the_member",
    "both": "member_is_of_the_pairs_campaign",
}


def _trigger(name: str, table: str, columns: str, kind: str) -> str:
    return f"""
        CREATE TRIGGER {name} BEFORE INSERT OR UPDATE OF {columns} ON annotation_{table}
        FOR EACH ROW EXECUTE FUNCTION {CALLED[kind]}()
    """


class Migration(migrations.Migration):
    dependencies = [("annotation", "0037_log_what_was_undone_on_pairs")]

    operations = [
        migrations.RunSQL(
            FUNCTIONS, "; ".join(f"DROP FUNCTION {name} CASCADE" for name in CALLED.values())
        ),
        *(
            migrations.RunSQL(_trigger(*one), f"DROP TRIGGER {one[0]} ON annotation_{one[1]}")
            for one in TRIGGERS
        ),
    ]
