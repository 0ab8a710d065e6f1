import { useId } from 'react';
import type { ReactNode } from 'react';
import type { DesignPreview, PoolPreview } from '@/api/types';
import { sayHalf } from '@/features/campaign/setup/design/drawExpected';
import { formatHours, secondsOf } from '@/features/campaign/setup/draft/cost';
import { fromRuns, mostPairs } from '@/features/campaign/setup/draft/active';
import { halfWidthsAt, numberOf, sayQuestion } from '@/features/campaign/setup/draft/design';
import type { Draft, Way } from '@/features/campaign/setup/draft/draft';
import { depthOf } from '@/features/campaign/setup/draft/request';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { formatCount, formatShare } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/design/PoolChoice.module.css';

type CardProps = Readonly<{
  title: string;
  hint: string;
  group: string;
  isChosen: boolean;
  isClosed?: boolean;
  onChoose: () => void;
  /** How many pairs; null where that is not known. */
  n: number | null;
  share?: string;
  hours: (n: number) => string;
  perPair: number;
  children: ReactNode;
}>;

/** One way to choose pairs, with what it costs and what it gives. */
function Card(props: CardProps) {
  const {
    title,
    hint,
    group,
    isChosen,
    isClosed = false,
    onChoose,
    n,
    share,
    hours,
    perPair,
  } = props;
  const id = useId();
  return (
    <div className={styles.card}>
      <label>
        <input
          type="radio"
          name={group}
          checked={isChosen}
          disabled={isClosed}
          aria-describedby={id}
          onChange={onChoose}
        />
        {title}
      </label>
      <div id={id}>
        <p className={text.soft}>{hint}</p>
        {n !== null && (
          <dl>
            <div>
              <dt>{share === undefined ? 'pairs' : `pairs, ${share}`}</dt>
              <dd>{formatCount(n)}</dd>
            </div>
            <div>
              <dt>{perPair === 1 ? 'of judging' : `of judging, ${perPair} judgments a pair`}</dt>
              <dd>{hours(n)}</dd>
            </div>
          </dl>
        )}
        <p className={text.soft}>{props.children}</p>
      </div>
    </div>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What the whole pool gives, as far as it is known. */
function sayWhole(draft: Draft, found: DesignPreview | undefined): string {
  const reuse = 'Reusable for later runs as far as the pool goes.';
  if (found === undefined) return reuse;
  return `${capital(sayQuestion(draft))}: to ${sayHalf(found.half_all)} for topics like these. ${reuse}`;
}

/** How wide the interval of a draw is, beside that of all pairs. */
function sayDraw(found: DesignPreview, n: number): string {
  const half = halfWidthsAt(found, n)?.like;
  if (half === undefined) return 'Too few pairs for an interval.';
  const ratio = found.half_all > 0 ? half / found.half_all : 1;
  const wider = ratio < 1.005 ? 'as narrow as with all' : `${ratio.toFixed(2)} times as wide`;
  return `The same to ${sayHalf(half)}, ${wider}. You can draw more later, and judgments stay.`;
}

type Props = Pick<StepProps, 'draft' | 'change'> &
  Readonly<{
    preview: PoolPreview;
    /** What can be drawn, where that is at least a sample. */
    found: DesignPreview | undefined;
    /** Why nothing can be drawn, if so. */
    trouble: string | null;
  }>;

/** The whole pool, pairs by design, or pairs chosen step by step, side by side. */
export function PoolChoice({ draft, change, preview, found, trouble }: Props) {
  const group = useId();
  const depthOfWay = (way: Way): number => depthOf({ ...draft, way }, preview.depth);
  const depth = depthOfWay('pool');
  const drawn = found && { n: numberOf(draft.design, found), found };
  const seconds = secondsOf(draft.seconds, preview.time);
  const hours = (pairs: number): string => formatHours((pairs * draft.perPair * seconds) / 3600);
  return (
    <fieldset className={styles.choice}>
      <legend className={text.visuallyHidden}>Which pairs are judged</legend>
      <Card
        title="The whole pool"
        hint={`Every passage that a run has in its first ${formatCount(depth)}.`}
        group={group}
        isChosen={draft.way === 'pool'}
        onChoose={() => change({ way: 'pool' })}
        n={preview.n_pairs[depth - 1] ?? 0}
        hours={hours}
        perPair={draft.perPair}
      >
        {sayWhole(draft, found)}
      </Card>
      <Card
        title="By design"
        hint="Pairs of all topics, drawn by how far they can move the answer; estimates carry true intervals."
        group={group}
        isChosen={draft.way === 'design'}
        isClosed={draft.way !== 'design' && found === undefined}
        onChoose={() => change({ way: 'design' })}
        n={drawn?.n ?? null}
        {...(drawn && { share: formatShare(drawn.n / drawn.found.n_frame) })}
        hours={hours}
        perPair={draft.perPair}
      >
        {drawn ? sayDraw(drawn.found, drawn.n) : (trouble ?? 'Counting what can be drawn…')}
      </Card>
      <Card
        title="Step by step"
        hint="A pool that learns: the next pairs of a topic are chosen from its judgments so far."
        group={group}
        isChosen={draft.way === 'active'}
        onChoose={() => change({ way: 'active' })}
        n={mostPairs(draft, fromRuns(preview, depthOfWay('active')))}
        share="at most"
        hours={hours}
        perPair={draft.perPair}
      >
        Finds most relevant passages with fewer judgments. How many pairs it takes is not known
        beforehand.
      </Card>
    </fieldset>
  );
}
