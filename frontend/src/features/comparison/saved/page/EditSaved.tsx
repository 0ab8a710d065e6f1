import { useState } from 'react';
import { useChangeSaved } from '@/api/savedComparisons';
import type { SavedComparison } from '@/api/types';
import { SaveDialog, fieldsOf } from '@/features/comparison/saved/save/SaveDialog';
import { Link } from '@/shared/routing/Link';
import { Button } from '@/shared/ui/forms/Button';
import { CopyButton } from '@/shared/ui/forms/CopyButton';

/** Changes name, note, and who reads one's own; the link that opens it to anyone, while it is on. */
export function EditSaved({ saved }: Readonly<{ saved: SavedComparison }>) {
  const { name, link } = saved;
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const { mutate, error, isPending } = useChangeSaved(name, close);
  const address = link === null ? null : new URL(link, window.location.href).href;
  return (
    <>
      <Button aria-label={`Edit ${name}`} onClick={() => setAsking(true)}>
        Edit
      </Button>
      {link !== null && address !== null && (
        <span>
          {' '}
          Anyone with <Link to={link}>this link</Link> can read it{' '}
          <CopyButton text={address} label={`the link of ${name}`} />
        </span>
      )}
      {isAsking && (
        <SaveDialog
          title={`Edit ${name}`}
          verb="Keep"
          before={fieldsOf(saved)}
          link={address}
          {...{ isPending, error }}
          onConfirm={({ name: next, ...rest }) =>
            mutate(next === name ? rest : { name: next, ...rest })
          }
          onClose={close}
        />
      )}
    </>
  );
}
