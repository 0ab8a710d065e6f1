import { useCallback, useMemo } from 'react';
import type { Study, StudyTable } from '@/api/types';
import { studyPath, useStudyPart } from '@/features/library/api/studies';
import { barsOf, colourOf, drawNoise, heightOf } from '@/features/library/studies/noise/drawNoise';
import { StudyTab } from '@/features/library/studies/read/StudyTab';
import type { NoiseBar } from '@/features/library/studies/noise/drawNoise';
import { chosenOf, useAddress } from '@/shared/routing/useAddress';
import { formatChange, formatDifference } from '@/shared/format/numbers';
import { Measure } from '@/shared/ui/Defined';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { Loaded } from '@/shared/ui/requests/Loaded';
import styles from '@/features/library/studies/read/study.module.css';

const WAYS = [
  { value: 'relative', label: 'in %' },
  { value: 'absolute', label: 'in points' },
] as const;
type Way = (typeof WAYS)[number]['value'];

function columnsOf(format: (value: number | null) => string): Column<NoiseBar>[] {
  return [
    words('texts', ({ line }) => line),
    words('ranker', ({ ranker }) => ranker),
    numbers('change', ({ value }) => value, format),
    numbers('low', ({ low }) => low, format),
    numbers('high', ({ high }) => high, format),
    words('stars', ({ stars }) => stars),
  ];
}

type FigureProps = Readonly<{ table: StudyTable; measure: string; way: Way }>;

function NoiseFigure({ table, measure, way }: FigureProps) {
  const isRank = table.measures[0]?.lower_is_better ?? false;
  const isRelative = way === 'relative';
  const bars = useMemo(() => barsOf(table, measure, isRelative), [table, measure, isRelative]);
  const nRankers = table.rankers.length;
  const format = useCallback(
    (value: number | null): string =>
      isRelative ? formatChange(value) : formatDifference(value, isRank),
    [isRelative, isRank],
  );
  const draw = useCallback(
    (width: number) => drawNoise({ bars, nRankers, format, width }),
    [bars, nRankers, format],
  );
  const title = `Change of ${measure} by kind of noise`;
  const turned = isRank ? ' Lower is better: right of zero is worse.' : ' Left of zero is a loss.';
  if (bars.length === 0) return <p>No variant has a complete run yet beside the originals’.</p>;
  return (
    <>
      <ul className={styles.legend}>
        {table.rankers.map(({ name }, place) => (
          <li key={name}>
            <span aria-hidden="true" style={{ color: colourOf(place) }}>
              ●
            </span>{' '}
            {name}
          </li>
        ))}
      </ul>
      <Figure
        title={title}
        caption={`${title}, ${table.n_topics} topics.${turned} Points are mean differences with the 95% intervals of paired t-tests.`}
        draw={draw}
        height={heightOf(new Set(bars.map(({ line }) => line)).size, nRankers)}
        table={{ name: 'Changes by kind of noise', columns: columnsOf(format), rows: bars }}
        fileName={`noise-${measure}`}
        axes={{ across: `change of ${measure}` }}
      />
    </>
  );
}

function Noise({ study }: Readonly<{ study: Study }>) {
  const [params, change] = useAddress(studyPath(study.name, 'noise'));
  const measure = chosenOf(params, 'measure', study.measures);
  const way: Way = params.get('change') === 'absolute' ? 'absolute' : 'relative';
  const query = useStudyPart(
    '/api/studies/table',
    { name: study.name, measures: measure, by: 'kind', test: 't' },
    study.n_done,
  );
  return (
    <>
      <div className={styles.choices}>
        <SelectField
          label="Measure"
          hint={
            <>
              Definition: <Measure name={measure} />
            </>
          }
          options={[...study.measures]}
          value={measure}
          onChange={(value) => change({ measure: value })}
        />
        <Segmented
          label="Change"
          options={WAYS}
          value={way}
          onChange={(value) => change({ change: value })}
        />
      </div>
      <Loaded query={query} waiting="Comparing kinds of noise">
        {(data) => (
          <NoiseFigure table={data} measure={data.measures[0]?.name ?? measure} way={way} />
        )}
      </Loaded>
    </>
  );
}

/** What each kind of noise does to each ranker: the change of the mean, so that the interval is that of the mean too. */
export default function NoiseTab() {
  const about = ({ labels }: Study): string =>
    `Variants of one kind count together: each topic has its mean over them. Under the labels ${labels}.`;
  return (
    <StudyTab id="noise" title="By kind of noise" about={about}>
      {(study) => <Noise study={study} />}
    </StudyTab>
  );
}
