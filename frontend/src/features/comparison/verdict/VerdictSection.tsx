import { useState } from 'react';
import type { Comparison, Verdict, VerdictSegment } from '@/api/types';
import { useVerdict } from '@/features/comparison/api/comparison';
import type { Selection } from '@/features/comparison/choice/selection';
import { testedMeasuresOf } from '@/features/comparison/figures/slopes';
import { sentence } from '@/shared/errors';
import { labelsPath, runPath } from '@/shared/libraryPaths';
import { Link } from '@/shared/routing/Link';
import { Defined } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/verdict/verdict.module.css';

/** With a true minus, as everywhere on the page. */
const printed = (number: string): string => number.replace('-', '−');

/** A name leads to its page; numbers stand out. */
function Segment({
  segment: { text: body, stands_for: what },
}: Readonly<{ segment: VerdictSegment }>) {
  if (what === 'run' || what === 'baseline') return <Link to={runPath(body)}>{body}</Link>;
  if (what === 'labels') return <Link to={labelsPath(body)}>{body}</Link>;
  return what === 'text' ? body : <b>{what === 'measure' ? body : printed(body)}</b>;
}

type SaidProps = Readonly<{ verdict: Verdict; isOld: boolean }>;

/** The sentence, its weakest point, and what else weakens it. */
function Said({ verdict: { sentence: segments, weakest, others }, isOld }: SaidProps) {
  return (
    <div aria-busy={isOld} className={styles.said}>
      <p className={styles.sentence}>
        {segments.map((segment, place) => (
          <Segment key={place} segment={segment} />
        ))}
      </p>
      {weakest !== null && (
        <div className={styles.weak}>
          <p>
            <b>
              <Defined at="verdicts#the-weakest-point">Weakest point</Defined>:
            </b>{' '}
            {weakest.text}
          </p>
          {others.length > 0 && (
            <details>
              <summary>What else to mind</summary>
              <ul>
                {others.map(({ kind, text: told }) => (
                  <li key={kind}>{told}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </div>
  );
}

type Props = Readonly<{
  comparison: Comparison;
  selection: Selection;
  /** Whether another selection was made since, of which nothing can be read yet. */
  isOutdated: boolean;
}>;

const pick = (options: readonly string[], chosen: string | undefined): string =>
  options.find((option) => option === chosen) ?? options[0] ?? '';

type Chosen = Readonly<{ run: string; measure: string }>;

type ChoiceProps = Readonly<{
  runs: readonly string[];
  measures: readonly string[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}>;

/** Of which run and by which measure something is said, where there are several. */
function Choices({ runs, measures, chosen, onChange }: ChoiceProps) {
  if (runs.length < 2 && measures.length < 2) return null;
  return (
    <div className={styles.choices}>
      {runs.length > 1 && (
        <SelectField
          label="Of the run"
          options={runs}
          value={chosen.run}
          onChange={(run) => onChange({ ...chosen, run })}
        />
      )}
      {measures.length > 1 && (
        <SelectField
          label="By the measure"
          options={measures}
          value={chosen.measure}
          onChange={(measure) => onChange({ ...chosen, measure })}
        />
      )}
    </div>
  );
}

/** First of all: what the comparison lets be said, of one run and one measure at a time. */
export function VerdictSection({ comparison, selection, isOutdated }: Props) {
  const [asked, setAsked] = useState<Partial<Chosen>>({});
  const measures = testedMeasuresOf(comparison);
  const chosen = {
    run: pick(comparison.runs, asked.run),
    measure: pick(measures, asked.measure),
  };
  const isAsked = !isOutdated && measures.length > 0;
  const { data, error, isPlaceholderData } = useVerdict(selection, chosen, isAsked);
  if (measures.length === 0) return null;
  return (
    <section aria-labelledby="verdict" className={styles.verdict}>
      <h2 id="verdict">
        <Defined at="verdicts#the-sentence">What can be said</Defined>
      </h2>
      {error !== null && <p className={text.soft}>{sentence(error)}</p>}
      {data === undefined && error === null && <Waiting label="Weighing the numbers" />}
      {data !== undefined && error === null && (
        <Said verdict={data} isOld={isPlaceholderData && !isOutdated} />
      )}
      <Choices runs={comparison.runs} measures={measures} chosen={chosen} onChange={setAsked} />
    </section>
  );
}
