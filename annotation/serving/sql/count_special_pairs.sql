-- The columns of `SpecialPairs`: pairs with a text, what came of them, and what of it since the
-- first pair under the policy. Positions of what was recorded elsewhere mean something else. Of gold,
-- of which a large campaign has much, the first pair that is left is enough.
SELECT special.n_overlap, special.n_overlap_left, %(gold_every)s::int IS NOT NULL AND EXISTS (
           SELECT FROM annotation_campaignpair pair CROSS JOIN LATERAL (
               SELECT passage_id FROM annotation_pooledpair WHERE id = pair.pair_id OFFSET 0
           ) pooled CROSS JOIN LATERAL (
               SELECT FROM ranking_passage WHERE id = pooled.passage_id AND text <> '' OFFSET 0
           ) shown
           WHERE pair.campaign_id = %(campaign)s AND pair.kind = 'gold' AND pair.kind <> 'regular'
             AND NOT EXISTS (
                 SELECT FROM annotation_slot
                 WHERE campaign_pair_id = pair.id AND holder_id = %(me)s AND occasion = 0
                   AND judgment_id IS NULL OFFSET 0)
             AND NOT EXISTS (
                 SELECT FROM annotation_judgment
                 WHERE campaign_pair_id = pair.id AND assessor_id = %(me)s AND occasion = 0
                   AND superseded_at IS NULL
                   AND reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)),
       qualification.n_answered, qualification.n_served,
       special.n_overlap_served, repeated.n_served, first_pair.position
FROM (
    SELECT coalesce((
        SELECT j.position FROM annotation_judgment j CROSS JOIN LATERAL (
            SELECT kind, in_pilot FROM annotation_campaignpair
            WHERE id = j.campaign_pair_id OFFSET 0
        ) pair
        WHERE j.assessor_id = %(me)s AND j.superseded_at IS NULL AND j.policy_id = %(policy)s
          AND j.occasion = 0 AND pair.kind <> 'qualification' AND NOT pair.in_pilot
        ORDER BY j.created_at LIMIT 1
    ), (
        SELECT min(slot.position) FROM annotation_slot slot CROSS JOIN LATERAL (
            SELECT in_pilot FROM annotation_campaignpair WHERE id = slot.campaign_pair_id OFFSET 0
        ) pair
        WHERE slot.holder_id = %(me)s AND slot.judgment_id IS NULL AND NOT pair.in_pilot
    )) AS position
) first_pair CROSS JOIN LATERAL (
    SELECT count(*) AS n_overlap,
           count(*) FILTER (WHERE came.is_there IS NULL) AS n_overlap_left,
           count(*) FILTER (WHERE came.position >= first_pair.position) AS n_overlap_served
    FROM annotation_campaignpair pair CROSS JOIN LATERAL (
        SELECT passage_id FROM annotation_pooledpair WHERE id = pair.pair_id OFFSET 0
    ) pooled CROSS JOIN LATERAL (
        SELECT FROM ranking_passage WHERE id = pooled.passage_id AND text <> '' OFFSET 0
    ) shown LEFT JOIN LATERAL (
        SELECT TRUE AS is_there, position FROM annotation_slot
        WHERE campaign_pair_id = pair.id AND holder_id = %(me)s AND occasion = 0
          AND judgment_id IS NULL
        UNION ALL
        SELECT TRUE, CASE WHEN cause NOT IN ('imported', 'rejected') THEN position END
        FROM annotation_judgment
        WHERE campaign_pair_id = pair.id AND assessor_id = %(me)s AND occasion = 0
          AND superseded_at IS NULL AND reason_not_judged IS DISTINCT FROM 'retracted'
        LIMIT 1
    ) came ON TRUE
    WHERE pair.campaign_id = %(campaign)s AND pair.kind = 'overlap' AND pair.kind <> 'regular'
) special CROSS JOIN LATERAL (
    SELECT count(*) AS n_served FROM (
        SELECT campaign_pair_id, position FROM annotation_slot
        WHERE holder_id = %(me)s AND order_key IS NULL AND occasion > 0
        UNION ALL
        SELECT campaign_pair_id, position FROM annotation_judgment
        WHERE assessor_id = %(me)s AND superseded_at IS NULL AND occasion > 0
          AND grade_id IS NULL AND reason_not_judged <> 'retracted'
          AND cause NOT IN ('imported', 'rejected') AND %(repeat_every)s::int IS NOT NULL
    ) again CROSS JOIN LATERAL (
        SELECT kind FROM annotation_campaignpair WHERE id = again.campaign_pair_id OFFSET 0
    ) pair
    WHERE pair.kind = 'regular' AND again.position >= first_pair.position
) repeated CROSS JOIN (
    SELECT count(*) FILTER (WHERE answered.occasion = 0) AS n_answered, count(*) AS n_served
    FROM annotation_campaignpair pair CROSS JOIN LATERAL (
        SELECT j.occasion FROM annotation_judgment j
        WHERE j.campaign_pair_id = pair.id AND j.assessor_id = %(me)s
          AND j.superseded_at IS NULL AND j.reason_not_judged IS DISTINCT FROM 'retracted'
          AND j.cause <> 'rejected' OFFSET 0
    ) answered
    WHERE pair.campaign_id = %(campaign)s AND pair.kind = 'qualification'
      AND pair.kind <> 'regular'
) qualification
