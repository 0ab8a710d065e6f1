import { useMutation, useQueryClient } from '@tanstack/react-query';
import { boardKey } from '@/features/campaign/api/board';
import { draftKey } from '@/features/campaign/api/draft';

/**
 * Something done to a campaign: whatever pages know of it is read again, but for what somebody is
 * writing. Such keys are all of the kind [what, campaign, ...]. Changes of one campaign are made one
 * after the other, in the order in which they were asked for.
 */
export function useChange<Input, Done>(
  campaignId: number,
  change: (input: Input) => Promise<Done>,
  onDone?: (done: Done) => void,
  onRejected?: () => Promise<unknown>,
) {
  const client = useQueryClient();
  const [written] = draftKey(campaignId);
  return useMutation({
    mutationFn: change,
    scope: { id: `campaign ${campaignId}` },
    onSuccess: async (done) => {
      // What nobody looks at is not to show for a moment as it was.
      client.removeQueries({ queryKey: boardKey(campaignId), type: 'inactive' });
      await client.invalidateQueries({
        predicate: ({ queryKey: [what, id] }) => id === campaignId && what !== written,
      });
      onDone?.(done);
    },
    onError: () => onRejected?.(),
  });
}
