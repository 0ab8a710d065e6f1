import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Something done to a campaign: whatever pages know of it is read again. */
export function useChange<Asked, Done>(
  campaignId: number,
  change: (asked: Asked) => Promise<Done>,
  onDone?: (done: Done) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (done) => {
      // What nobody looks at is not to show for a moment as it was.
      client.removeQueries({ queryKey: ['board', campaignId], type: 'inactive' });
      await client.invalidateQueries({
        predicate: ({ queryKey: [what, id] }) => id === campaignId && what !== 'draft',
      });
      onDone?.(done);
    },
  });
}
