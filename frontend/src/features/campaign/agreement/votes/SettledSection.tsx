import type { AgreementInDepth } from '@/api/types';
import { barsHeight, drawBars } from '@/features/campaign/agreement/draw/drawBars';
import type { Bar } from '@/features/campaign/agreement/draw/drawBars';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

const COLUMNS: readonly Column<Bar>[] = [
  words('settled', ({ name }) => name),
  counts('pairs', ({ n }) => n),
];

type Depth = Pick<AgreementInDepth, 'n_settled' | 'n_unsettled'>;

export const settledBars = ({ n_settled: settled, n_unsettled: nUnsettled }: Depth): Bar[] => [
  ...settled.map(({ n_votes: nVotes, n_pairs: n }) => ({
    name: nVotes === 1 ? 'by the only vote' : `by vote ${nVotes}`,
    n,
  })),
  ...(nUnsettled > 0 ? [{ name: 'by none: no majority', n: nUnsettled }] : []),
];

/** How many votes it took until a majority could no longer change. */
export function SettledSection({ depth }: Readonly<{ depth: Depth }>) {
  const bars = settledBars(depth);
  return (
    <section aria-labelledby="settled">
      <h3 id="settled">Votes until a majority settles</h3>
      <Figure
        title="Votes until a majority settles"
        caption="A pair is settled by the vote after which one grade has more than half of all the votes that the pair got in the end, further judgments left out."
        draw={drawBars}
        of={bars}
        table={{ name: 'Votes until a majority settles', columns: COLUMNS, rows: bars }}
        fileName="votes-until-a-majority"
        axes={{ across: 'pairs' }}
        height={barsHeight(bars.length)}
      />
    </section>
  );
}
