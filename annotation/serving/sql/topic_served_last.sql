-- The topic of the shared pair that was served last: in hand, or else among the newest answers.
{topic_served_last}
