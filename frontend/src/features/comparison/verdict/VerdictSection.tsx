import { keepPreviousData } from '@tanstack/react-query';
import { useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { testedMeasuresOf } from '@/features/comparison/texts/measuresOf';
import { likelyVerdict } from '@/features/comparison/verdict/likely';
import { Reserved } from '@/features/comparison/verdict/Reserved';
import { Said } from '@/features/comparison/verdict/Said';
import { sentence } from '@/shared/errors';
import { Defined } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/verdict/verdict.module.css';

/** The measure looked at; where it does not say how good a run is, the first that does. */
const testedOf = (measures: readonly string[], measure: string): string =>
  measures.find((name) => name === measure) ?? measures[0] ?? '';

/** First of all: what the comparison lets be said, of one run and one measure at a time. */
export function VerdictSection({ comparison, selection, isOutdated, focus, onFocus }: PanelProps) {
  const measures = testedMeasuresOf(comparison);
  const chosen = { run: focus.run, measure: testedOf(measures, focus.measure) };
  const isAsked = !isOutdated && measures.length > 0;
  const { data, error, isPlaceholderData } = useCompared(
    '/api/comparison/verdict',
    selection,
    chosen,
    { enabled: isAsked, placeholderData: keepPreviousData },
  );
  if (measures.length === 0) return null;
  return (
    <section aria-labelledby="verdict" className={styles.verdict}>
      <div className={styles.top}>
        <h2 id="verdict">
          <Defined at="verdicts#the-sentence">What can be said</Defined>
        </h2>
        {comparison.runs.length > 1 && (
          <SelectField
            label="Of the run"
            options={comparison.runs}
            value={focus.run}
            onChange={(run) => onFocus({ run })}
          />
        )}
      </div>
      {error !== null ? (
        <p className={text.soft}>{sentence(error)}</p>
      ) : (
        <div className={styles.place}>
          <Reserved likely={likelyVerdict(comparison, chosen)} />
          {data === undefined ? (
            <Waiting label="Weighing the numbers" />
          ) : (
            <Said verdict={data} isOld={isPlaceholderData && !isOutdated} />
          )}
        </div>
      )}
    </section>
  );
}
