import type { DesignPreview } from '@/api/types';
import {
  drawExpected,
  expectedRows,
  EXPECTED_HEIGHT,
  sayHalf,
} from '@/features/campaign/setup/design/drawExpected';
import type { ExpectedRow } from '@/features/campaign/setup/design/drawExpected';
import { formatCount } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers } from '@/shared/ui/figure/figureTable';

const half = (value: number | null): string => (value === null ? '–' : sayHalf(value));

const COLUMNS = [
  counts<ExpectedRow>('pairs', ({ n }) => n),
  counts<ExpectedRow>('of topics', ({ topics }) => topics),
  numbers<ExpectedRow>('topics like these', ({ like }) => like, half),
  numbers<ExpectedRow>('these topics', ({ these }) => these, half),
];

type Props = Readonly<{ found: DesignPreview; n: number; question: string }>;

/** How wide the interval will be, by how many pairs are judged. */
export function ExpectedFigure({ found, n, question }: Props) {
  const title = 'Expected interval, by pairs judged';
  return (
    <Figure
      title={title}
      caption={`${title}: ${question}. Half-widths of 95% intervals, with one vote a pair; the dotted line is the one for topics like these with all ${formatCount(found.n_frame)} pairs judged.`}
      draw={drawExpected}
      of={{ found, n }}
      axes={{ up: 'half-width' }}
      table={{ name: title, columns: COLUMNS, rows: expectedRows(found) }}
      fileName="expected-interval"
      height={EXPECTED_HEIGHT}
    />
  );
}
