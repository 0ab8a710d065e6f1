import type { AgreementInDepth } from '@/api/types';
import { barsHeight, drawBars } from '@/features/campaign/agreement/draw/drawBars';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { counted, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Pattern = AgreementInDepth['patterns'][number];

const nVotes = ({ sizes }: Pattern): number => sizes.reduce((sum, size) => sum + size, 0);

const nameOf = (pattern: Pattern): string =>
  nVotes(pattern) < 2 ? pattern.name : `${counted(nVotes(pattern), 'vote')}: ${pattern.name}`;

/** No grade has more than half of the votes. */
export const isTied = (pattern: Pattern): boolean =>
  2 * Math.max(...pattern.sizes) <= nVotes(pattern);

function columnsOf(total: number, tiedTo: string | null): Column<Pattern>[] {
  return [
    words('votes have this pattern', nameOf, (pattern) =>
      tiedTo !== null && isTied(pattern) ? (
        <Link to={tiedTo}>{nameOf(pattern)}</Link>
      ) : (
        nameOf(pattern)
      ),
    ),
    counts('pairs', ({ n_pairs: n }) => n),
    numbers('share', ({ n_pairs: n }) => n / total, formatShare),
  ];
}

type Props = Readonly<{
  patterns: readonly Pattern[];
  campaignId: number;
  /** Whether the votes are the grades as they were given, as the list of pairs counts ties. */
  isAsGiven: boolean;
}>;

/** How many pairs' votes all agree, which are split, and which are all apart. */
export function PatternSection({ patterns, campaignId, isAsGiven }: Props) {
  const total = patterns.reduce((sum, { n_pairs: n }) => sum + n, 0) || 1;
  const tiedTo = isAsGiven
    ? `/campaigns/${campaignId}/pairs${addressOf({ only: ['tied'] })}`
    : null;
  return (
    <section aria-labelledby="patterns">
      <h3 id="patterns">Vote patterns per pair</h3>
      <Figure
        title="Patterns of votes"
        caption="Pairs by how many of their votes are for the same grade, whichever it is."
        draw={drawBars}
        of={patterns.map((pattern) => ({ name: nameOf(pattern), n: pattern.n_pairs }))}
        table={{ name: 'Patterns of votes', columns: columnsOf(total, tiedTo), rows: patterns }}
        fileName="patterns-of-votes"
        axes={{ across: 'pairs' }}
        height={barsHeight(patterns.length)}
      />
      {tiedTo !== null && patterns.some(isTied) && (
        <p>
          <Link to={tiedTo}>The pairs without a majority</Link>
        </p>
      )}
    </section>
  );
}
