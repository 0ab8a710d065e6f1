import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { collectionsKey } from '@/api/collections';
import type { MadeVariant, VariantProgress } from '@/api/types';
import { isUnderWay, useVariantProgress } from '@/features/library/api/variants';
import { MakingBar } from '@/features/library/shelf/MakingBar';
import { counted, formatCount } from '@/shared/format';
import { Link } from '@/shared/routing/Link';

type Counts = Pick<MadeVariant, 'name' | 'n_changed' | 'n_emptied'>;

function Made({
  made: { name, n_changed, n_emptied },
  of,
}: Readonly<{ made: Counts; of: string }>) {
  return (
    <p>
      Made <b>{name}</b>: {formatCount(n_changed)} of {of} changed
      {n_emptied > 0 && `, and of ${formatCount(n_emptied)} nothing would be left`}.{' '}
      <Link to="/library/compute">Compute a run over it</Link>
    </p>
  );
}

/** Until a worker has made it, how far it is. */
function UnderWay({ asked }: Readonly<{ asked: VariantProgress }>) {
  const client = useQueryClient();
  const { data: making } = useVariantProgress(asked);
  useEffect(() => {
    if (making.is_made) void client.invalidateQueries({ queryKey: collectionsKey });
  }, [making.is_made, client]);
  if (making.is_made) return <Made made={making} of={counted(making.n_passages, 'passage')} />;
  return (
    <>
      <p>
        A worker makes <b>{making.name}</b>. You may leave this page: the{' '}
        <Link to="/library">library</Link> shows how far it is.
      </p>
      <MakingBar making={making} />
    </>
  );
}

/** That the variant is there or on its way; said aloud. */
export const MadeNote = ({
  made,
}: Readonly<{ made: MadeVariant | VariantProgress | undefined }>) => (
  <div role="status">
    {made !== undefined &&
      (isUnderWay(made) ? (
        <UnderWay key={made.name} asked={made} />
      ) : (
        <Made made={made} of={counted(made.n_texts, 'text')} />
      ))}
  </div>
);
