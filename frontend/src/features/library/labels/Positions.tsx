import { useMemo } from 'react';
import type { PositionShare } from '@/api/types';
import { useLabelPositions } from '@/features/library/api/labels';
import { formatCount, formatShare } from '@/shared/format';
import { Defined } from '@/shared/ui/Defined';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';
import type { Group } from '@/shared/ui/figure/groups';
import text from '@/shared/styles/text.module.css';

const SHARE = ['share'];

function nameOf({ first, last }: PositionShare): string {
  if (last === null) return `${first} and more`;
  return first === last ? `${first}` : `${first}–${last}`;
}

const asGroup = (row: PositionShare): Group => ({
  name: nameOf(row),
  values: [row.share],
  interval: [row.low, row.high],
  found: {
    labelled: formatCount(row.n_judged),
    relevant: formatCount(row.n_relevant),
    interval: `${formatShare(row.low)} to ${formatShare(row.high)}`,
  },
});

/** The share that is relevant by the passage's position in its document, where positions are known. */
export function Positions({ name }: Readonly<{ name: string }>) {
  const { data } = useLabelPositions(name);
  const groups = useMemo(() => (data?.rows ?? []).map(asGroup), [data]);
  if (groups.length === 0) return null;
  return (
    <>
      <h2>Where in their documents relevant passages stand</h2>
      <p className={text.soft}>
        <Defined at="labels#relevance-by-position">How positions are counted</Defined>
      </p>
      <GroupFigure
        title={`Share of relevant passages of ${name} by position`}
        caption="Up: share of the labelled passages that is relevant, with Wilson’s interval at 95%. Across: position of the passage in its document, from 1 on."
        fileName={`positions-in-${name}`}
        of="position"
        kinds={SHARE}
        groups={groups}
        leastStep={0.01}
        format={formatShare}
      />
    </>
  );
}
