-- What is left of topics where nobody else is at work: no pair waits for people who have gone while
-- somebody asks for one.
FROM (
    WITH RECURSIVE topics AS (
        (SELECT topic_id FROM annotation_slot
         WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND order_key IS NOT NULL
         ORDER BY topic_id LIMIT 1)
        UNION ALL
        SELECT (
            SELECT slot.topic_id FROM annotation_slot slot
            WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND order_key IS NOT NULL
              AND slot.topic_id > topics.topic_id
            ORDER BY slot.topic_id LIMIT 1)
        FROM topics WHERE topics.topic_id IS NOT NULL
    )
    SELECT topic_id FROM topics WHERE topic_id IS NOT NULL
) topics CROSS JOIN LATERAL (
    {topic_pairs}
    AND topic_id = topics.topic_id ORDER BY order_key, campaign_pair_id
) open_pair
WHERE NOT EXISTS (
    SELECT FROM annotation_topicseat seat
    WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = topics.topic_id
      AND seat.holder_id <> %(me)s AND seat.finished_at IS NULL
      AND ({at_work}) OFFSET 0)
  -- Where there is a free seat, another claim is taking it at this moment.
  AND NOT EXISTS (
      SELECT FROM annotation_topicseat seat
      WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = topics.topic_id
        AND seat.holder_id IS NULL AND NOT EXISTS (
            SELECT FROM annotation_topicseat own
            WHERE own.campaign_id = seat.campaign_id
              AND own.topic_id = seat.topic_id AND own.holder_id = %(me)s OFFSET 0)
      OFFSET 0)
