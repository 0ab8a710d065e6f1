import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '@/api/calls';
import { keyOf, useRead } from '@/api/read';
import type { NewCampaign } from '@/api/types';
import { useNavigate } from '@/shared/routing/location';

/**
 * Makes a pool and a draft campaign over it, both or neither, and goes to its people; what was
 * entered is forgotten then. The names that are taken show while one is typed.
 */
export function useCreation(forget: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: campaigns = [] } = useRead('/api/campaigns', {});
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (body: NewCampaign) => post('/api/campaigns/from-runs', {}, body),
    onSuccess: ({ id }) => {
      navigate(`/campaigns/${id}/people`);
      forget();
    },
    // Shows a name that somebody else has taken meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('/api/campaigns') }),
  });
  const names = campaigns.map(({ name }) => name);
  return { names, create: mutate, error, isBusy: isPending || isSuccess };
}
