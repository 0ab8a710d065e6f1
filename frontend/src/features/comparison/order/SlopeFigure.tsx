import { useCallback, useMemo } from 'react';
import type { RunOrders } from '@/api/compared';
import { drawLines, showsAllIntervals } from '@/features/comparison/order/drawLines';
import { describeSlopes, slopesOf, slopeTable } from '@/features/comparison/order/slopes';
import { formatScore } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  orders: RunOrders;
  measure: string;
  isRank: boolean;
  run: string;
  nTopics: number;
}>;

/** The mean of each run under each label set, with its interval. */
export function SlopeFigure({ orders: { means }, measure, isRank, run, nTopics }: Props) {
  const slopes = useMemo(() => slopesOf(means, measure), [means, measure]);
  const draw = useCallback(
    (width: number) => {
      const format = (value: number): string => formatScore(value, isRank);
      return drawLines({ ...slopes, isRank, focus: run, format, width });
    },
    [slopes, isRank, run],
  );
  const title = `Mean ${measure} of each run under each label set`;
  const way = isRank ? 'Lower is better, so the axis is turned: up is better.' : 'Up is better.';
  const whose = showsAllIntervals(slopes.lines) ? 'Bars' : `Bars, for ${run} alone`;
  return (
    <>
      <p>{describeSlopes(slopes, isRank)}</p>
      <Figure
        title={title}
        caption={`${title}, ${nTopics} topics. ${way} ${whose}: 95% interval of the mean over topics (Student’s t), within the measure’s limits.`}
        draw={draw}
        table={slopeTable(slopes, isRank)}
        fileName={`runs-by-labels-${measure}`}
        height={320}
      />
      <p className={text.note}>
        Intervals of two runs may overlap and their difference still be real: see the{' '}
        <Defined at="significance#interval-of-a-mean">interval of a mean</Defined>.
      </p>
    </>
  );
}
