import type { OptionsChange } from '@/api/types';
import { answer, api } from '@/api/client';

/** What is left out stays as it is. */
export const setOptions = (id: number, options: OptionsChange) =>
  answer(
    api.PATCH('/api/campaigns/{campaign_id}', {
      params: { path: { campaign_id: id } },
      body: options,
    }),
  );
