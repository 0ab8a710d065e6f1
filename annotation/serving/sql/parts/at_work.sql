-- The seat's holder has a lease, or answered no longer ago than a lease lasts.
EXISTS (
    SELECT FROM annotation_slot hand
    WHERE hand.holder_id = seat.holder_id AND hand.judgment_id IS NULL
      AND hand.leased_until > now() OFFSET 0
) OR EXISTS (
    SELECT FROM annotation_judgment recent
    WHERE recent.assessor_id = seat.holder_id AND recent.superseded_at IS NULL
      AND recent.created_at > now() - make_interval(secs => %(lease_s)s) OFFSET 0)
