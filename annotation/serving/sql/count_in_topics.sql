-- Of each topic: the number of the assessor's seat, how many pairs the campaign has, how many of them
-- are regular and gold pairs with a text, how many of these the assessor has answered or holds (those
-- found by search left out: gold would come after them, and stand out); how
-- often the assessor has answered there (repeats count, else the place would tell them), and what
-- they may still get: shared pairs with a slot
-- that nobody holds and nobody who sits before them needs, overlap and gold pairs.
SELECT topic.id, topic.seat, count(*),
       count(*) FILTER (WHERE pair.kind = 'regular' AND shown.is_there AND pooled.origin <> 'search'),
       count(*) FILTER (WHERE pair.kind = 'gold' AND shown.is_there),
       count(*) FILTER (
           WHERE pair.kind = 'regular' AND shown.is_there AND own.is_here AND pooled.origin <> 'search'),
       count(*) FILTER (WHERE pair.kind = 'gold' AND shown.is_there AND own.is_here),
       sum(own.n_answers)::bigint,
       count(*) FILTER (WHERE pair.kind = 'regular' AND NOT own.is_here AND slots.n_free > 0 AND slots.n_open > (
           SELECT count(*) FROM annotation_topicseat seat
           WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = topic.id
             AND seat.holder_id <> %(me)s AND seat.finished_at IS NULL
             AND seat.expires_at > now() AND seat.number < topic.seat
             AND NOT EXISTS (
                 SELECT FROM annotation_judgment j
                 WHERE j.campaign_pair_id = pair.id AND j.assessor_id = seat.holder_id
                   AND j.occasion = 0 AND j.superseded_at IS NULL
                   AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0))
         AND slots.n_not_judged < %(max_not_judged)s),
       count(*) FILTER (WHERE pair.kind = 'overlap' AND NOT own.is_here AND shown.is_there)
FROM (
    SELECT asked.id, coalesce((
        SELECT mine.number FROM annotation_topicseat mine
        WHERE mine.campaign_id = %(campaign)s AND mine.holder_id = %(me)s
          AND mine.topic_id = asked.id AND mine.finished_at IS NULL
    ), 0) AS seat
    FROM unnest(%(topics)s::bigint[]) AS asked(id)
) topic CROSS JOIN LATERAL (
    SELECT id, passage_id, origin FROM annotation_pooledpair WHERE topic_id = topic.id AND pool_id = (
        SELECT pool_id FROM annotation_campaign WHERE id = %(campaign)s
    ) LIMIT %(most)s + 1
) pooled CROSS JOIN LATERAL (
    SELECT id, kind FROM annotation_campaignpair
    WHERE pair_id = pooled.id AND campaign_id = %(campaign)s OFFSET 0
) pair CROSS JOIN LATERAL (
    SELECT EXISTS (
        SELECT FROM ranking_passage WHERE id = pooled.passage_id AND text <> ''
    ) AS is_there
) shown CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE occasion = 0 OR pair.kind = 'regular') AS n_answers,
           count(*) FILTER (WHERE occasion = 0) > 0 OR EXISTS (
               SELECT FROM annotation_slot mine
               WHERE mine.campaign_pair_id = pair.id AND mine.holder_id = %(me)s
                 AND mine.occasion = 0 AND mine.judgment_id IS NULL
           ) AS is_here
    FROM annotation_judgment j
    WHERE j.campaign_pair_id = pair.id AND j.assessor_id = %(me)s AND j.superseded_at IS NULL
      AND j.reason_not_judged IS DISTINCT FROM 'retracted'
) own CROSS JOIN LATERAL (
    SELECT open.n AS n_open, open.n_free,
           (SELECT count(*) FROM annotation_judgment j
            WHERE j.campaign_pair_id = pair.id AND j.occasion = 0 AND j.superseded_at IS NULL
              AND j.reason_not_judged <> 'retracted' AND j.cause <> 'rejected') AS n_not_judged
    FROM (
        SELECT count(*) AS n,
               count(*) FILTER (WHERE leased_until IS NULL OR leased_until <= now()) AS n_free
        FROM annotation_slot
        WHERE pair.kind = 'regular' AND campaign_pair_id = pair.id AND judgment_id IS NULL
          AND order_key IS NOT NULL
    ) open
) slots
GROUP BY topic.id, topic.seat
