import type { BadLine } from '@/api/types';
import { counted, formatCount } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/upload/box/parcels.module.css';

type Props = Readonly<{
  reason: string;
  badLines: readonly BadLine[];
  nBadLines: number;
  canRetry: boolean;
}>;

/** Why nothing of a file was stored: each bad line with its number, its trouble and the mend. */
export function BadLines({ reason, badLines, nBadLines, canRetry }: Props) {
  if (canRetry)
    return (
      <p role="alert" className={text.wrong}>
        {reason} Nothing of this file was stored.
      </p>
    );
  if (badLines.length < 2) {
    return (
      <p role="alert" className={text.wrong}>
        {reason}. Nothing of this file was stored; mend it and choose it again.
      </p>
    );
  }
  const isCut = nBadLines > badLines.length;
  return (
    <div>
      <p role="alert" className={text.wrong}>
        {counted(nBadLines, 'bad line')}. Nothing of this file was stored; mend{' '}
        {isCut ? 'it' : 'them'} and choose the file again.
        {isCut && ` The first ${formatCount(badLines.length)}:`}
      </p>
      <ol className={styles.badLines}>
        {badLines.map(({ line, reason: why }) => (
          <li key={`${line} ${why}`}>
            {line !== null && (
              <>
                <b>Line {line}</b>:{' '}
              </>
            )}
            {why}
          </li>
        ))}
      </ol>
    </div>
  );
}
