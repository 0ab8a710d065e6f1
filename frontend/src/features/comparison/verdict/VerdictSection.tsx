import { useId, useState } from 'react';
import type { Comparison, Span, Verdict } from '@/api/compared';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { labelsOf } from '@/features/comparison/texts/measuresOf';
import { FewestLabels } from '@/features/comparison/verdict/FewestLabels';
import { ledRuns, useVerdict } from '@/features/comparison/verdict/useVerdict';
import { sentence } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { Defined } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Button } from '@/shared/ui/forms/Button';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/comparison/verdict/verdict.module.css';
import text from '@/shared/styles/text.module.css';

/** With a true minus, as everywhere on the page. */
const printed = (number: string): string => number.replace('-', '−');

/** A name leads to its page; numbers stand out. */
function Piece({ span: { text: body, stands_for: what } }: Readonly<{ span: Span }>) {
  if (what === 'run' || what === 'baseline') return <Link to={runPath(body)}>{body}</Link>;
  if (what === 'labels') return <Link to={labelsPath(body)}>{body}</Link>;
  return what === 'text' ? body : <b>{what === 'measure' ? body : printed(body)}</b>;
}

const Sentence = ({ spans }: Readonly<{ spans: readonly Span[] }>) => (
  <p className={styles.sentence}>
    {spans.map((span, place) => (
      <Piece key={place} span={span} />
    ))}
  </p>
);

type Props = Readonly<{ verdict: Verdict; isOld: boolean }>;

/** The sentence, its weakest point, and what else weakens it, which takes the whole width. */
function Said({ verdict: { sentence: spans, weakest, others }, isOld }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  return (
    <div aria-busy={isOld} className={styles.said}>
      <Sentence spans={spans} />
      {weakest !== null && (
        <div className={styles.weak}>
          <p>
            <b>
              <Defined at="verdicts#the-weakest-point">Weakest point</Defined>:
            </b>{' '}
            {weakest.text}
          </p>
          {others.length > 0 && (
            <Button
              look="flush"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setIsOpen(!isOpen)}
            >
              Other cautions
            </Button>
          )}
        </div>
      )}
      {others.length > 0 && (
        <ul id={listId} className={styles.others} hidden={!isOpen}>
          {others.map(({ kind, text: found }) => (
            <li key={kind}>{found}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** About as long as the two texts of a verdict: their place is kept until they are there. */
type Likely = Readonly<{ sentence: string; weakest: string }>;

const CLAIM = 'No difference between and in is shown over 00 topics';
const UNDER = 'under labels, +.000 [−.000, .000]';
const JUDGED =
  'Up to 00% of a run’s first 10 passages are unjudged under labels, none under and labels.';
const WEAKEST =
  'Weakest point: 00 of 00 topics have the best possible for both runs under: the measure has no room left.';
const LABELS_MATTER =
  'From to labels, 000 of 000 pairs of runs change order, and no change of a lead is shown: at most −.000 [−.000, −.000], of.';

/** All names with about what is said around them. It is never read, and need not make sense. */
function likelyVerdict(
  { baseline, runs, blocks }: Comparison,
  { run, measure }: Readonly<{ run: string; measure: string }>,
): Likely {
  const places = blocks.flatMap(({ labels, is_simulated: isSimulated }) => [
    labels,
    UNDER,
    isSimulated ? 'of simulated people' : '',
  ]);
  const fully = blocks.slice(1).map(({ labels }) => labels);
  const ending = [JUDGED, ...fully];
  const about = [run, baseline ?? runs[0] ?? '', measure, CLAIM, ...places, ...ending];
  return {
    sentence: about.filter((part) => part !== '').join(' '),
    weakest: `${WEAKEST} ${measure} ${blocks[0]?.labels}`,
  };
}

/** The same for the sentences on all runs. */
function likelyOverall(comparison: Comparison): string {
  const { runs } = comparison;
  const [first, ...others] = labelsOf(comparison);
  const [longest] = [...runs].sort((a, b) => b.length - a.length);
  return [
    `none of ${runs.length} runs is shown to beat ${comparison.baseline ?? runs[0]} in nDCG@10 under ${first} labels;`,
    ...others.map((name) => `00 of ${runs.length} runs beat it under ${name}; is first under`),
    `${longest} is first.`,
    ...others.map((name) => `${LABELS_MATTER} ${first} ${name} ${longest}`),
  ].join(' ');
}

/** Keeps the place of a verdict that is not there yet, so that nothing below moves when it comes. */
function Reserved({ likely: { sentence, weakest } }: Readonly<{ likely: Likely }>) {
  return (
    <div className={styles.reserved} aria-hidden>
      <p className={styles.sentence} data-text={sentence} />
      <div className={styles.weak}>
        <p data-text={weakest} />
        <p data-text="Other cautions" className={styles.more} />
      </div>
    </div>
  );
}

type OnAllRunsProps = Readonly<{
  comparison: Comparison;
  /** Whether several runs are led over, so that there is a sentence on all of them. */
  isMany: boolean;
  sentence: readonly Span[] | undefined;
  isOld: boolean;
}>;

function OnAllRuns({ comparison, isMany, sentence: spans, isOld }: OnAllRunsProps) {
  return (
    <>
      {comparison.baseline === null && (
        <p className={text.note}>
          About leads over {comparison.runs[0]}, the first run: that a run scores otherwise under
          other labels is no finding by itself.
        </p>
      )}
      {isMany && (
        <div className={styles.place} aria-busy={isOld}>
          <p className={styles.kept} data-text={likelyOverall(comparison)} aria-hidden />
          {spans && <Sentence spans={spans} />}
        </div>
      )}
    </>
  );
}

/** First of all: what the comparison lets be said, of all runs and then of one, by one measure at a time. */
export function VerdictSection(props: PanelProps) {
  const { comparison, isOutdated, onFocus } = props;
  const { data, error, isPlaceholderData, run, measure, hasMeasure } = useVerdict(props);
  const isOld = isPlaceholderData && !isOutdated;
  const runs = ledRuns(comparison);
  if (!hasMeasure) return null;
  return (
    <section aria-labelledby="verdict" className={styles.verdict}>
      <h2 id="verdict">
        <Defined at="verdicts#all-runs">Verdict</Defined>
      </h2>
      {error === null && (
        <OnAllRuns
          comparison={comparison}
          isMany={runs.length > 1}
          sentence={data?.on_all_runs?.overall.sentence}
          isOld={isOld}
        />
      )}
      {runs.length > 1 && (
        <div className={styles.top}>
          <SelectField
            label="Of the run"
            options={runs}
            value={run}
            onChange={(name) => onFocus({ run: name })}
          />
        </div>
      )}
      {error !== null ? (
        <p className={text.soft}>{sentence(error)}</p>
      ) : (
        <div className={styles.place}>
          <Reserved likely={likelyVerdict(comparison, { run, measure })} />
          {data === undefined ? (
            <Waiting label="Weighing the numbers" />
          ) : (
            <Said verdict={data} isOld={isOld} />
          )}
        </div>
      )}
      {error === null && <FewestLabels of={props} run={run} measure={measure} />}
    </section>
  );
}
