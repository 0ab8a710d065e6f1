-- The topic of the pilot pair that was served last: in hand, or else the newest answer.
SELECT coalesce((
    SELECT topic_id FROM annotation_slot
    WHERE holder_id = %(me)s AND judgment_id IS NULL
    ORDER BY position DESC LIMIT 1
), (
    SELECT pooled.topic_id FROM (
        SELECT campaign_pair_id FROM annotation_judgment
        WHERE assessor_id = %(me)s AND superseded_at IS NULL AND policy_id IS NOT NULL
          AND occasion = 0
        ORDER BY created_at DESC LIMIT 1
    ) newest
    JOIN annotation_campaignpair pair ON pair.id = newest.campaign_pair_id AND pair.in_pilot
    JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
))
