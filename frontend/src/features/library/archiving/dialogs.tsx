import { useState } from 'react';
import type { KeptKind } from '@/api/types';
import { useChangeKept, useDeleteKept } from '@/features/library/api/shelves';
import { asApiError } from '@/shared/requests/errors';
import { useNavigate } from '@/shared/routing/location';
import { collectionPath, labelsPath, runPath, topicSetPath } from '@/shared/routing/paths';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { TextField } from '@/shared/ui/fields/TextField';

type Place = Readonly<{
  /** The list it stands in, and where one of it is shown. */
  shelf: string;
  pathOf: (name: string) => string;
  /** What is deleted with it. */
  goes: string;
}>;

export const PLACES: Readonly<Record<KeptKind, Place>> = {
  runs: { shelf: '/library', pathOf: runPath, goes: 'Its rankings are deleted with it.' },
  labels: {
    shelf: '/library/labels',
    pathOf: labelsPath,
    goes: 'Its labels are deleted with it; the judgments they were derived from stay.',
  },
  collections: {
    shelf: '/library/collections',
    pathOf: collectionPath,
    goes: 'Its passages and indexes are deleted with it.',
  },
  'topic-sets': {
    shelf: '/library/topics',
    pathOf: topicSetPath,
    goes: 'Its topics are deleted with it.',
  },
  comparisons: {
    shelf: '/library/comparisons',
    pathOf: () => '/library/comparisons',
    goes: 'Its permanent address stops working, and its saved answers are deleted. Runs, label sets and the frozen table stay.',
  },
};

type Props = Readonly<{ kind: KeptKind; name: string; onClose: () => void }>;

/** Asks once more before a thing is gone for good. */
export function DeleteDialog({ kind, name, onClose }: Props) {
  const navigate = useNavigate();
  const { mutate, error, isPending } = useDeleteKept(kind, name, () =>
    navigate(PLACES[kind].shelf),
  );
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
        {PLACES[kind].goes} This cannot be undone.
        {kind !== 'comparisons' && ' To remove it only from the menus, archive it.'}
      </p>
    </ConfirmDialog>
  );
}

/** Asks for another name, and shows the thing under it. */
export function RenameDialog({ kind, name, onClose }: Props) {
  const [next, setNext] = useState(name);
  const navigate = useNavigate();
  const { mutate, error, isPending, reset } = useChangeKept(kind, name, (given) =>
    navigate(PLACES[kind].pathOf(given), { replace: true }),
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
