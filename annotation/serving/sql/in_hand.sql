-- The columns of `LeasedPair`.
SELECT slot.id, slot.campaign_pair_id, slot.topic_id, slot.position, slot.occasion,
       slot.leased_until, topic.query, topic.description, topic.narrative, passage.title,
       coalesce(passage.text, '')
FROM annotation_slot slot
JOIN ranking_topic topic ON topic.id = slot.topic_id
JOIN annotation_campaignpair pair ON pair.id = slot.campaign_pair_id
JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
JOIN ranking_passage passage ON passage.id = pooled.passage_id
WHERE slot.holder_id = %(me)s AND slot.judgment_id IS NULL
ORDER BY slot.position
