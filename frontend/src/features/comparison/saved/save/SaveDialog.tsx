import { useState } from 'react';
import type { SavedComparison } from '@/api/types';
import { asApiError } from '@/shared/requests/errors';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';

/** Where nothing is said of who sees it, the server decides by what is compared. */
export type SavedFields = Readonly<{ name: string; note: string; visibility?: 'team' | 'private' }>;

const AS_COMPARED = 'as compared';
const SEEN_BY = [
  { value: 'team', label: 'all researchers and organizers' },
  { value: 'private', label: 'you alone' },
] as const;

const USUAL = 'all, or you alone where something compared is private';

/** Without a sight of its own where the server is to decide. */
function withSight({ name, note }: SavedFields, seenBy: string): SavedFields {
  const visibility = SEEN_BY.find(({ value }) => value === seenBy)?.value;
  return visibility === undefined ? { name, note } : { name, note, visibility };
}

/** The fields of a comparison that is not saved yet. */
export const NEW: SavedFields = { name: '', note: '' };

export const fieldsOf = ({ name, note, visibility }: SavedComparison): SavedFields => ({
  name,
  note,
  visibility: visibility === 'private' ? 'private' : 'team',
});

type Props = Readonly<{
  title: string;
  verb: string;
  before: SavedFields;
  isPending: boolean;
  error: unknown;
  onConfirm: (found: SavedFields) => void;
  onClose: () => void;
}>;

/** Asks for the name of a comparison, a note, and who sees it. */
export function SaveDialog({ title, verb, before, isPending, error, onConfirm, onClose }: Props) {
  const [found, setFields] = useState(before);
  const change = (part: Partial<SavedFields>): void => setFields({ ...found, ...part });
  const { name: trouble } = error === null ? {} : asApiError(error).fields;
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isPending={isPending}
      error={trouble === undefined ? error : null}
      isReady={found.name.trim() !== ''}
      onConfirm={() => onConfirm({ ...found, name: found.name.trim() })}
      onClose={onClose}
    >
      <p>
        Its numbers are frozen, at an address that stays. The runs and label sets keep their names
        and cannot be deleted while it is saved.
      </p>
      <TextField
        label="Name"
        width="full"
        hint="Without blanks and commas."
        value={found.name}
        trouble={trouble}
        onChange={(name) => change({ name })}
      />
      <AreaField
        label="Note"
        rows={3}
        maxLength={5000}
        value={found.note}
        onChange={(note) => change({ note })}
      />
      <SelectField
        label="Seen by"
        width="full"
        options={
          before.visibility === undefined
            ? [{ value: AS_COMPARED, label: USUAL }, ...SEEN_BY]
            : SEEN_BY
        }
        value={found.visibility ?? AS_COMPARED}
        onChange={(seenBy) => setFields(withSight(found, seenBy))}
      />
    </ConfirmDialog>
  );
}
