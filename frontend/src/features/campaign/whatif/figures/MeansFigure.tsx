import { useMemo } from 'react';
import type { Look } from '@/api/types';
import { drawMeans, heightOfMeans } from '@/features/campaign/whatif/figures/drawMeans';
import type { RunMean } from '@/features/campaign/whatif/figures/drawMeans';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import { measureTitle } from '@/features/campaign/whatif/state/measureTitle';
import { formatScore, formatShare } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

function columnsOf(isRank: boolean, hasReference: boolean): Column<RunMean>[] {
  const score = (value: number | null): string => formatScore(value, isRank);
  const whole = (value: number | null): string => (value === null ? '–' : `${value}`);
  return [
    words('run', ({ run }) => run),
    numbers('place', ({ place }) => place, whole),
    numbers('mean', ({ mean }) => mean, score),
    numbers('low', ({ low }) => low, score),
    numbers('high', ({ high }) => high, score),
    numbers('judged', ({ judged }) => judged, formatShare),
    ...(hasReference
      ? [
          numbers<RunMean>('reference place', (run) => run.reference_place, whole),
          numbers<RunMean>('reference mean', (run) => run.reference_mean, score),
        ]
      : []),
  ];
}

type Props = Readonly<{ look: Look; focus: Focus }>;

/** All runs in their order. */
export function MeansFigure({ look, focus }: Props) {
  const { measure, lower_is_better: isRank, against } = look;
  const runs = useMemo(() => look.runs.toSorted((a, b) => a.place - b.place), [look.runs]);
  const title = `${runs.length} runs by ${measureTitle(measure)}`;
  const rings =
    against === null ? '' : ` Rings are means under ${against.label_set}, on its own topics.`;
  return (
    <Figure
      title={title}
      caption={`${title}, with 95% intervals; coloured: the two in focus.${rings}`}
      draw={drawMeans}
      of={{ runs, marked: [focus.first, focus.second], isRank }}
      table={{ name: title, columns: columnsOf(isRank, against !== null), rows: runs }}
      fileName={`means-${measure}`}
      height={heightOfMeans(runs.length)}
    />
  );
}
