-- The assessor's seats with nothing left for them are done, so that claims look there no more.
UPDATE annotation_topicseat own SET finished_at = now()
WHERE own.campaign_id = %(campaign)s AND own.holder_id = %(me)s AND own.finished_at IS NULL
  AND NOT EXISTS (
      SELECT FROM annotation_slot open_pair
      WHERE open_pair.campaign_id = own.campaign_id AND open_pair.topic_id = own.topic_id
        AND judgment_id IS NULL AND order_key IS NOT NULL
        AND NOT EXISTS (
            SELECT FROM annotation_judgment j
            WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.assessor_id = %(me)s
              AND j.occasion = 0 AND j.superseded_at IS NULL
              AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)
        AND (SELECT count(*) FROM annotation_judgment j
             WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.occasion = 0
               AND j.superseded_at IS NULL AND j.reason_not_judged <> 'retracted'
               AND j.cause <> 'rejected') < %(max_not_judged)s
      OFFSET 0)
