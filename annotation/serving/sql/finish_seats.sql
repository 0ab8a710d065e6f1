-- The assessor's seats with nothing left for them are done, so that claims look there no more. Says
-- how many seats they have taken.
WITH done AS (
    UPDATE annotation_topicseat SET finished_at = now()
    WHERE id = ANY(ARRAY(
        SELECT id FROM annotation_topicseat own
        WHERE own.campaign_id = %(campaign)s AND own.holder_id = %(me)s AND own.finished_at IS NULL
          AND NOT EXISTS (
              SELECT FROM annotation_slot open_pair
              WHERE open_pair.campaign_id = own.campaign_id AND open_pair.topic_id = own.topic_id
                AND judgment_id IS NULL AND order_key IS NOT NULL
                AND {open_to_me}
              OFFSET 0)
        FOR UPDATE SKIP LOCKED))
)
SELECT count(*) FROM annotation_topicseat WHERE campaign_id = %(campaign)s AND holder_id = %(me)s
