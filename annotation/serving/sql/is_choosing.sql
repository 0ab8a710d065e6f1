-- Whether further pairs of a topic where the assessor sits are about to be chosen.
SELECT EXISTS ({being_chosen} AND own.holder_id = %(me)s)
