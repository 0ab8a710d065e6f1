-- Each assessor who sits before `own` and has not answered the pair yet keeps a slot of it.
(SELECT count(*) FROM annotation_slot slot
 WHERE slot.campaign_pair_id = open_pair.campaign_pair_id
   AND judgment_id IS NULL AND order_key IS NOT NULL) > (
    SELECT count(*) FROM annotation_topicseat before
    WHERE before.campaign_id = %(campaign)s AND before.topic_id = open_pair.topic_id
      AND before.holder_id <> %(me)s AND before.finished_at IS NULL
      AND before.expires_at > now() AND before.number < own.number AND before.id <> own.id
      AND NOT EXISTS ({standing_answer} AND j.assessor_id = before.holder_id OFFSET 0))
