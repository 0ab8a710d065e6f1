import type { MadeVariant } from '@/api/types';
import { counted, formatCount } from '@/shared/format';
import { Link } from '@/shared/routing/Link';

/** That the variant is there, and what to do with it; said aloud once it is. */
export const MadeNote = ({ made }: Readonly<{ made: MadeVariant | undefined }>) => (
  <div role="status">
    {made !== undefined && (
      <p>
        Made <b>{made.name}</b>: {formatCount(made.n_changed)} of {counted(made.n_texts, 'text')}{' '}
        changed
        {made.n_emptied > 0 &&
          `, and of ${formatCount(made.n_emptied)} nothing would be left`}.{' '}
        <Link to="/library/compute">Compute a run over it</Link>
      </p>
    )}
  </div>
);
