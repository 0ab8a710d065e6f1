-- Whether the topic in hand has a pair for the assessor that they do not hold: what
-- `lease_in_own_seats` would lease of it.
SELECT EXISTS (
    SELECT FROM (
        SELECT topic_id, number FROM annotation_topicseat
        WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
          AND topic_id = %(topic_in_hand)s
    ) own CROSS JOIN LATERAL (
        SELECT campaign_pair_id, topic_id FROM annotation_slot
        WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND order_key IS NOT NULL
          AND topic_id = own.topic_id AND (leased_until IS NULL OR leased_until <= now()) OFFSET 0
    ) open_pair
    WHERE NOT EXISTS (
        SELECT FROM annotation_judgment j
        WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.assessor_id = %(me)s
          AND j.occasion = 0 AND j.superseded_at IS NULL
          AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)
      AND (SELECT count(*) FROM annotation_judgment j
           WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.occasion = 0
             AND j.superseded_at IS NULL AND j.reason_not_judged <> 'retracted'
             AND j.cause <> 'rejected') < %(max_not_judged)s
      AND NOT EXISTS (
          SELECT FROM annotation_slot mine
          WHERE mine.campaign_pair_id = open_pair.campaign_pair_id AND mine.holder_id = %(me)s
            AND mine.occasion = 0 OFFSET 0)
      AND (SELECT count(*) FROM annotation_slot slot
           WHERE slot.campaign_pair_id = open_pair.campaign_pair_id
             AND judgment_id IS NULL AND order_key IS NOT NULL) > (
          SELECT count(*) FROM annotation_topicseat seat
          WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = open_pair.topic_id
            AND seat.holder_id <> %(me)s AND seat.finished_at IS NULL
            AND seat.expires_at > now() AND seat.number < own.number
            AND NOT EXISTS (
                SELECT FROM annotation_judgment j
                WHERE j.campaign_pair_id = open_pair.campaign_pair_id
                  AND j.assessor_id = seat.holder_id AND j.occasion = 0
                  AND j.superseded_at IS NULL
                  AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)))
