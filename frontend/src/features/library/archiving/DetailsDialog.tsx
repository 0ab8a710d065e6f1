import { Fragment, useState } from 'react';
import type { ShelfRun } from '@/api/types';
import { useDescribeRuns } from '@/features/library/api/runs';
import { asApiError } from '@/shared/requests/errors';
import { counted } from '@/shared/format/numbers';
import { KIND_OPTIONS } from '@/shared/evaluation/runKinds';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';

export type Details = Pick<ShelfRun, 'kind' | 'team' | 'link'>;

/** What is said of a run. */
export type Described = Details & Readonly<{ name: string }>;

const FIELDS = ['kind', 'team', 'link'] as const;

/** The value that all of these runs have; null if they differ. */
function common<Field extends keyof Details>(
  runs: readonly Described[],
  field: Field,
): Details[Field] | null {
  const [first, ...others] = runs.map((run) => run[field]);
  return first !== undefined && others.every((value) => value === first) ? first : null;
}

const AS_IT_IS = { value: '', label: 'as it is' };

const TEXTS = [
  { field: 'team', label: 'Team', input: {} },
  {
    field: 'link',
    label: 'Link to paper or code',
    input: { type: 'url', isVerbatim: true, placeholder: 'https://' },
  },
] as const;

type Props = Readonly<{
  runs: readonly Described[];
  onSaved?: (details: Partial<Details>) => void;
  onClose: () => void;
}>;

/** Kind, team and link of one run, or of several at once; only what is changed here is changed. */
export function DetailsDialog({ runs, onSaved, onClose }: Props) {
  const before = {
    kind: common(runs, 'kind'),
    team: common(runs, 'team'),
    link: common(runs, 'link'),
  };
  const [now, setNow] = useState(before);
  const names = runs.map(({ name }) => name);
  const { mutate, error, isPending, reset } = useDescribeRuns(names, (given: Partial<Details>) => {
    onSaved?.(given);
    onClose();
  });
  const { fields } = error === null ? { fields: {} as Record<string, string> } : asApiError(error);
  const changed = FIELDS.filter((field) => now[field] !== before[field]);
  const set = (field: keyof Details) => (value: string | null) => {
    reset();
    setNow((all) => ({ ...all, [field]: value }));
  };
  return (
    <ConfirmDialog
      title={`Details of ${runs.length === 1 ? (names[0] ?? '') : counted(runs.length, 'run')}`}
      verb="Save"
      isPending={isPending}
      isReady={changed.length > 0}
      error={FIELDS.some((field) => field in fields) ? null : error}
      onConfirm={() => mutate(Object.fromEntries(changed.map((field) => [field, now[field]])))}
      onClose={onClose}
    >
      {runs.length > 1 && <p>Fields that you leave alone stay as they are in each run.</p>}
      <SelectField
        label="Kind"
        hint="Of imported runs; that of a computed one follows from its ranker."
        options={before.kind === null ? [AS_IT_IS, ...KIND_OPTIONS] : KIND_OPTIONS}
        value={now.kind ?? ''}
        onChange={(kind) => set('kind')(kind || null)}
      />
      {TEXTS.map(({ field, label, input }) => {
        // Runs that differ stay as they are while the field is empty; a box empties all of them.
        const areMixed = before[field] === null;
        return (
          <Fragment key={field}>
            <TextField
              label={label}
              width="full"
              {...input}
              {...(areMixed && { placeholder: 'as it is in each run' })}
              value={now[field] ?? ''}
              trouble={fields[field]}
              onChange={(text) => set(field)(areMixed && text === '' ? null : text)}
            />
            {areMixed && (
              <CheckField
                label={`Empty in all runs: ${label.toLowerCase()}`}
                checked={now[field] === ''}
                onChange={(isEmpty) => set(field)(isEmpty ? '' : null)}
              />
            )}
          </Fragment>
        );
      })}
    </ConfirmDialog>
  );
}
