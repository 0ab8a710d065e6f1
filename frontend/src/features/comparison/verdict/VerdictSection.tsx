import type { Verdict, VerdictSegment } from '@/api/compared';
import { useVerdict } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { testedMeasuresOf } from '@/features/comparison/texts/measuresOf';
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

/** The measure looked at; where it does not say how good a run is, the first that does. */
const testedOf = (measures: readonly string[], measure: string): string =>
  measures.find((name) => name === measure) ?? measures[0] ?? '';

/** First of all: what the comparison lets be said, of one run and one measure at a time. */
export function VerdictSection({ comparison, selection, isOutdated, focus, onFocus }: PanelProps) {
  const measures = testedMeasuresOf(comparison);
  const chosen = { run: focus.run, measure: testedOf(measures, focus.measure) };
  const isAsked = !isOutdated && measures.length > 0;
  const { data, error, isPlaceholderData } = useVerdict(selection, chosen, isAsked);
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
      {error !== null && <p className={text.soft}>{sentence(error)}</p>}
      {data === undefined && error === null && <Waiting label="Weighing the numbers" />}
      {data !== undefined && error === null && (
        <Said verdict={data} isOld={isPlaceholderData && !isOutdated} />
      )}
    </section>
  );
}
