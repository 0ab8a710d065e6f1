import { useState } from 'react';
import { useSaveComparison, useSavedAs } from '@/api/savedComparisons';
import { useSession } from '@/api/session';
import type { Comparison } from '@/api/compared';
import type { SavedComparison } from '@/api/types';
import { EditSaved } from '@/features/comparison/saved/page/EditSaved';
import { saveRequest } from '@/features/comparison/saved/save/saveRequest';
import type { Selection } from '@/features/comparison/choice/selection';
import { NEW, SaveDialog } from '@/features/comparison/saved/save/SaveDialog';
import { sentence } from '@/shared/requests/errors';
import { savedPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { formatDay } from '@/shared/format/time';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { Tag } from '@/shared/ui/Tag';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/saved/page/saved.module.css';

function Saved({ saved, isMine }: Readonly<{ saved: SavedComparison; isMine: boolean }>) {
  const { name, note, owner, visibility, content_hash: hash, created_at: at } = saved;
  const path = savedPath(hash);
  return (
    <li>
      <b>
        <Link to={path}>{name}</Link>
      </b>{' '}
      {visibility === 'private' && <Tag>private</Tag>} saved {formatDay(at)}
      {owner !== null && ` by ${owner}`}{' '}
      <CopyButton
        text={new URL(path, window.location.href).href}
        label={`the permanent address of ${name}`}
      />{' '}
      {isMine && <EditSaved saved={saved} />}
      {note !== '' && <p className={styles.note}>{note}</p>}
    </li>
  );
}

function Save({ selection }: Readonly<{ selection: Selection }>) {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const { mutate, error, isPending } = useSaveComparison(close);
  return (
    <>
      <Button look="second" onClick={() => setAsking(true)}>
        Save
      </Button>
      {isAsking && (
        <SaveDialog
          title="Save this comparison"
          verb="Save it"
          before={NEW}
          {...{ isPending, error }}
          onConfirm={(found) => mutate(saveRequest(selection, found))}
          onClose={close}
        />
      )}
    </>
  );
}

type Props = Readonly<{ comparison: Comparison; selection: Selection; isOutdated: boolean }>;

/** Under which names this comparison is saved, and how to save it. */
export function SavedHead({ comparison, selection, isOutdated }: Props) {
  const username = useSession().data?.username;
  const { data, error } = useSavedAs(comparison.content_hash, !isOutdated);
  if (error !== null) return <p className={text.soft}>{sentence(error)}</p>;
  if (data === undefined) return null;
  const isMine = ({ owner }: SavedComparison): boolean => owner !== null && owner === username;
  return (
    <div className={styles.head}>
      {data.length > 0 && (
        <ul role="list" className={styles.saved} aria-label="Saved as">
          {data.map((saved) => (
            <Saved key={saved.name} saved={saved} isMine={isMine(saved)} />
          ))}
        </ul>
      )}
      {!data.some(isMine) && <Save selection={selection} />}
    </div>
  );
}
