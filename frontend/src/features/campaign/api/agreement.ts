import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { AgreementParts, AgreementQuery } from '@/api/types';
import { zoneHere } from '@/features/campaign/api/board';

const agreementKey = (id: number) => ['agreement', id];

/**
 * Every coefficient of agreement, what is behind it, and what was asked for: the answer to the
 * question before shows until there is the new one.
 */
export const useAgreement = (id: number, query: AgreementQuery) =>
  useQuery({
    queryKey: [...agreementKey(id), 'all', query],
    queryFn: async ({ signal }) => {
      const agreement = await answer(
        api.GET('/api/campaigns/{campaign_id}/agreement', {
          params: { path: { campaign_id: id }, query },
          signal,
        }),
      );
      return { ...agreement, asked: query };
    },
    placeholderData: keepPreviousData,
  });

type Part = Readonly<{ by: AgreementParts['by']; page?: number }>;

/** Agreement by topic, stratum, version of the guideline or time; a page of them, counted from 0. */
export const useAgreementParts = (id: number, { by, page = 0 }: Part, query: AgreementQuery) =>
  useQuery({
    queryKey: [...agreementKey(id), by, page, query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/agreement/parts', {
          params: {
            path: { campaign_id: id },
            query: { ...query, by, page, zone: zoneHere() },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Agreement of every two assessors, on the pairs that both graded. */
export const useAgreementMatrix = (id: number, { threshold }: AgreementQuery) =>
  useQuery({
    queryKey: [...agreementKey(id), 'matrix', threshold],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/agreement/matrix', {
          params: {
            path: { campaign_id: id },
            query: threshold === undefined ? {} : { threshold },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
