import { answer, api } from '@/api/client';
import type { EnglishLevel } from '@/api/types';

type Said = Readonly<{ campaignId: number; level: EnglishLevel }>;

/** What an assessor says of their own English; an empty word takes it back. */
export const setEnglishLevel = ({ campaignId, level }: Said): Promise<unknown> =>
  answer(
    api.PATCH('/api/judging/{campaign_id}/me', {
      params: { path: { campaign_id: campaignId } },
      body: { english_level: level },
    }),
  );
