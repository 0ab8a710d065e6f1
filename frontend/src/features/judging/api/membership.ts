import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patch, post } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { getEvery } from '@/api/read';
import type { EnglishLevel, OwnRecord } from '@/api/types';

const recordKey = (id: number) => keyOf('/api/judging/{campaign_id}/held', { campaign_id: id });

/** Sets an assessor's own statement about their English; an empty value removes it. */
export function useSetEnglishLevel(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (level: EnglishLevel) =>
      patch('/api/judging/{campaign_id}/me', { campaign_id: id }, { english_level: level }),
    onSettled: () => client.invalidateQueries({ queryKey: recordKey(id) }),
  });
}

/** Withdraws the requesting user; `work` says what becomes of their judgments. */
export function useWithdraw(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (work: 'keep' | 'drop') =>
      post('/api/judging/{campaign_id}/withdrawal', { campaign_id: id }, { work }),
    onSuccess: () => client.invalidateQueries({ queryKey: recordKey(id) }),
  });
}

/** All data about the requesting user in one campaign, with every judgment and visit. */
export async function readAll(record: OwnRecord): Promise<unknown> {
  const campaign = { campaign_id: record.campaign.id };
  return {
    ...record,
    judgments: await getEvery('/api/judging/{campaign_id}/held/judgments', campaign),
    visits: await getEvery('/api/judging/{campaign_id}/held/visits', campaign),
  };
}
