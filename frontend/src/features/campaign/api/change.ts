import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { keyOf } from '@/api/keyOf';
import { draftKey } from '@/features/campaign/api/draft';

/** Whether a query is of a campaign, by the parameters in its key. */
export const isOf =
  (campaignId: number) =>
  ({ queryKey: [, params] }: Query): boolean =>
    (params as Readonly<{ campaign_id?: number }> | undefined)?.campaign_id === campaignId;

/**
 * Something done to a campaign: whatever pages know of it is read again, except what somebody is
 * writing. Changes of one campaign are made one after the other, in the order in which they were
 * asked for.
 */
export function useChange<Input, Done>(
  campaignId: number,
  change: (input: Input) => Promise<Done>,
  onDone?: (done: Done) => void,
  onRejected?: () => Promise<unknown>,
) {
  const client = useQueryClient();
  const [written] = draftKey(campaignId);
  const isKnown = isOf(campaignId);
  return useMutation({
    mutationFn: change,
    scope: { id: `campaign ${campaignId}` },
    onSuccess: async (done) => {
      // What nobody looks at is not to show for a moment as it was.
      client.removeQueries({
        queryKey: keyOf('/api/campaigns/{campaign_id}/board', { campaign_id: campaignId }),
        type: 'inactive',
      });
      await client.invalidateQueries({
        predicate: (query) => isKnown(query) && query.queryKey[0] !== written,
      });
      onDone?.(done);
    },
    onError: () => onRejected?.(),
  });
}
