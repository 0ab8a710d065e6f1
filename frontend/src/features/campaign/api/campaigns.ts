import { useSuspenseQuery } from '@tanstack/react-query';
import { patch } from '@/api/calls';
import { reading, useRead } from '@/api/read';
import type { OptionsChange } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';

const REFRESH_MS = 15_000;

/** What the pages of one campaign have in common; asked for again only where `isFollowed`. */
export const useOverview = (id: number, isFollowed: boolean) =>
  useRead(
    '/api/campaigns/{campaign_id}',
    { campaign_id: id },
    { refetchInterval: isFollowed && REFRESH_MS },
  );

/** The same, for a page whose frame has read it already. */
export const useOverviewRead = (id: number) =>
  useSuspenseQuery({
    ...reading('/api/campaigns/{campaign_id}', { campaign_id: id }),
    refetchInterval: REFRESH_MS,
  }).data;

/** What is left out of the options stays as it is. */
export const useSetOptions = (id: number) =>
  useChange(id, (options: OptionsChange) =>
    patch('/api/campaigns/{campaign_id}', { campaign_id: id }, options),
  );
