import type { BadLine } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/upload/box/parcels.module.css';

type Props = Readonly<{
  reason: string;
  /** Whose lines are bad; '' where none are named. */
  file: string;
  badLines: readonly BadLine[];
  nBadLines: number;
  canRetry: boolean;
  /** What came together, where that may be several files. */
  files?: readonly string[];
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
export function BadLines({ reason, file, badLines, nBadLines, canRetry, files = [] }: Props) {
  const isAlone = files.length < 2;
  const nothing = `Nothing of ${isAlone ? 'this file' : 'these files'} was stored`;
  if (canRetry)
    return (
      <p role="alert" className={text.wrong}>
        {reason} {nothing}.
      </p>
    );
  if (badLines.length < 2) {
    return (
      <p role="alert" className={text.wrong}>
        {reason}. {nothing}; correct it and choose it again.
      </p>
    );
  }
  const isCut = nBadLines > badLines.length;
  return (
    <div>
      <p role="alert" className={text.wrong}>
        {!isAlone && file !== '' && `${file}: `}
        {counted(nBadLines, 'bad line')}. {nothing}; mend {isCut ? 'it' : 'them'} and choose the
        file again.
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
