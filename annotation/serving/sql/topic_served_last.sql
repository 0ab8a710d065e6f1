-- The topic of the shared pair that was served last, and of the pair of any kind: in hand, or else
-- among the newest answers.
WITH newest AS (
    SELECT pooled.topic_id, pair.kind, recent.occasion, recent.position FROM (
        SELECT campaign_pair_id, occasion, position FROM annotation_judgment
        WHERE assessor_id = %(me)s AND superseded_at IS NULL AND policy_id IS NOT NULL
        ORDER BY created_at DESC LIMIT 20  -- where a shared pair is looked for
    ) recent CROSS JOIN LATERAL (
        SELECT kind, pair_id FROM annotation_campaignpair
        WHERE id = recent.campaign_pair_id OFFSET 0
    ) pair CROSS JOIN LATERAL (
        SELECT topic_id FROM annotation_pooledpair WHERE id = pair.pair_id OFFSET 0
    ) pooled
)
SELECT coalesce((
    SELECT topic_id FROM annotation_slot
    WHERE holder_id = %(me)s AND judgment_id IS NULL AND order_key IS NOT NULL
    ORDER BY position DESC LIMIT 1
), (
    SELECT topic_id FROM newest WHERE kind = 'regular' AND occasion = 0
    ORDER BY position DESC LIMIT 1
)), coalesce((
    SELECT topic_id FROM annotation_slot
    WHERE holder_id = %(me)s AND judgment_id IS NULL ORDER BY position DESC LIMIT 1
), (
    SELECT topic_id FROM newest ORDER BY position DESC LIMIT 1
))
