import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/calls';
import type { FusedRun } from '@/api/types';
import { useRunsAnew } from '@/features/library/api/runs';
import {
  ABOUT,
  BLANK,
  METHODS,
  NORMALIZATIONS,
  requestOf,
  takesK,
  takesNormalization,
} from '@/features/library/runs/fusions';
import { asApiError } from '@/shared/requests/errors';
import { counted } from '@/shared/format/numbers';
import { nameTrouble } from '@/shared/format/names';
import { useNavigate } from '@/shared/routing/location';
import { runPath } from '@/shared/routing/paths';
import { entriesOf } from '@/shared/ui/fields/entries';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';

const MAX_DEPTH = 10_000;
const MAX_K = 1_000_000;

/** Makes the run and opens its page. */
function useFusing(onClose: () => void) {
  const navigate = useNavigate();
  const readAnew = useRunsAnew();
  return useMutation({
    mutationFn: (body: FusedRun) => post('/api/runs/fused', {}, body),
    onSuccess: async ({ name }) => {
      await readAnew();
      onClose();
      navigate(runPath(name));
    },
  });
}

type Props = Readonly<{ runs: readonly string[]; onClose: () => void }>;

/** One run of several, by their ranks or their scores. */
export function FuseDialog({ runs, onClose }: Props) {
  const [entered, setEntered] = useState(BLANK);
  const { mutate, error, isPending, reset } = useFusing(onClose);
  const field = error === null ? null : asApiError(error).fields['name'];
  const name = entered.name ?? `${entered.method}-${runs.length}`;
  const change = (part: Partial<typeof entered>): void => {
    reset();
    setEntered((before) => ({ ...before, ...part }));
  };
  const entry = entriesOf(entered, change);
  return (
    <ConfirmDialog
      title={`Fuse ${counted(runs.length, 'run')}`}
      verb="Fuse runs"
      isPending={isPending}
      isReady={nameTrouble(name, []) === null}
      error={field === undefined ? error : null}
      onConfirm={() => mutate(requestOf(entered, runs, name))}
      onClose={onClose}
    >
      <p>{runs.join(', ')}</p>
      <SelectField
        label="Method"
        hint={ABOUT[entered.method]}
        options={METHODS}
        {...entry('method')}
      />
      {takesK(entered.method) && (
        <NumberField
          label="k"
          hint="The less, the more the first ranks stand out."
          min={0}
          max={MAX_K}
          {...entry('k')}
        />
      )}
      {takesNormalization(entered.method) && (
        <SelectField
          label="Scores normalized by"
          options={NORMALIZATIONS}
          {...entry('normalization')}
        />
      )}
      <NumberField
        label="Depth"
        hint="Passages of a topic that are read of each run and kept."
        min={1}
        max={MAX_DEPTH}
        {...entry('depth')}
      />
      <TextField
        label="Name of the new run"
        value={name}
        trouble={field ?? nameTrouble(name, [])}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(text) => change({ name: text })}
      />
    </ConfirmDialog>
  );
}
