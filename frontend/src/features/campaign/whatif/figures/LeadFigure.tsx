import { useMemo } from 'react';
import type { ThresholdLead } from '@/api/types';
import { drawLeads } from '@/features/campaign/whatif/figures/drawLeads';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import { measureTitle } from '@/features/campaign/whatif/state/measureTitle';
import { formatDifference } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Props = Readonly<{
  leads: readonly ThresholdLead[];
  current: number;
  focus: Focus;
  measure: string;
  isLowerBetter: boolean;
}>;

function columnsOf(isRank: boolean): Column<ThresholdLead>[] {
  const apart = (value: number | null): string => formatDifference(value, isRank);
  return [
    counts('relevant from grade', ({ threshold }) => threshold),
    numbers('lead', ({ difference }) => difference, apart),
    numbers('low', ({ low }) => low, apart),
    numbers('high', ({ high }) => high, apart),
    counts('topics', ({ n_topics: n }) => n),
  ];
}

/** The lead as the threshold moves. */
export function LeadFigure({ leads, current, focus, measure, isLowerBetter }: Props) {
  const columns = useMemo(() => columnsOf(isLowerBetter), [isLowerBetter]);
  const title = `Lead of ${focus.first} over ${focus.second} in ${measureTitle(measure)}, by threshold`;
  return (
    <Figure
      title={title}
      caption={`${title}; bold: the threshold chosen, ${current}. Lines are 95% intervals; grey where they hold 0.`}
      draw={drawLeads}
      of={{ leads, current, isLowerBetter }}
      table={{ name: title, columns, rows: leads }}
      fileName={`lead-by-threshold-${focus.first}-${focus.second}`}
      height={250}
    />
  );
}
