import type { Joined } from '@/api/types';
import { settlingPage } from '@/features/campaign/kit/deciding';

type Workplace = Readonly<{ to: string; verb: string }>;

/** Where somebody with this role works in a campaign. */
export const workplaceOf = (campaignId: number, role: Joined['role']): Workplace =>
  role === 'adjudicator'
    ? { to: settlingPage(campaignId), verb: 'Settle' }
    : { to: `/judge/${campaignId}`, verb: 'Judge' };
