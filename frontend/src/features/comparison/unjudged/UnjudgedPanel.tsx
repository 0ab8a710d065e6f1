import type { RunBounds } from '@/api/compared';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { KeepAnswer } from '@/features/comparison/keeping/KeepAnswer';
import { FocusField } from '@/features/comparison/kit/FocusFields';
import { BoundsFigure } from '@/features/comparison/unjudged/BoundsFigure';
import { JudgedFigure } from '@/features/comparison/unjudged/JudgedFigure';
import { PoolSection } from '@/features/comparison/unjudged/PoolSection';
import { Measure } from '@/shared/ui/Defined';
import { Waiting } from '@/shared/ui/requests/Waiting';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/unjudged/unjudged.module.css';

function Parts(props: Readonly<{ answer: RunBounds; labels: string; run: string }>) {
  const { answer } = props;
  return (
    <>
      <section aria-labelledby="judged">
        <h2 id="judged">How much is labelled</h2>
        <JudgedFigure {...props} />
      </section>
      <section aria-labelledby="bounds">
        <h2 id="bounds">What unjudged passages could make of the scores</h2>
        {answer.refusal === '' ? (
          <BoundsFigure {...props} />
        ) : (
          <p className={text.soft}>
            {answer.refusal}. (<Measure name={answer.measure} />)
          </p>
        )}
      </section>
    </>
  );
}

/** What has no label: how much of each run, what it could change, and what the pool owes to whom. */
export default function UnjudgedPanel(props: PanelProps) {
  const { selection, isOutdated, focus } = props;
  const { data, error } = useCompared(
    '/api/comparison/bounds',
    selection,
    { measure: focus.measure },
    { enabled: !isOutdated },
  );
  return (
    <>
      <div className={styles.choices}>
        <FocusField {...props} part="labels" />
        <FocusField {...props} part="measure" />
      </div>
      {error !== null ? (
        <ErrorMessage error={error} />
      ) : data === undefined ? (
        <Waiting label="Counting what is labelled" />
      ) : (
        <>
          <Parts answer={data} labels={focus.labels} run={focus.run} />
          <KeepAnswer {...props} kind="bounds" question={{ measure: focus.measure }} />
        </>
      )}
      <PoolSection {...props} />
    </>
  );
}
