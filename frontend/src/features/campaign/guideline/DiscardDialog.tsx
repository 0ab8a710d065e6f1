import { useMutation } from '@tanstack/react-query';
import type { GuidelineVersion } from '@/api/types';
import { discardDraft } from '@/features/campaign/api/draft';
import type { Draft } from '@/features/campaign/guideline/draft';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';

type Props = Readonly<{
  campaignId: number;
  draft: Draft;
  inForce: GuidelineVersion | null;
  onClose: () => void;
}>;

export function DiscardDialog({ campaignId, draft, inForce, onClose }: Props) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => discardDraft(campaignId, await draft.asRead()),
    onSuccess: () => {
      draft.settle('', inForce ?? { body: '', examples: [] });
      onClose();
    },
    onError: draft.recheck,
  });
  return (
    <ConfirmDialog
      title="Discard the draft?"
      verb="Discard it"
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        What you wrote since {inForce === null ? 'the beginning' : `version ${inForce.version}`} is
        lost for good. What is published stays.
      </p>
    </ConfirmDialog>
  );
}
