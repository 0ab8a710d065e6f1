import { useState } from 'react';
import type { ShelfRun } from '@/api/types';
import { useDescribeRuns } from '@/features/library/api/runs';
import { asApiError } from '@/shared/requests/errors';
import { counted } from '@/shared/format/numbers';
import { KIND_OPTIONS } from '@/shared/evaluation/runKinds';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';

type Details = Pick<ShelfRun, 'kind' | 'team' | 'link'>;

/** What is said of a run. */
export type Described = Details & Readonly<{ name: string }>;

const FIELDS = ['kind', 'team', 'link'] as const;

/** What all of these runs have; '' where they differ. */
const common = (runs: readonly Described[], field: keyof Details): string => {
  const values = new Set(runs.map((run) => run[field]));
  return values.size === 1 ? ([...values][0] ?? '') : '';
};

const AS_IT_IS = { value: '', label: 'as it is' };

type Props = Readonly<{ runs: readonly Described[]; onClose: () => void }>;

/** Kind, team and link of one run, or of several at once; only what is changed here is changed. */
export function DetailsDialog({ runs, onClose }: Props) {
  const before = {
    kind: common(runs, 'kind'),
    team: common(runs, 'team'),
    link: common(runs, 'link'),
  };
  const [now, setNow] = useState(before);
  const names = runs.map(({ name }) => name);
  const { mutate, error, isPending, reset } = useDescribeRuns(names, onClose);
  const { fields } = error === null ? { fields: {} as Record<string, string> } : asApiError(error);
  const changed = FIELDS.filter((field) => now[field] !== before[field]);
  const set = (field: keyof Details) => (value: string) => {
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
        options={before.kind === '' ? [AS_IT_IS, ...KIND_OPTIONS] : KIND_OPTIONS}
        value={now.kind}
        onChange={set('kind')}
      />
      <TextField
        label="Team"
        width="full"
        value={now.team}
        trouble={fields.team}
        onChange={set('team')}
      />
      <TextField
        label="Link to paper or code"
        type="url"
        width="full"
        isVerbatim
        placeholder="https://"
        value={now.link}
        trouble={fields.link}
        onChange={set('link')}
      />
    </ConfirmDialog>
  );
}
