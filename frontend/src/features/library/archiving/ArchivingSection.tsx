import { useState } from 'react';
import type { Kept, KeptChange, KeptKind, ShelfRun } from '@/api/types';
import { useChangeKept, useKept } from '@/features/library/api/shelves';
import { DeleteDialog, PLACES, RenameDialog } from '@/features/library/archiving/dialogs';
import { DetailsDialog } from '@/features/library/archiving/DetailsDialog';
import { sentence } from '@/shared/requests/errors';
import { formatDay } from '@/shared/format/time';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import { Fact } from '@/shared/ui/Fact';
import { labelsPath, runPath, savedInLibrary } from '@/shared/routing/paths';
import { counted, formatCount } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import buttons from '@/shared/styles/buttons.module.css';
import factList from '@/shared/styles/facts.module.css';
import text from '@/shared/styles/text.module.css';

type KeptProps = Readonly<{ kind: KeptKind; kept: Kept }>;

/** The pages of what may rest on a thing, and one of it as it is called. */
const PATHS: Readonly<Record<string, (name: string) => string>> = {
  runs: runPath,
  'label sets': labelsPath,
  'saved comparisons': savedInLibrary,
  studies: (name) => `/library/studies/${encodeURIComponent(name)}`,
  trainings: (name) => `/library/trainings/${encodeURIComponent(name)}`,
};

/** "1 run", "2 runs"; "job" stands for one or several. */
function countedKind(n: number, kind: string): string {
  const one = kind === 'studies' ? 'study' : kind.replace(/s$/, '');
  return counted(n, one, one === 'study' ? 'studies' : `${one}s`);
}

/** What rests on a thing, each by name where it has a page; a variant is of the thing's own kind. */
function Resting({ kind: own, kept: { rests_on_it: resting } }: KeptProps) {
  if (resting.length === 0) return 'nothing';
  return resting.map(({ kind, n, names }, place) => {
    const path = kind === 'variants' ? PLACES[own].pathOf : PATHS[kind];
    const more = n - names.length;
    return (
      <div key={kind}>
        {place > 0 && ' '}
        {countedKind(n, kind)}
        {names.length > 0 && ': '}
        {names.map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            {path === undefined ? name : <Link to={path(name)}>{name}</Link>}
          </span>
        ))}
        {names.length > 0 && more > 0 && `, and ${formatCount(more)} more`}
      </div>
    );
  });
}

const SEEN_BY = [
  { value: 'team', label: 'all researchers and organizers' },
  { value: 'private', label: 'its owner alone' },
  { value: 'public', label: 'everybody who signs in, as a download' },
] as const;

function Facts({ kind, kept }: KeptProps) {
  const { row, former_names: former } = kept;
  return (
    <dl className={factList.facts}>
      <Fact name="owner">
        {row.owner ?? 'nobody: it was created on the server, or before owners were recorded'}
      </Fact>
      <Fact name="rests on it">
        <Resting kind={kind} kept={kept} />
      </Fact>
      {former.length > 0 && (
        <Fact name="former names">
          {former
            .map(({ name, by, at }) => `${name} until ${formatDay(at)}${by ? `, by ${by}` : ''}`)
            .join('; ')}
        </Fact>
      )}
    </dl>
  );
}

type Asking = 'rename' | 'delete' | 'details' | null;

function Controls({ kind, kept }: KeptProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const { row, why_kept: whyKept } = kept;
  const ofRun = 'kind' in row ? (row as ShelfRun) : null;
  const { mutate, error, isPending } = useChangeKept(kind, row.name);
  const change = (body: KeptChange): void => mutate(body);
  const close = (): void => setAsking(null);
  return (
    <>
      <SelectField
        label="Seen by"
        options={SEEN_BY}
        value={row.visibility}
        onChange={(visibility) => change({ visibility })}
        disabled={isPending}
      />
      <ErrorMessage error={error} />
      <p className={buttons.actions}>
        {ofRun !== null && (
          <Button look="second" onClick={() => setAsking('details')}>
            Kind, team and link
          </Button>
        )}
        <Button look="second" onClick={() => setAsking('rename')}>
          Rename
        </Button>
        <Button
          look="second"
          disabled={isPending}
          onClick={() => change({ archived: row.archived_at === null })}
        >
          {row.archived_at === null ? 'Archive' : 'Take out of the archive'}
        </Button>
        {whyKept === '' && (
          <Button look="second" onClick={() => setAsking('delete')}>
            Delete
          </Button>
        )}
      </p>
      <p className={text.soft}>
        Archived ones leave the menus and stay usable by their name. {whyKept}
      </p>
      {asking === 'details' && ofRun !== null && <DetailsDialog runs={[ofRun]} onClose={close} />}
      {asking === 'rename' && <RenameDialog kind={kind} name={row.name} onClose={close} />}
      {asking === 'delete' && <DeleteDialog kind={kind} name={row.name} onClose={close} />}
    </>
  );
}

function Known(props: KeptProps) {
  const { may_change: mayChange, why_not: whyNot } = props.kept;
  return (
    <>
      <Facts {...props} />
      {mayChange ? <Controls {...props} /> : <p className={text.soft}>{whyNot}</p>}
    </>
  );
}

type Props = Readonly<{ kind: KeptKind; name: string }>;

/** Whose a thing of the library is, who sees it, what rests on it; how it is renamed, archived and deleted. */
export function ArchivingSection({ kind, name }: Props) {
  const { data, error } = useKept(kind, name);
  return (
    <section aria-labelledby="keeping">
      <h2 id="keeping">Owner and dependents</h2>
      {error !== null && <p className={text.soft}>{sentence(error)}</p>}
      {data !== undefined && <Known kind={kind} kept={data} />}
    </section>
  );
}
