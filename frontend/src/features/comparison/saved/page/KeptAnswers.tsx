import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '@/api/read';
import { useDropAnswer } from '@/api/savedComparisons';
import type { KeptAnswer, KeptRow, OpenedComparison } from '@/api/types';
import { ANSWERS } from '@/features/comparison/saved/save/kinds';
import { CorrelationTable } from '@/features/comparison/order/CorrelationTable';
import { RunScatter } from '@/features/comparison/order/RunScatter';
import { SlopeFigure } from '@/features/comparison/order/SlopeFigure';
import { MovedList } from '@/features/comparison/saved/page/MovedList';
import { askedOf, describeQuestion } from '@/features/comparison/saved/page/keptQuestion';
import type { Asked } from '@/features/comparison/saved/page/keptQuestion';
import { PlanAnswer } from '@/features/comparison/significance/PlanAnswer';
import { SystemsAnswer } from '@/features/comparison/significance/SystemsAnswer';
import { BoundsFigure } from '@/features/comparison/unjudged/BoundsFigure';
import { JudgedFigure } from '@/features/comparison/unjudged/JudgedFigure';
import { PoolFigure } from '@/features/comparison/unjudged/PoolFigure';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { labelsPath } from '@/shared/routing/paths';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type Frozen<Kind extends keyof KeptAnswer> = NonNullable<KeptAnswer[Kind]>;

const Under = ({ labels }: Readonly<{ labels: string }>) => (
  <h4>
    Under <Link to={labelsPath(labels)}>{labels}</Link>
  </h4>
);

const KeptSystems = ({ systems }: Readonly<{ systems: Frozen<'systems'> }>) =>
  systems.families.map((family) => (
    <div key={family.labels}>
      <Under labels={family.labels} />
      <SystemsAnswer compared={{ ...systems, families: [family] }} looked={family} />
    </div>
  ));

type OrderProps = Readonly<{ order: Frozen<'order'>; measure: string; nTopics: number }>;

function KeptOrder({ order, measure, nTopics }: OrderProps) {
  const isRank = order.means.some((one) => one.measure === measure && one.lower_is_better);
  return (
    <>
      <SlopeFigure orders={order} run="" {...{ measure, isRank, nTopics }} />
      <CorrelationTable orders={order} />
    </>
  );
}

const KeptTwoOrders = ({ orders }: Readonly<{ orders: Frozen<'two_orders'> }>) => (
  <>
    {orders.pairs.map((pair) => (
      <RunScatter key={pair.second.measure} orders={pair} run="" />
    ))}
    <CorrelationTable orders={orders} />
  </>
);

function KeptBounds({ bounds }: Readonly<{ bounds: Frozen<'bounds'> }>) {
  const sets = [...new Set(bounds.rows.map(({ labels }) => labels))];
  return sets.map((labels) => (
    <div key={labels}>
      <Under labels={labels} />
      <JudgedFigure answer={bounds} labels={labels} run="" />
      {bounds.refusal === '' ? (
        <BoundsFigure answer={bounds} labels={labels} run="" />
      ) : (
        <p>{bounds.refusal}.</p>
      )}
    </div>
  ));
}

/** What is looked at in a plan. */
const focusOf = ({ run = '', measure = '', label_set: labels = '' }: Asked) => ({
  run,
  measure,
  labels,
});

type KeptResultProps = Readonly<{
  frozen: KeptAnswer;
  asked: OpenedComparison['answers'][number]['asked'];
  opened: OpenedComparison;
}>;

/** An answer as it was frozen, by what its tab shows of it. */
function KeptResult({ frozen, asked, opened: { rows } }: KeptResultProps): ReactNode {
  const named = askedOf(asked);
  const { measure = '' } = named;
  const isRank = rows.some((row) => row.measure === measure && row.lower_is_better);
  const { systems, order, two_orders: orders, topic_plan: plan, bounds, pool_bias: pool } = frozen;
  return (
    <>
      {systems !== null && <KeptSystems systems={systems} />}
      {order !== null && <KeptOrder nTopics={rows[0]?.n_topics ?? 0} {...{ order, measure }} />}
      {orders !== null && <KeptTwoOrders orders={orders} />}
      {plan !== null && <PlanAnswer plan={plan} focus={focusOf(named)} isRank={isRank} />}
      {bounds !== null && <KeptBounds bounds={bounds} />}
      {pool !== null && <PoolFigure answer={pool} />}
    </>
  );
}

type Props = Readonly<{ row: KeptRow; opened: OpenedComparison }>;

/** Lets go of an answer, once that is confirmed. */
function Drop({ row: { kind, content_hash: hash }, opened }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending } = useDropAnswer(opened.row.name, hash);
  return (
    <>
      <Button aria-label={`Delete: ${ANSWERS[kind]}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${ANSWERS[kind]}”`}
          verb="Delete it"
          isFinal
          isPending={isPending}
          error={error}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>This answer will be deleted. The saved comparison and its other answers stay.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The answer itself, which is read once somebody opens it: it may be large, and there may be many. */
function Shown({ row, opened }: Props) {
  const { data, error } = useRead(
    '/api/comparisons/answers/one',
    { hash: row.content_hash },
    // An answer that is kept stays as it was frozen.
    { staleTime: Infinity, retry: false },
  );
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Waiting label="Reading the answer" />;
  return <KeptResult frozen={data} asked={row.asked} opened={opened} />;
}

function Answer(props: Props) {
  const { row, opened } = props;
  const { kind, content_hash: hash, created_at: at, moved } = row;
  const heading = useId();
  const [isOpen, setOpen] = useState(opened.answers.length === 1);
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{ANSWERS[kind]}</h3>
      <p>{describeQuestion(row)}</p>
      <p className={text.soft}>
        Kept {formatDay(at)} · inputs <code title={hash}>{hash.slice(0, 12)}</code>
      </p>
      <MovedList
        label={`Changes since then: ${ANSWERS[kind]}`}
        found="The same question may have another answer today. This one stays as it was."
        moved={moved}
      />
      <details
        className={parts.fold}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary aria-label={`The answer: ${ANSWERS[kind]}`}>The answer</summary>
        {isOpen && <Shown {...props} />}
      </details>
      <p className={buttons.actions}>
        <CsvLinks href={`/api/comparisons/answers/one?format=csv&hash=${hash}`}>
          Download CSV
        </CsvLinks>
        <a
          href={`/api/comparisons/answers/one?format=json&hash=${hash}`}
          download={`${kind}-${hash.slice(0, 12)}.json`}
        >
          Download JSON with all inputs
        </a>
        {opened.may_change && <Drop {...props} />}
      </p>
    </section>
  );
}

/** What was kept beside the table of a saved comparison, in the order of keeping. */
export function KeptAnswers({ opened }: Readonly<{ opened: OpenedComparison }>) {
  return (
    <>
      <h2>Kept with it</h2>
      {opened.answers.map((row) => (
        <Answer key={row.content_hash} row={row} opened={opened} />
      ))}
    </>
  );
}
