-- How many pairs of each topic the campaign has, and how often the assessor has answered there:
-- repeats count, else the place would tell them.
SELECT pooled.topic_id, count(DISTINCT pair.id), count(j.id)
FROM unnest(%(topics)s::bigint[]) AS topic(id) CROSS JOIN LATERAL (
    SELECT * FROM annotation_pooledpair WHERE topic_id = topic.id AND pool_id = (
        SELECT pool_id FROM annotation_campaign WHERE id = %(campaign)s
    ) LIMIT %(most)s + 1
) pooled
JOIN annotation_campaignpair pair ON pair.pair_id = pooled.id AND pair.campaign_id = %(campaign)s
LEFT JOIN annotation_judgment j ON j.campaign_pair_id = pair.id AND j.assessor_id = %(me)s
  AND (j.occasion = 0 OR pair.kind = 'regular') AND j.superseded_at IS NULL
  AND j.reason_not_judged IS DISTINCT FROM 'retracted'
GROUP BY pooled.topic_id
