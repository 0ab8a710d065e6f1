import { addressOf, changed, choiceOf } from '@/features/campaign/agreement/choice/choice';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { useLocation, useNavigate, useSearchParams } from '@/shared/routing/location';

export type ChangeChoice = (part: Parameters<typeof changed>[1]) => void;

/** The choice of the address, and how to change it, which Back undoes. */
export function useChoice(): readonly [Choice, ChangeChoice] {
  const { scale } = useCampaign();
  const choice = choiceOf(useSearchParams(), scale);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return [choice, (part) => navigate(`${pathname}${addressOf(changed(choice, part))}`)];
}
