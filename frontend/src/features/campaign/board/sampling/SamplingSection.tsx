import { lazy, Suspense } from 'react';
import type { Board, SamplingProgress } from '@/api/types';
import { useSampling } from '@/features/campaign/api/sampling';
import { DrawMore } from '@/features/campaign/board/sampling/DrawMore';
import { EndHere } from '@/features/campaign/board/sampling/EndHere';
import { EndOfSample } from '@/features/campaign/board/sampling/EndOfSample';
import { MarginField, useMargin } from '@/features/campaign/board/sampling/Margin';
import {
  sayEnd,
  sayEqual,
  sayEstimate,
  sayPanel,
  sayReached,
  saySeparation,
  sayStop,
} from '@/features/campaign/board/sampling/saySampling';
import { useSettled } from '@/shared/browser/useTyped';
import { formatCount } from '@/shared/format/numbers';
import { isOver } from '@/shared/judging/stateNames';
import { cx } from '@/shared/styles/cx';
import { Defined } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/campaign/board/sampling/sampling.module.css';
import text from '@/shared/styles/text.module.css';

const AnswersFigure = lazy(() => import('@/features/campaign/board/sampling/AnswersFigure'));

type AnswersProps = Readonly<{
  campaign: Board['campaign'];
  progress: SamplingProgress;
  within: number | null;
}>;

/** Each answer in words: now, at the end, and whether judging may stop. */
function Answers({ campaign, progress, within }: AnswersProps) {
  const { answers, measure, n_left_out: nLeftOut, has_stop_rule: hasStopRule } = progress;
  const count = { judgmentsPerPair: campaign.judgments_per_pair };
  return (
    <>
      <ul role="list" className={styles.answers}>
        {answers.map((answer) => (
          <li key={answer.run}>
            <p>{sayEstimate(answer, measure)}</p>
            {answer.this_panel !== null && <p>{sayPanel(answer, answer.this_panel)}</p>}
            {hasStopRule && (
              <p className={cx(answer.stopped_at !== null && styles.shown)}>
                {sayStop(answer, progress, count)}
              </p>
            )}
            {hasStopRule && within !== null && (
              <p className={cx(answer.equal_at !== null && styles.shown)}>
                {sayEqual(answer, within, progress, count)}
              </p>
            )}
            <p className={text.soft}>
              {sayEnd(answer, progress)} {saySeparation(answer, progress, count)}
            </p>
          </li>
        ))}
      </ul>
      {nLeftOut > 0 && (
        <p className={text.soft}>
          {formatCount(nLeftOut)} more {nLeftOut === 1 ? 'is' : 'are'} not shown: derive labels.
        </p>
      )}
      <EndHere campaign={campaign} progress={progress} />
      <Suspense fallback={<div className={styles.place} />}>
        <AnswersFigure progress={progress} />
      </Suspense>
    </>
  );
}

/** nDCG is drawn for, and shown, as DCG where no labels say how good a ranking could be. */
function OtherMeasure({ progress }: Readonly<{ progress: SamplingProgress }>) {
  const { measure, drawn_for: drawnFor, answers } = progress;
  if (answers.length === 0 || measure === drawnFor) return null;
  return (
    <p className={text.soft}>
      Shown is {measure}: no label set gives the ideal rankings that {drawnFor} takes.
    </p>
  );
}

type Props = Readonly<{ campaign: Board['campaign'] }>;

/** What pairs drawn by design say while people judge, and drawing more of them. */
export function SamplingSection({ campaign }: Props) {
  const { id, state } = campaign;
  const [within, setWithin] = useMargin(id);
  const { data: progress, error } = useSampling(id, useSettled(within));
  const nLeft = progress === undefined ? 0 : progress.n_drawable - progress.n_drawn;
  return (
    <section aria-labelledby="sampling">
      <h2 id="sampling">
        <Defined at="sampling#while-people-judge">Estimates so far</Defined>
      </h2>
      <ErrorMessage error={error} />
      {progress === undefined ? (
        error === null && <Waiting label="Estimating from the judged pairs" />
      ) : (
        <>
          <p className={text.number}>
            {sayReached(progress)}{' '}
            {progress.is_simulated && <Tag tone="simulated">simulated assessors</Tag>}
          </p>
          <EndOfSample campaign={campaign} progress={progress} />
          <OtherMeasure progress={progress} />
          {progress.answers.length > 0 && (
            <Answers campaign={campaign} progress={progress} within={within} />
          )}
          <div className={styles.controls}>
            {progress.has_stop_rule && <MarginField within={within} onChange={setWithin} />}
            {nLeft > 0 && !isOver(state) && <DrawMore campaignId={id} nLeft={nLeft} />}
          </div>
        </>
      )}
    </section>
  );
}
