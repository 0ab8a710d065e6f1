import { post } from '@/api/calls';
import { useRead, useSteadyRead } from '@/api/read';
import { useChange } from '@/features/campaign/api/change';

const REFRESH_MS = 5_000;

/** How far each topic is; read again and again while pairs are chosen or judged. */
export const useActivePool = (id: number, isFollowed: boolean) =>
  useRead(
    '/api/campaigns/{campaign_id}/active',
    { campaign_id: id },
    { staleTime: 0, refetchInterval: isFollowed && REFRESH_MS },
  );

type Asked = Readonly<{ queryId: string; target: number | null }>;

/** A topic's judgments in order, and what each stopping rule says; without a target, of the pool's. */
export const useTopicReview = (id: number, { queryId, target }: Asked, isFollowed: boolean) =>
  useSteadyRead(
    '/api/campaigns/{campaign_id}/active/review',
    { campaign_id: id, query_id: queryId, ...(target !== null && { target }) },
    { staleTime: 0, refetchInterval: isFollowed && REFRESH_MS, enabled: queryId !== '' },
  );

export type TopicChange = Readonly<{ action: 'end' | 'resume'; query_ids: string[] }>;

/** Ends the choice of pairs in topics, or lets it go on. */
export const useEndTopics = (id: number, onDone: () => void) =>
  useChange(
    id,
    (change: TopicChange) =>
      post('/api/campaigns/{campaign_id}/active/end', { campaign_id: id }, change),
    onDone,
  );
