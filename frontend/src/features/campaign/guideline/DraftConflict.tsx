import { useMutation, useQueryClient } from '@tanstack/react-query';
import { draftQuery } from '@/features/campaign/api/readDraft';
import type { Drafting } from '@/features/campaign/guideline/useDraft';
import { sentence } from '@/shared/errors';

type Props = Readonly<{ campaignId: number; drafting: Drafting }>;

/** Two windows wrote at once: neither is lost before somebody has chosen. */
export function DraftConflict({ campaignId, drafting: { draft, error } }: Props) {
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: async (mine: boolean) => {
      const theirs = await client.query({ ...draftQuery(campaignId), staleTime: 0 });
      if (mine) await draft.overwrite(theirs.fingerprint);
      else draft.settle(theirs.fingerprint, theirs);
    },
  });
  if (error?.code !== 'guideline_refused') return null;
  return (
    <div className="conflict" role="alert">
      <p>{error.detail}</p>
      {choose.error !== null && <p>{sentence(choose.error)}</p>}
      <p className="actions">
        <button type="button" className="second" onClick={() => choose.mutate(true)}>
          Save this one over it
        </button>
        <button type="button" className="second" onClick={() => choose.mutate(false)}>
          Show the other one
        </button>
      </p>
    </div>
  );
}
