-- A pair that the assessor graded long enough ago, once more. Of those that were served here:
-- positions of what was recorded elsewhere mean something else.
WITH chosen AS (
    SELECT pair.id, pooled.topic_id FROM (
        SELECT pair.id, pair.pair_id FROM (
            SELECT campaign_pair_id FROM annotation_judgment
            WHERE assessor_id = %(me)s AND superseded_at IS NULL AND occasion = 0
              AND grade_id IS NOT NULL AND cause NOT IN ('imported', 'rejected')
              AND position <= %(position)s - %(repeat_after)s
            ORDER BY position < %(start)s %% %(position)s, position
        ) first_look CROSS JOIN LATERAL (
            SELECT id, pair_id FROM annotation_campaignpair
            WHERE id = first_look.campaign_pair_id AND kind = 'regular' OFFSET 0
        ) pair
    ) pair
    JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
    JOIN ranking_passage passage ON passage.id = pooled.passage_id
    WHERE passage.text <> '' AND NOT EXISTS (
        SELECT FROM annotation_judgment j
        WHERE j.campaign_pair_id = pair.id AND j.assessor_id = %(me)s
          AND j.occasion = %(occasion)s AND j.superseded_at IS NULL
          AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)
      AND NOT EXISTS (
          SELECT FROM annotation_slot mine
          WHERE mine.campaign_pair_id = pair.id AND mine.holder_id = %(me)s
            AND mine.occasion = %(occasion)s OFFSET 0)
    LIMIT 1
), served AS (
    UPDATE annotation_membership SET n_served = n_served + (SELECT count(*) FROM chosen)
    WHERE id = %(me)s AND NOT %(only_look)s
), leased AS (
    INSERT INTO annotation_slot (campaign_pair_id, campaign_id, topic_id, occasion, position,
                                 holder_id, leased_until)
    SELECT id, %(campaign)s, topic_id, %(occasion)s, %(position)s,
           %(me)s, now() + make_interval(secs => %(lease_s)s)
    FROM chosen WHERE NOT %(only_look)s
)
SELECT count(*) FROM chosen
