-- A free seat of a topic that nobody has begun (`new`), or that others have (`begun`); one left
-- `idle`; or one whose holder is `absent`, and leaves something that nobody else has in hand.
-- Taking a seat sets out the next one, up to the judgments a pair. Says whether others sit behind.
WITH taken AS (
    SELECT seat.id, seat.topic_id, seat.number, seat.order_key FROM (
        (SELECT * FROM annotation_topicseat
         WHERE %(seat_kind)s = 'new' AND campaign_id = %(campaign)s
           AND holder_id IS NULL AND number = 1
           AND order_key >= %(start)s AND order_key < %(end)s
         ORDER BY order_key)
        UNION ALL
        (SELECT * FROM annotation_topicseat
         WHERE %(seat_kind)s = 'begun' AND campaign_id = %(campaign)s
           AND holder_id IS NULL AND number > 1
           AND order_key >= %(start)s AND order_key < %(end)s
         ORDER BY order_key)
        UNION ALL
        (SELECT * FROM annotation_topicseat
         WHERE %(seat_kind)s = 'idle' AND campaign_id = %(campaign)s
           AND holder_id IS NOT NULL AND finished_at IS NULL AND expires_at <= now()
           AND order_key >= %(start)s AND order_key < %(end)s
         ORDER BY order_key)
        UNION ALL
        (SELECT * FROM annotation_topicseat away
         WHERE %(seat_kind)s = 'absent' AND campaign_id = %(campaign)s
           AND holder_id IS NOT NULL AND finished_at IS NULL
           AND order_key >= %(start)s AND order_key < %(end)s
           AND NOT (EXISTS (
               SELECT FROM annotation_slot hand
               WHERE hand.holder_id = away.holder_id AND hand.judgment_id IS NULL
                 AND hand.leased_until > now() OFFSET 0
           ) OR EXISTS (
               SELECT FROM annotation_judgment recent
               WHERE recent.assessor_id = away.holder_id AND recent.superseded_at IS NULL
                 AND recent.created_at > now() - make_interval(secs => %(lease_s)s) OFFSET 0))
         ORDER BY order_key)
    ) seat CROSS JOIN LATERAL (
        -- As it was found, and in no other claim's hand at this moment.
        SELECT FROM annotation_topicseat found
        WHERE found.id = seat.id AND found.finished_at IS NULL
          AND found.holder_id IS NOT DISTINCT FROM seat.holder_id
          AND found.expires_at IS NOT DISTINCT FROM seat.expires_at
        FOR UPDATE SKIP LOCKED
    ) locked
    WHERE seat.topic_id <> ALL(%(tried)s)
      AND NOT EXISTS (
          SELECT FROM annotation_topicseat own
          WHERE own.campaign_id = seat.campaign_id AND own.topic_id = seat.topic_id
            AND own.holder_id = %(me)s OFFSET 0)
      AND EXISTS (
          SELECT FROM annotation_slot open_pair
          WHERE open_pair.campaign_id = seat.campaign_id AND open_pair.topic_id = seat.topic_id
            AND judgment_id IS NULL AND order_key IS NOT NULL
            AND (%(seat_kind)s <> 'absent'
                 OR (leased_until IS NULL OR leased_until <= now()) AND NOT EXISTS (
                     SELECT FROM annotation_judgment j
                     WHERE j.campaign_pair_id = open_pair.campaign_pair_id
                       AND j.assessor_id = seat.holder_id AND j.occasion = 0
                       AND j.superseded_at IS NULL
                       AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0))
            AND NOT EXISTS (
                SELECT FROM annotation_judgment j
                WHERE j.campaign_pair_id = open_pair.campaign_pair_id
                  AND j.assessor_id = %(me)s AND j.occasion = 0 AND j.superseded_at IS NULL
                  AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)
            AND (SELECT count(*) FROM annotation_judgment j
                 WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.occasion = 0
                   AND j.superseded_at IS NULL AND j.reason_not_judged <> 'retracted'
                   AND j.cause <> 'rejected') < %(max_not_judged)s
          OFFSET 0)
    LIMIT 1
), following AS (
    INSERT INTO annotation_topicseat (campaign_id, topic_id, number, order_key)
    SELECT %(campaign)s, topic_id, number + 1, order_key FROM taken
    WHERE number < %(judgments_per_pair)s
    ON CONFLICT DO NOTHING
)
UPDATE annotation_topicseat seat
SET holder_id = %(me)s, finished_at = NULL, taken_at = clock_timestamp(),
    expires_at = now() + make_interval(secs => %(seat_s)s)
FROM taken WHERE seat.id = taken.id
RETURNING seat.id, EXISTS (
    SELECT FROM annotation_topicseat later
    WHERE later.campaign_id = seat.campaign_id AND later.topic_id = seat.topic_id
      AND later.number > seat.number AND later.finished_at IS NULL AND later.expires_at > now())
