"""Triggers for what a check on one row cannot say: what never changes, what belongs together.

Each raises a check violation under its own name, so that tests can tell them apart.
"""

from django.db import migrations

REFUSE = "RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation', CONSTRAINT = '{name}';"

GUARDS = {
    "judgment_insert_only": (
        "BEFORE UPDATE OR DELETE ON annotation_judgment",
        """
        IF TG_OP = 'UPDATE' AND OLD.superseded_at IS NULL AND NEW.superseded_at IS NOT NULL
           AND to_jsonb(NEW) - 'superseded_at' = to_jsonb(OLD) - 'superseded_at' THEN
            RETURN NEW;
        END IF;
        {refuse}
        """,
    ),
    "judgment_within_one_campaign": (
        "BEFORE INSERT ON annotation_judgment",
        """
        IF NOT EXISTS (
            SELECT FROM annotation_campaignpair pair
            JOIN annotation_membership assessor USING (campaign_id)
            WHERE pair.id = NEW.campaign_pair_id AND assessor.id = NEW.assessor_id
              AND (NEW.grade_id IS NULL OR EXISTS (
                  SELECT FROM annotation_grade g
                  WHERE g.id = NEW.grade_id AND g.campaign_id = pair.campaign_id))
              AND (NEW.guideline_id IS NULL OR EXISTS (
                  SELECT FROM annotation_guideline g
                  WHERE g.id = NEW.guideline_id AND g.campaign_id = pair.campaign_id))
        ) THEN
            {refuse}
        END IF;
        RETURN NEW;
        """,
    ),
    "slot_matches_its_pair": (
        "BEFORE INSERT OR UPDATE OF campaign_pair_id, campaign_id, topic_id, shuffle_key"
        " ON annotation_slot",
        """
        IF NOT EXISTS (
            SELECT FROM annotation_campaignpair c
            JOIN annotation_pooledpair p ON p.id = c.pair_id
            WHERE c.id = NEW.campaign_pair_id AND c.campaign_id = NEW.campaign_id
              AND p.topic_id = NEW.topic_id AND c.shuffle_key = NEW.shuffle_key
        ) THEN
            {refuse}
        END IF;
        RETURN NEW;
        """,
    ),
    "slot_filled_by_its_holders_grade": (
        "BEFORE INSERT OR UPDATE OF judgment_id, holder_id ON annotation_slot",
        """
        IF NEW.judgment_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM annotation_judgment j
            WHERE j.id = NEW.judgment_id AND j.campaign_pair_id = NEW.campaign_pair_id
              AND j.assessor_id = NEW.holder_id AND j.occasion = NEW.occasion
              AND j.grade_id IS NOT NULL
        ) THEN
            {refuse}
        END IF;
        RETURN NEW;
        """,
    ),
    "grade_given_is_fixed": (
        "BEFORE UPDATE OF value, campaign_id ON annotation_grade",
        """
        IF (NEW.value, NEW.campaign_id) IS DISTINCT FROM (OLD.value, OLD.campaign_id)
           AND EXISTS (SELECT FROM annotation_judgment j WHERE j.grade_id = OLD.id) THEN
            {refuse}
        END IF;
        RETURN NEW;
        """,
    ),
    "guideline_published_is_fixed": (
        "BEFORE UPDATE OR DELETE ON annotation_guideline",
        """
        IF OLD.published_at IS NOT NULL THEN
            {refuse}
        END IF;
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
        RETURN NEW;
        """,
    ),
    "label_set_frozen_is_fixed": (
        "BEFORE UPDATE OR DELETE ON annotation_labelset",
        """
        IF OLD.frozen_at IS NOT NULL THEN
            {refuse}
        END IF;
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
        RETURN NEW;
        """,
    ),
    "topic_labels_frozen_are_fixed": (
        "BEFORE INSERT OR UPDATE OR DELETE ON annotation_topiclabels",
        """
        IF EXISTS (
            SELECT FROM annotation_labelset s WHERE s.frozen_at IS NOT NULL
            AND (TG_OP <> 'DELETE' AND s.id = NEW.label_set_id
                 OR TG_OP <> 'INSERT' AND s.id = OLD.label_set_id)
        ) THEN
            {refuse}
        END IF;
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
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
    dependencies = [("annotation", "0002_store_arrays_and_tune_the_queue")]
    operations = [
        migrations.RunSQL(create(name, event, body), [f"DROP FUNCTION {name}() CASCADE"])
        for name, (event, body) in GUARDS.items()
    ]
