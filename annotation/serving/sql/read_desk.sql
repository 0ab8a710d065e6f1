-- What the judging page shows of a campaign, in one query: many open their page at the same moment.
-- The columns of `CampaignDesk`.
SELECT json_build_object('id', c.id, 'name', c.name, 'state', c.state,
                         'asks_confidence', c.asks_confidence, 'asks_note', c.asks_note,
                         'allows_search', c.allows_search),
       (SELECT json_agg(json_build_object(
            'value', value, 'name', name, 'description', description, 'colour', colour,
            'requires_span', requires_span) ORDER BY value)
        FROM annotation_grade WHERE campaign_id = c.id),
       guideline.version, guideline.body, guideline.examples::json, notice.version, notice.body
FROM annotation_campaign c
LEFT JOIN annotation_guideline guideline ON guideline.id = %(guideline)s
LEFT JOIN annotation_notice notice ON notice.id = %(newest_notice)s
WHERE c.id = %(campaign)s
