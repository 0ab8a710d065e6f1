-- A pair of a kind, with a text, that the assessor has neither answered nor in hand on this
-- occasion. In the order of an index, from a start that is drawn on, and then from the beginning.
WITH chosen AS (
    SELECT pair.id, pooled.topic_id FROM (
        (SELECT id, pair_id FROM annotation_campaignpair
         WHERE campaign_id = %(campaign)s AND kind = %(marked)s AND kind <> 'regular'
           AND (in_pilot OR NOT %(in_pilot)s) AND shuffle_key >= %(start)s
         ORDER BY shuffle_key)
        UNION ALL
        (SELECT id, pair_id FROM annotation_campaignpair
         WHERE campaign_id = %(campaign)s AND kind = %(marked)s AND kind <> 'regular'
           AND (in_pilot OR NOT %(in_pilot)s) AND shuffle_key < %(start)s
         ORDER BY shuffle_key)
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
