import { useNavigate } from '@/shared/routing/location';
import { useCreateCampaign } from '@/features/campaign/api/campaigns';

/** Makes the campaign and goes to its people; the draft is forgotten once it is made. */
export function useCreation(forget: () => void) {
  const navigate = useNavigate();
  const { mutate, error, isPending, isSuccess } = useCreateCampaign(({ id }) => {
    navigate(`/campaigns/${id}/people`);
    forget();
  });
  return { create: mutate, error, isBusy: isPending || isSuccess };
}
