import { useCallback, useMemo, useState } from 'react';
import type { PoolBias } from '@/api/compared';
import { usePoolBias } from '@/features/comparison/api/unjudged';
import type { By } from '@/features/comparison/api/unjudged';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { runsOf } from '@/features/comparison/texts/measuresOf';
import { drawRanges, rangesHeight } from '@/features/comparison/unjudged/drawRanges';
import {
  describePool,
  POOL_KINDS,
  poolRanges,
  poolTable,
} from '@/features/comparison/unjudged/poolBias';
import { sentence } from '@/shared/errors';
import { formatScore } from '@/shared/format';
import { useSettled } from '@/shared/useSettled';
import { Defined } from '@/shared/ui/Defined';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { Figure } from '@/shared/ui/figure/Figure';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/unjudged/unjudged.module.css';

const [USUAL_DEPTH, MOST_DEPTH] = [10, 10_000];

type FigureProps = Readonly<{ answer: PoolBias }>;

function PoolFigure({ answer }: FigureProps) {
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
        caption={`${title}, from the first ${depth} passages of a topic; all topics of the labels count. Labels that ${by === 'run' ? 'a run' : 'a team'} alone brought in are taken out, and every run is scored again.${way}`}
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

/** What each run would score, and in which place, had it not contributed to the pool. */
export function PoolSection({ comparison, isOutdated, focus }: PanelProps) {
  const [depth, setDepth] = useState(USUAL_DEPTH);
  const [by, setBy] = useState<By>('run');
  const settled = useSettled(depth);
  const question = {
    ...{ runs: runsOf(comparison), labels: focus.labels, measure: focus.measure },
    ...{ depth: settled, by },
  };
  const { data, error } = usePoolBias(question, !isOutdated);
  return (
    <section aria-labelledby="pool-bias">
      <h2 id="pool-bias">What the pool owes to each run</h2>
      <div className={styles.choices}>
        <NumberField
          label="Depth of the pool"
          value={depth}
          min={1}
          max={MOST_DEPTH}
          onChange={setDepth}
        />
        <Segmented
          label="Left out at a time"
          options={[
            { value: 'run', label: 'one run' },
            { value: 'team', label: 'one team' },
          ]}
          value={by}
          onChange={setBy}
        />
      </div>
      {error !== null ? (
        <p className={text.soft}>{sentence(error)}</p>
      ) : data === undefined ? (
        <Waiting label="Leaving out one after another" />
      ) : (
        <PoolFigure answer={data} />
      )}
    </section>
  );
}
