import { useState } from 'react';
import type { KeptKind } from '@/api/types';
import { useChangeKept, useDeleteKept } from '@/features/library/api/shelves';
import { asApiError } from '@/shared/requests/errors';
import { useNavigate } from '@/shared/routing/location';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { TextField } from '@/shared/ui/fields/TextField';

type DeleteDialogProps = Readonly<{
  kind: KeptKind;
  name: string;
  shelf: string;
  onClose: () => void;
}>;

const GOES: Readonly<Record<KeptKind, string>> = {
  runs: 'Its rankings go with it.',
  labels: 'Its labels go with it; judgments that they were derived from stay.',
  collections: 'Its passages and its indexes go with it.',
  'topic-sets': 'Its topics go with it.',
  comparisons:
    'Its permanent address ends, and answers that are kept with it go. Runs, label sets and the frozen table stay.',
};

/** Asks once more before a thing is gone for good. */
export function DeleteDialog({ kind, name, shelf, onClose }: DeleteDialogProps) {
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

type Props = Readonly<{
  kind: KeptKind;
  name: string;
  pathOf: (name: string) => string;
  onClose: () => void;
}>;

/** Asks for another name, and shows the thing under it. */
export function RenameDialog({ kind, name, pathOf, onClose }: Props) {
  const [next, setNext] = useState(name);
  const navigate = useNavigate();
  const { mutate, error, isPending, reset } = useChangeKept(kind, name, (given) =>
    navigate(pathOf(given), { replace: true }),
  );
  const trouble = error === null ? undefined : asApiError(error).fields.name;
  return (
    <ConfirmDialog
      title={`Rename ${name}`}
      verb="Rename"
      isPending={isPending}
      error={trouble === undefined ? error : null}
      isReady={next.trim() !== '' && next !== name}
      onConfirm={() => mutate({ name: next.trim() })}
      onClose={onClose}
    >
      <TextField
        label="New name"
        width="full"
        hint={
          kind === 'comparisons'
            ? 'Without blanks and commas. Its address stays.'
            : 'Without blanks and commas. Links to the old name end.'
        }
        value={next}
        trouble={trouble}
        onChange={(typed) => {
          reset();
          setNext(typed);
        }}
      />
    </ConfirmDialog>
  );
}
