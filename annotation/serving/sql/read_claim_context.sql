-- What decides on a claim, in one query: a claim runs at every judgment. The columns of `ClaimContext`.
SELECT now(), m.campaign_id, m.id, m.kind, m.role, m.withdrawn_at, m.suspended_at, m.qualified_at,
       m.n_served, m.n_attempts, coalesce(m.quota, c.quota), c.state, c.pass_share, c.max_attempts,
       c.lease_s, c.seat_s, c.judgments_per_pair, c.max_not_judged, p.id, p.unit, p."order", p.seed,
       p.sets_offered, p.topics_per_set, p.new_topic_share, p.overlap_every, p.gold_every,
       p.repeat_every, p.repeat_after, p.rotates, p.extra_judgments,
       (SELECT id FROM annotation_notice WHERE campaign_id = c.id ORDER BY version DESC LIMIT 1),
       (SELECT max(notice_id) FROM annotation_consent WHERE membership_id = m.id),
       guideline.id, guideline.version,
       (SELECT max(id) FROM annotation_message
        WHERE campaign_id = c.id
          AND (membership_id = m.id OR membership_id IS NULL AND sent_at >= m.created_at)),
       EXISTS (SELECT FROM annotation_campaignpair WHERE campaign_id = c.id AND kind <> 'regular'),
       done.n_judged, done.n_not_judged, done.n_judged_in_all, done.n_not_judged_in_all,
       round.n_judged, round.n_not_judged, round.n_first_looks, hand.n_leased,
       coalesce(hand.leased_until < now() + make_interval(secs => c.lease_s / 2.0), FALSE),
       in_hand.topic_id, in_hand.position, hand.n_of_other_topics,
       EXISTS (SELECT FROM annotation_topicseat
               WHERE holder_id = m.id AND finished_at IS NULL
                 AND expires_at < now() + make_interval(secs => c.seat_s / 2.0)),
       waiting.since, ARRAY(
           SELECT id FROM annotation_membership other
           WHERE other.campaign_id = c.id AND other.waits_since < coalesce(waiting.since, now())
             AND other.asks_until > now() AND other.id <> m.id),
       (SELECT strategy = 'active' FROM annotation_pool WHERE id = c.pool_id)
FROM annotation_membership m
JOIN annotation_campaign c ON c.id = m.campaign_id
CROSS JOIN LATERAL (
    SELECT CASE WHEN m.asks_until > now() THEN m.waits_since END AS since
) waiting
CROSS JOIN LATERAL (
    SELECT * FROM annotation_servingpolicy WHERE campaign_id = c.id ORDER BY version DESC LIMIT 1
) p
LEFT JOIN LATERAL (
    SELECT id, version FROM annotation_guideline
    WHERE campaign_id = c.id AND published_at IS NOT NULL ORDER BY version DESC LIMIT 1
) guideline ON TRUE
CROSS JOIN LATERAL (
    SELECT count(grade_id) FILTER (WHERE occasion = 0) AS n_judged,
           count(*) FILTER (WHERE occasion = 0 AND grade_id IS NULL) AS n_not_judged,
           count(grade_id) AS n_judged_in_all, count(*) - count(grade_id) AS n_not_judged_in_all
    FROM annotation_judgment
    WHERE assessor_id = m.id AND superseded_at IS NULL
      AND reason_not_judged IS DISTINCT FROM 'retracted' AND cause <> 'rejected'
) done
CROSS JOIN LATERAL (
    SELECT count(j.grade_id) AS n_judged, count(*) - count(j.grade_id) AS n_not_judged,
           count(*) FILTER (WHERE j.occasion = 0) AS n_first_looks
    FROM annotation_campaignpair pair
    JOIN annotation_judgment j ON j.campaign_pair_id = pair.id AND j.assessor_id = m.id
      AND j.superseded_at IS NULL
      AND j.reason_not_judged IS DISTINCT FROM 'retracted' AND j.cause <> 'rejected'
    WHERE c.pass_share IS NOT NULL AND pair.campaign_id = c.id
      AND pair.kind <> 'regular' AND pair.kind = 'qualification'
) round
-- The topic in hand: of those where the assessor has a seat that is not finished, that of the
-- shared pair answered last, by the order in which pairs were served. A changed answer keeps
-- its place, so that going back to an old topic is no return to it.
LEFT JOIN LATERAL (
    SELECT pooled.topic_id, newest.position FROM (
        SELECT campaign_pair_id, position FROM annotation_judgment
        WHERE assessor_id = m.id AND superseded_at IS NULL AND policy_id IS NOT NULL
          AND occasion = 0
        ORDER BY created_at DESC LIMIT 20  -- where a shared pair is looked for
    ) newest CROSS JOIN LATERAL (
        SELECT kind, pair_id FROM annotation_campaignpair
        WHERE id = newest.campaign_pair_id OFFSET 0
    ) pair CROSS JOIN LATERAL (
        SELECT topic_id FROM annotation_pooledpair WHERE id = pair.pair_id OFFSET 0
    ) pooled
    WHERE pair.kind = 'regular' AND p.unit = 'topics' AND EXISTS (
        SELECT FROM annotation_topicseat own
        WHERE own.holder_id = m.id AND own.finished_at IS NULL
          AND own.topic_id = pooled.topic_id OFFSET 0)
    ORDER BY newest.position DESC LIMIT 1
) in_hand ON TRUE
CROSS JOIN LATERAL (
    SELECT count(*) AS n_leased, min(leased_until) AS leased_until,
           count(*) FILTER (
               WHERE order_key IS NOT NULL AND topic_id <> in_hand.topic_id
                 AND position > in_hand.position) AS n_of_other_topics
    FROM annotation_slot WHERE holder_id = m.id AND judgment_id IS NULL
) hand
WHERE m.id = %(me)s
