import { useMemo } from 'react';
import { columnsOf, groupsOf } from '@/features/campaign/figures/groupsOf';
import type { FigureOfCampaign } from '@/features/campaign/figures/groupsOf';
import { formatCount } from '@/shared/format';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';

/** More are in the table alone: nobody tells narrower bars apart. */
const MOST_DRAWN = 120;

/** Names that are words are all to be read; of numbers and ids some do. */
const keepsNames = ({ columns, rows }: FigureOfCampaign): boolean =>
  columns[0]?.name !== 'from' && columns[0]?.name !== 'query_id' && rows.length <= 60;

const STACKED = 'grades-by-topic';

/** From light to dark as grades rise; what was not judged, the last, has none of it. */
function gradeFills(n: number): readonly string[] {
  const shares = Array.from(
    { length: n - 1 },
    (_, place) => 15 + (85 * place) / Math.max(n - 2, 1),
  );
  const mixed = shares.map(
    (share) => `color-mix(in oklab, var(--accent) ${share}%, var(--raised))`,
  );
  return [...mixed, 'var(--edge)'];
}

/** One figure of a campaign: bars, their table, and both as files. */
export function CampaignFigure({ figure }: Readonly<{ figure: FigureOfCampaign }>) {
  const groups = useMemo(() => groupsOf(figure), [figure]);
  const kinds = useMemo(() => columnsOf(figure, 'counts').map(({ name }) => name), [figure]);
  const isStacked = figure.name === STACKED;
  const fills = useMemo(
    () => (isStacked ? gradeFills(kinds.length) : undefined),
    [isStacked, kinds],
  );
  const isCut = groups.length > MOST_DRAWN;
  const some = isCut ? ` The first ${MOST_DRAWN} of ${formatCount(groups.length)} are drawn.` : '';
  return (
    <section aria-labelledby={figure.name}>
      <h3 id={figure.name}>{figure.title}</h3>
      {groups.length === 0 ? (
        <p>Nothing to count yet.</p>
      ) : (
        <GroupFigure
          title={figure.title}
          caption={`Up: ${figure.y_axis}. Across: ${figure.x_axis}.${some}`}
          fileName={figure.name}
          of={figure.x_axis}
          kinds={kinds}
          groups={groups}
          nDrawn={MOST_DRAWN}
          isStacked={isStacked}
          fills={fills}
          leastStep={1}
          keepsNames={keepsNames(figure)}
          format={formatCount}
        />
      )}
    </section>
  );
}
