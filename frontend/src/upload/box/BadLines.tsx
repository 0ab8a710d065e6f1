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

const MOST_NAMED = 5;

/** Each reason once, with the lines that it is of. */
function byReason(badLines: readonly BadLine[]): readonly (readonly [string, readonly number[]])[] {
  const reasons = new Set(badLines.map(({ reason }) => reason));
  return [...reasons].map((why) => [
    why,
    badLines.flatMap(({ line, reason }) => (reason === why && line !== null ? [line] : [])),
  ]);
}

function linesNamed(lines: readonly number[]): string {
  if (lines.length === 1) return `Line ${lines[0]}`;
  const rest = lines.length - MOST_NAMED;
  const named = lines.slice(0, MOST_NAMED).join(', ');
  return `Lines ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
}

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
        {byReason(badLines).map(([why, lines]) => (
          <li key={why}>
            {lines.length > 0 && (
              <>
                <b>{linesNamed(lines)}</b>:{' '}
              </>
            )}
            {why}
          </li>
        ))}
      </ol>
    </div>
  );
}
