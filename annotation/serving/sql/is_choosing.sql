-- Whether a next step of a topic where the assessor sits has been due for less than a minute: then
-- its pairs come in a moment, or no worker is there to choose them.
SELECT EXISTS (
    SELECT FROM annotation_topicseat own
    JOIN annotation_activetopic active
      ON active.campaign_id = own.campaign_id AND active.topic_id = own.topic_id
    WHERE own.campaign_id = %(campaign)s AND own.holder_id = %(me)s AND own.finished_at IS NULL
      AND active.due_since > now() - interval '1 minute')
