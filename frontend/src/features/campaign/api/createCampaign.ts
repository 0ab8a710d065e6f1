import { answer, api } from '@/api/client';
import type { NewCampaign } from '@/api/types';

/** A pool and a draft over it, both or neither. */
export const createCampaign = (body: NewCampaign) =>
  answer(api.POST('/api/campaigns/from-runs', { body }));
