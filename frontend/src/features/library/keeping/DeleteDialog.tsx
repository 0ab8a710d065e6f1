import type { KeptKind } from '@/api/types';
import { useDeleteKept } from '@/features/library/api/shelves';
import { useNavigate } from '@/shared/routing/location';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';

type Props = Readonly<{ kind: KeptKind; name: string; shelf: string; onClose: () => void }>;

const GOES: Readonly<Record<KeptKind, string>> = {
  runs: 'Its rankings go with it.',
  labels: 'Its labels go with it; judgments that they were derived from stay.',
  collections: 'Its passages and its indexes go with it.',
  'topic-sets': 'Its topics go with it.',
  comparisons:
    'Its permanent address ends, and answers that are kept with it go. Runs, label sets and the frozen table stay.',
};

/** Asks once more before a thing is gone for good. */
export function DeleteDialog({ kind, name, shelf, onClose }: Props) {
  const navigate = useNavigate();
  const { mutate, error, isPending } = useDeleteKept(kind, name, () => navigate(shelf));
  return (
    <ConfirmDialog
      title={`Delete ${name}`}
      verb="Delete it"
      isFinal
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        {GOES[kind]} This cannot be undone.
        {kind !== 'comparisons' && ' To have it out of the menus alone, archive it.'}
      </p>
    </ConfirmDialog>
  );
}
