import { useCallback } from 'react';
import type { FlipRates, RunFlips } from '@/api/types';
import { drawFlips } from '@/features/library/pairs/drawFlips';
import { counted, formatCount } from '@/shared/format';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

const COLUMNS: readonly Column<FlipRates>[] = [
  counts('passages', ({ n }) => n),
  counts('topics', ({ n_topics: nTopics }) => nTopics),
  numbers('least', ({ minimum }) => minimum),
  numbers('lower quartile', ({ lower_quartile: lower }) => lower),
  numbers('median', ({ median }) => median),
  numbers('upper quartile', ({ upper_quartile: upper }) => upper),
  numbers('greatest', ({ maximum }) => maximum),
  numbers('mean', ({ mean }) => mean),
];

const HOW_TO_READ =
  'Mean flip rate of a topic among its first n passages, for each n: box from quartile to ' +
  'quartile, line at the median, dot at the mean, whiskers to the least and the greatest topic.';

/** The only import of Plot on this page. */
export default function FlipFigure({ flips }: Readonly<{ flips: RunFlips }>) {
  const { rates, run, n_topics, longest } = flips;
  const draw = useCallback((width: number) => drawFlips({ rates, width }), [rates]);
  const n = counted(n_topics, 'topic has', 'topics have');
  return (
    <Figure
      title={`Flip rates of ${run}`}
      caption={`${HOW_TO_READ} ${n} pairs, of at most ${formatCount(longest)} passages.`}
      draw={draw}
      table={{ name: 'Flip rates', columns: COLUMNS, rows: rates }}
      fileName={`flip-rates-${run}`}
    />
  );
}
