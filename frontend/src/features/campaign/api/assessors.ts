import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { CrowdModel } from '@/api/types';
import { zoneHere } from '@/features/campaign/api/board';

/** Everybody who gave a vote, beside the others; with a threshold, votes from it up against the rest. */
export const useAssessors = (id: number, threshold?: number) =>
  useQuery({
    queryKey: ['assessors', id, 'all', threshold],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/agreement/assessors', {
          params: {
            path: { campaign_id: id },
            query: threshold === undefined ? {} : { threshold },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** One of them in depth. */
export const useAssessor = (id: number, assessor: string) =>
  useQuery({
    queryKey: ['assessors', id, 'one', assessor],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/agreement/assessors/{assessor}', {
          params: { path: { campaign_id: id, assessor }, query: { zone: zoneHere() } },
          signal,
        }),
      ),
  });

/** How far each can be relied on, as a model of the crowd has it. */
export const useCrowd = (id: number, model: CrowdModel, assessor: string) =>
  useQuery({
    queryKey: ['crowd', id, model, assessor],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/agreement/crowd', {
          params: { path: { campaign_id: id }, query: { model, assessor } },
          signal,
        }),
      ),
  });
