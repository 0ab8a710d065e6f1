import { useCallback, useMemo } from 'react';
import type { PoolBias } from '@/api/compared';
import { drawRanges, rangesHeight } from '@/features/comparison/unjudged/drawRanges';
import {
  describePool,
  POOL_KINDS,
  poolRanges,
  poolTable,
} from '@/features/comparison/unjudged/poolBias';
import { formatScore } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import text from '@/shared/styles/text.module.css';

/** The score of each run beside the one without what it, or its team, alone brought in. */
export function PoolFigure({ answer }: Readonly<{ answer: PoolBias }>) {
  const { rows, label_set: labels, depth, by, pool_known: isKnown } = answer;
  const isRank = rows[0]?.lower_is_better ?? false;
  const measure = rows[0]?.measure ?? '';
  const ranges = useMemo(() => poolRanges(rows, isRank), [rows, isRank]);
  const draw = useCallback(
    (width: number) => {
      const format = (value: number): string => formatScore(value, isRank);
      return drawRanges({ ranges, kinds: POOL_KINDS, isRank, format, width });
    },
    [ranges, isRank],
  );
  const title = `${measure} of each run under ${labels}, had ${by === 'run' ? 'it' : 'its team'} not been pooled`;
  const way = isRank ? ' Lower is better, so the axis is turned: right is better.' : '';
  return (
    <>
      {!isKnown && (
        <p className={text.warn}>
          Which runs were pooled for {labels} is not known here: the runs of this comparison count
          as the pool, and a passage may count as unique that another run brought in, too.
        </p>
      )}
      <p>{describePool(rows, isRank)}</p>
      <Figure
        title={title}
        caption={`${title}, from the first ${depth} passages of a topic. Labels that ${by === 'run' ? 'a run' : 'a team'} alone brought in are taken out, and every run is scored again.${way}`}
        draw={draw}
        table={poolTable(rows, isRank)}
        fileName={`pool-bias-${measure}-${labels}`}
        height={rangesHeight(ranges)}
      />
      <p className={text.note}>
        How <Defined at="significance#pool-bias">pool bias</Defined> is measured.
      </p>
    </>
  );
}
