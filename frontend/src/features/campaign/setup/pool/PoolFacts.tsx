import type { PoolPreview } from '@/api/types';
import { formatHours } from '@/features/campaign/setup/draft/cost';
import type { Plan } from '@/features/campaign/api/setup';
import { counted, formatCount } from '@/shared/format/numbers';
import { cx } from '@/shared/styles/cx';
import poolFacts from '@/features/campaign/setup/pool/PoolFacts.module.css';
import parts from '@/shared/styles/parts.module.css';
import textStyles from '@/shared/styles/text.module.css';

/** How the pairs are spread over the topics at a depth. */
function formatPerTopic(preview: PoolPreview, depth: number): string {
  const [least, median, most] = [preview.least, preview.median, preview.most].map(
    (counts) => counts[depth - 1] ?? 0,
  );
  if (least === undefined || median === undefined || most === undefined) return '';
  if (least === most) return `${formatCount(most)} a topic`;
  return `${formatCount(least)} to ${formatCount(most)} a topic, median ${formatCount(median)}`;
}

type Props = Readonly<{
  nPairs: number;
  /** More on the pairs. */
  note: string;
  nTopics: number | null;
  plan: Plan | undefined;
  people: number;
}>;

/** What is judged, in pairs and in people's time. */
function Facts({ nPairs, note, nTopics, plan, people }: Props) {
  return (
    <dl className={cx(parts.facts, poolFacts.facts)} aria-live="polite">
      <div>
        <dt>Pairs to judge</dt>
        <dd data-testid="n-pairs">{formatCount(nPairs)}</dd>
        <dd className={poolFacts.aside}>{note}</dd>
      </div>
      {plan !== undefined && (
        <>
          <div>
            <dt>Judgments</dt>
            <dd data-testid="n-judgments">{formatCount(plan.work.total)}</dd>
            <dd className={poolFacts.aside}>
              {plan.work.total > plan.work.regular
                ? `${formatCount(plan.work.regular)} of regular pairs`
                : nTopics !== null && `of ${counted(nTopics, 'topic')}`}
            </dd>
          </div>
          <div>
            <dt>Total time</dt>
            <dd>about {formatHours(plan.work.hours)}</dd>
            <dd className={poolFacts.aside}>
              about {formatHours(plan.work.hours_each)} for each of {formatCount(people)}
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}

type WorkProps = Pick<Props, 'plan' | 'people'>;
type PoolFactsProps = WorkProps & Readonly<{ preview: PoolPreview; depth: number }>;

const at = (counts: readonly number[], depth: number): number => counts[depth - 1] ?? 0;

/** What the depth comes to. */
export function PoolFacts({ preview, depth, plan, people }: PoolFactsProps) {
  const textless = at(preview.n_textless, depth);
  const nTopics = at(preview.n_topics, depth);
  const without = preview.n_topics_drawn - nTopics;
  return (
    <>
      <Facts
        nPairs={at(preview.n_pairs, depth)}
        note={formatPerTopic(preview, depth)}
        nTopics={nTopics}
        plan={plan}
        people={people}
      />
      {textless > 0 && (
        <p className={textStyles.soft}>
          {counted(textless, 'pair')} {textless === 1 ? 'drops' : 'drop'} out: the passage has no
          text to show.
        </p>
      )}
      {without > 0 && (
        <p className={textStyles.soft}>
          {counted(without, 'topic')} {without === 1 ? 'has' : 'have'} no pair at this depth.
        </p>
      )}
    </>
  );
}

/** What a draw comes to. */
export const DrawFacts = ({
  n,
  nInAll,
  ...work
}: WorkProps & Readonly<{ n: number; nInAll: number }>) => (
  <Facts nPairs={n} note={`drawn from ${formatCount(nInAll)}`} nTopics={null} {...work} />
);
