-- A slot of the assessor's own on a pair of a kind, with a text, that they have neither answered
-- nor in hand on this occasion; with `only_look`, whether there is one. Says how many: 0 or 1.
WITH chosen AS (
    SELECT pair.id, pooled.topic_id FROM (
        -- In the order in which the organizer set the qualification round out.
        (SELECT id, pair_id FROM (
            SELECT id, pair_id FROM annotation_campaignpair
            WHERE %(source)s = 'qualification' AND campaign_id = %(campaign)s
              AND kind = 'qualification' AND kind <> 'regular' OFFSET 0
         ) marked ORDER BY id)
        UNION ALL
        -- In the order of an index, from a start that is drawn on, and then from the beginning.
        (SELECT id, pair_id FROM annotation_campaignpair
         WHERE %(source)s = 'marked' AND campaign_id = %(campaign)s AND kind = %(marked)s
           AND kind <> 'regular' AND (in_pilot OR NOT %(in_pilot)s) AND shuffle_key >= %(start)s
         ORDER BY shuffle_key)
        UNION ALL
        (SELECT id, pair_id FROM annotation_campaignpair
         WHERE %(source)s = 'marked' AND campaign_id = %(campaign)s AND kind = %(marked)s
           AND kind <> 'regular' AND (in_pilot OR NOT %(in_pilot)s) AND shuffle_key < %(start)s
         ORDER BY shuffle_key)
        UNION ALL
        (SELECT pair.id, pair.pair_id FROM (
            SELECT id FROM annotation_pooledpair
            WHERE %(source)s = 'marked in topic' AND topic_id = %(topic)s AND pool_id = (
                SELECT pool_id FROM annotation_campaign WHERE id = %(campaign)s
            ) LIMIT %(most)s
         ) of_topic CROSS JOIN LATERAL (
            SELECT id, pair_id, kind, in_pilot, shuffle_key FROM annotation_campaignpair
            WHERE campaign_id = %(campaign)s AND pair_id = of_topic.id OFFSET 0
         ) pair
         WHERE pair.kind = %(marked)s AND (pair.in_pilot OR NOT %(in_pilot)s)
         ORDER BY pair.shuffle_key < %(start)s, pair.shuffle_key)
        UNION ALL
        -- What the assessor graded here long enough ago, once more: positions of what was recorded
        -- elsewhere mean something else.
        (SELECT pair.id, pair.pair_id FROM (
            SELECT campaign_pair_id FROM annotation_judgment
            WHERE %(source)s = 'graded' AND assessor_id = %(me)s AND superseded_at IS NULL
              AND occasion = 0 AND grade_id IS NOT NULL
              AND cause NOT IN ('imported', 'rejected')
              AND position <= %(position)s - %(repeat_after)s
            ORDER BY position < %(start)s %% %(position)s, position
         ) first_look CROSS JOIN LATERAL (
            SELECT id, pair_id FROM annotation_campaignpair
            WHERE id = first_look.campaign_pair_id AND kind = 'regular' OFFSET 0
         ) pair)
        UNION ALL
        (SELECT pair.id, pair.pair_id FROM (
            SELECT id FROM annotation_pooledpair
            WHERE %(source)s = 'graded in topic' AND topic_id = %(topic)s AND pool_id = (
                SELECT pool_id FROM annotation_campaign WHERE id = %(campaign)s
            ) LIMIT %(most)s
         ) of_topic CROSS JOIN LATERAL (
            SELECT id, pair_id, kind FROM annotation_campaignpair
            WHERE campaign_id = %(campaign)s AND pair_id = of_topic.id OFFSET 0
         ) pair CROSS JOIN LATERAL (
            SELECT position FROM annotation_judgment
            WHERE campaign_pair_id = pair.id AND assessor_id = %(me)s AND superseded_at IS NULL
              AND occasion = 0 AND grade_id IS NOT NULL
              AND cause NOT IN ('imported', 'rejected')
              AND position <= %(position)s - %(repeat_after)s OFFSET 0
         ) first_look
         WHERE pair.kind = 'regular'
         ORDER BY first_look.position < %(start)s %% %(position)s, first_look.position)
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
