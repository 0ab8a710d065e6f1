import { useState } from 'react';
import type { SavedComparison } from '@/api/types';
import { asApiError } from '@/shared/requests/errors';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import text from '@/shared/styles/text.module.css';

/** Where nothing is said of who sees it, the server decides by what is compared. */
export type SavedFields = Readonly<{
  name: string;
  note: string;
  visibility?: 'team' | 'private';
  /** Whether anyone with the link reads it: of one that is saved already. */
  has_link?: boolean;
}>;

const AS_COMPARED = 'as compared';
const SEEN_BY = [
  { value: 'team', label: 'all researchers and organizers' },
  { value: 'private', label: 'you alone' },
] as const;

const READ_BY_LINK =
  'Without an account. It shows the name, the note and the frozen table with the names of its ' +
  'runs and label sets: no queries, passages, people or kept answers.';
const USUAL = 'all, or only you if anything compared is private';

/** Without a sight of its own where the server is to decide. */
function withSight(fields: SavedFields, seenBy: string): SavedFields {
  const visibility = SEEN_BY.find(({ value }) => value === seenBy)?.value;
  const { name, note } = fields;
  return visibility === undefined ? { name, note } : { ...fields, visibility };
}

/** The fields of a comparison that is not saved yet. */
export const NEW: SavedFields = { name: '', note: '' };

export const fieldsOf = ({ name, note, visibility, link }: SavedComparison): SavedFields => ({
  name,
  note,
  visibility: visibility === 'private' ? 'private' : 'team',
  has_link: link !== null,
});

/** What becomes of the link once the fields are kept. */
function fateOf(link: string | null, hasLink: boolean): string {
  if (hasLink === (link !== null)) return '';
  return hasLink
    ? 'The link is created when you save.'
    : 'The link stops working permanently. Turning this on again creates a new one.';
}

type Props = Readonly<{
  title: string;
  verb: string;
  before: SavedFields;
  /** The address that anyone can read it at now. */
  link?: string | null;
  isPending: boolean;
  error: unknown;
  onConfirm: (found: SavedFields) => void;
  onClose: () => void;
}>;

/** Asks for the name of a comparison, a note, and who sees it. */
export function SaveDialog({ before, link = null, error, onConfirm, ...dialog }: Props) {
  const [found, setFields] = useState(before);
  const change = (part: Partial<SavedFields>): void => setFields({ ...found, ...part });
  const { name: trouble } = error === null ? {} : asApiError(error).fields;
  return (
    <ConfirmDialog
      {...dialog}
      error={trouble === undefined ? error : null}
      isReady={found.name.trim() !== ''}
      onConfirm={() => onConfirm({ ...found, name: found.name.trim() })}
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
      {found.has_link !== undefined && (
        <>
          <CheckField
            label="Anyone with the link can read it"
            hint={READ_BY_LINK}
            checked={found.has_link}
            onChange={(hasLink) => change({ has_link: hasLink })}
          />
          <p role="status">{fateOf(link, found.has_link)}</p>
          {link !== null && found.has_link && (
            <p className={text.whole}>
              <code>{link}</code> <CopyButton text={link} label="the link" />
            </p>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
