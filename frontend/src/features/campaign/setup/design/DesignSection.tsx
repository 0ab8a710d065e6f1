import type { DesignPreview } from '@/api/types';
import { ExpectedFigure } from '@/features/campaign/setup/design/ExpectedFigure';
import { QuestionForm } from '@/features/campaign/setup/design/QuestionForm';
import {
  canDraw,
  fewest,
  isOfSeveral,
  numberOf,
  sayQuestion,
} from '@/features/campaign/setup/draft/design';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';
import { formatCount, formatShare } from '@/shared/format/numbers';
import type { FieldTroubles } from '@/shared/requests/errors';
import { Defined } from '@/shared/ui/Defined';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Waiting } from '@/shared/ui/requests/Waiting';
import slider from '@/features/campaign/setup/design/slider.module.css';
import text from '@/shared/styles/text.module.css';

type NumberProps = Readonly<{ n: number; found: DesignPreview; change: Change }>;

/** How many pairs are drawn. */
function NumberOfPairs({ n, found, change }: NumberProps) {
  const set = (wanted: number): void =>
    change(({ design }) => ({ design: { ...design, n: wanted } }));
  const [least, most] = [fewest(found), found.n_drawable];
  return (
    <div className={slider.slider}>
      <NumberField label="Pairs" value={n} min={least} max={most} onChange={set} />
      <input
        type="range"
        aria-label="Pairs (slider)"
        min={least}
        max={most}
        value={n}
        onChange={(event) => set(Number(event.target.value))}
      />
      <span className={text.note}>
        {formatShare(n / most)} of {formatCount(most)}
      </span>
    </div>
  );
}

/** What the expectation rests on, and its use. */
const Grounds = () => (
  <p className={text.soft}>
    Nothing is judged yet, so this is a guess from 56 comparisons of runs on TREC Deep Learning 2019
    and 2020; after the first judgments it is worked out from them. For the order of many runs a
    shallow pool serves as well; for the size of a difference it does not.{' '}
    <Defined at="sampling#before-the-first-judgment">How is this worked out?</Defined>
  </p>
);

/** What several judgments a pair cost in intervals, and what of the draft a draw leaves aside. */
function Notes({ draft }: Pick<StepProps, 'draft'>) {
  const isPutAside = draft.sample !== null || draft.withoutLabels.length > 0;
  return (
    <>
      {draft.perPair > 1 && (
        <p className={text.note}>
          You ask for {draft.perPair} judgments a pair: one judgment on {draft.perPair} times the
          pairs narrows the interval more.
        </p>
      )}
      {isPutAside && (
        <p className={text.warn}>
          Pairs are drawn from all topics and pairs of the runs: your sample of topics, and labels
          whose pairs are skipped, count only for the whole pool.
        </p>
      )}
    </>
  );
}

type Props = Pick<StepProps, 'draft' | 'change'> &
  Readonly<{ found: DesignPreview | undefined; isFailed: boolean; troubles: FieldTroubles }>;

/** The question, how many pairs are drawn for it, and what interval to expect. */
export function DesignSection({ draft, change, found, isFailed, troubles }: Props) {
  const drawn =
    found !== undefined && canDraw(found) ? { found, n: numberOf(draft.design, found) } : null;
  const ofSeveral = isOfSeveral(draft) ? ', the median of them' : '';
  return (
    <>
      <QuestionForm draft={draft} change={change} troubles={troubles} />
      {found === undefined && !isFailed && <Waiting label="Counting what can be drawn" />}
      {drawn !== null && (
        <section>
          <h3>Expected interval, by pairs judged</h3>
          <NumberOfPairs {...drawn} change={change} />
          <Notes draft={draft} />
          {drawn.found.half_like.length > 0 && (
            <ExpectedFigure {...drawn} question={sayQuestion(draft) + ofSeveral} />
          )}
          <Grounds />
        </section>
      )}
    </>
  );
}
