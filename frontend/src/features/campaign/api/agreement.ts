import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { useSteadyRead } from '@/api/read';
import type { AgreementParts, AgreementQuery } from '@/api/types';
import { zoneHere } from '@/features/campaign/api/board';

/**
 * Every coefficient of agreement, what is behind it, and what was asked for: the answer to the
 * question before shows until there is the new one.
 */
export function useAgreement(id: number, query: AgreementQuery) {
  const params = { campaign_id: id, ...query };
  return useQuery({
    queryKey: keyOf('/api/campaigns/{campaign_id}/agreement', params),
    queryFn: async ({ signal }) => ({
      ...(await get('/api/campaigns/{campaign_id}/agreement', params, { signal })),
      asked: query,
    }),
    placeholderData: keepPreviousData,
  });
}

type Part = Readonly<{ by: AgreementParts['by']; page?: number }>;

/** Agreement by topic, stratum, version of the guideline or time; a page of them. */
export const useAgreementParts = (id: number, { by, page }: Part, query: AgreementQuery) =>
  useSteadyRead('/api/campaigns/{campaign_id}/agreement/parts', {
    campaign_id: id,
    ...query,
    by,
    page,
    zone: zoneHere(),
  });

/** Everybody who gave a vote, beside the others; with a threshold, votes from it up against the rest. */
export const useAssessors = (id: number, threshold?: number) =>
  useSteadyRead('/api/campaigns/{campaign_id}/agreement/assessors', { campaign_id: id, threshold });
