import { useMemo } from 'react';
import type { WordCounts } from '@/api/types';
import { formatCount } from '@/shared/format/numbers';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';

type Props = Readonly<{
  words: WordCounts;
  title: string;
  /** What is counted, in the plural. */
  of: string;
}>;

const barName = (first: number, last: number): string =>
  first === last ? `${first}` : `${first}–${last}`;

function captionOf(
  { n_counted: n, is_sample: isSample, ...words }: WordCounts,
  of: string,
): string {
  const whole = isSample
    ? `${formatCount(n)} ${of} drawn by a seed`
    : `all ${formatCount(n)} ${of}`;
  return (
    `Of ${whole} that have a text: ${words.min ?? '–'} to ${words.max ?? '–'} words,` +
    ` median ${words.median ?? '–'}, mean ${words.mean?.toFixed(1) ?? '–'}.`
  );
}

/** How many words texts have. */
export function WordsFigure({ words, title, of }: Props) {
  const kinds = useMemo(() => [of], [of]);
  const groups = useMemo(
    () => words.bars.map(({ first, last, n }) => ({ name: barName(first, last), values: [n] })),
    [words],
  );
  if (words.n_counted === 0) return <p>None of them has a text.</p>;
  return (
    <GroupFigure
      title={title}
      caption={captionOf(words, of)}
      fileName="words"
      axes={{ up: of, across: 'words' }}
      kinds={kinds}
      groups={groups}
      leastStep={1}
      format={formatCount}
    />
  );
}
