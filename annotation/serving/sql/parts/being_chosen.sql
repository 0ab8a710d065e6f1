-- A seat of `own.holder_id` at a topic whose further pairs are about to be chosen: a next step has
-- been due for less than a minute (later no worker is there to choose), or it may follow on what
-- the holder has in hand of the topic.
SELECT FROM annotation_topicseat own
JOIN annotation_activetopic active
  ON active.campaign_id = own.campaign_id AND active.topic_id = own.topic_id
WHERE own.campaign_id = %(campaign)s AND own.finished_at IS NULL
  AND active.ended_at IS NULL
  AND (active.due_since > now() - interval '1 minute'
    OR active.due_since IS NULL AND EXISTS (
        SELECT FROM annotation_slot held
        WHERE held.campaign_id = own.campaign_id AND held.holder_id = own.holder_id
          AND held.topic_id = own.topic_id AND held.judgment_id IS NULL))
