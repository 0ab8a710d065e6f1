-- The topic of the shared pair that was served last: in hand, or else among the newest answers.
SELECT coalesce((
    SELECT topic_id FROM annotation_slot
    WHERE holder_id = %(me)s AND judgment_id IS NULL AND order_key IS NOT NULL
    ORDER BY position DESC LIMIT 1
), (
    SELECT pooled.topic_id FROM (
        SELECT campaign_pair_id, position FROM annotation_judgment
        WHERE assessor_id = %(me)s AND superseded_at IS NULL AND policy_id IS NOT NULL
          AND occasion = 0
        ORDER BY created_at DESC LIMIT 20  -- where a shared pair is looked for
    ) newest CROSS JOIN LATERAL (
        SELECT kind, pair_id FROM annotation_campaignpair
        WHERE id = newest.campaign_pair_id OFFSET 0
    ) pair CROSS JOIN LATERAL (
        SELECT topic_id FROM annotation_pooledpair WHERE id = pair.pair_id OFFSET 0
    ) pooled
    WHERE pair.kind = 'regular' ORDER BY newest.position DESC LIMIT 1
))
