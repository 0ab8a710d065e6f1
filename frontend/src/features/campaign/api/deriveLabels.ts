import { answer, api } from '@/api/client';
import type { Derivation } from '@/api/types';

type Asked = Readonly<{ campaignId: number; name: string; derivation: Derivation }>;

/** Make a label set, which never changes after. */
export const deriveLabels = ({ campaignId, name, derivation }: Asked) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/labels', {
      params: { path: { campaign_id: campaignId } },
      body: { name, ...derivation },
    }),
  );
