import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { createCampaign } from '@/features/campaign/api/createCampaign';

/** Makes the campaign and goes to its people; the draft is forgotten once it is made. */
export function useCreation(forget: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: createCampaign,
    onSuccess: async ({ id }) => {
      await navigate(`/campaigns/${id}/people`);
      forget();
    },
    // A name that somebody else took meanwhile is then told in place.
    onSettled: () => client.invalidateQueries({ queryKey: ['campaigns'] }),
  });
  return { create: mutate, error, isBusy: isPending || isSuccess };
}
