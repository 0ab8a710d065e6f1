import { useEffect, useRef, useState } from 'react';
import { useRead } from '@/api/read';
import { useSession } from '@/api/session';
import type { QueueLeft, QueueRule, QueueStart } from '@/api/types';
import { QueueWork } from '@/features/campaign/adjudicate/QueueWork';
import { FIRST_RULES, RULES, toggledRule } from '@/features/campaign/adjudicate/rules';
import { useQueue } from '@/features/campaign/api/adjudication';
import { whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { askedInQueue, QUEUE_KEYS } from '@/features/campaign/pairs/decision/keys';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { ONLY } from '@/features/campaign/pairs/search/search';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { cx } from '@/shared/styles/cx';
import { Prose } from '@/shared/ui/Prose';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { GuidelineText } from '@/shared/ui/guideline/GuidelineText';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Unread } from '@/shared/ui/requests/Unread';
import panelStyles from '@/shared/styles/panel.module.css';
import styles from '@/features/campaign/adjudicate/adjudicate.module.css';
import text from '@/shared/styles/text.module.css';

type RuleChoiceProps = Readonly<{
  counts: QueueLeft['counts'];
  rules: readonly QueueRule[];
  isPending: boolean;
  onChange: (rules: readonly QueueRule[]) => void;
  onBegin: () => void;
}>;

/** By which rules pairs come, with how many each names; one of them is enough for a pair. */
function RuleChoice({ counts, rules, isPending, onChange, onBegin }: RuleChoiceProps) {
  return (
    <Form className={styles.rules} onSubmit={() => onBegin()}>
      <fieldset>
        <legend>Which pairs</legend>
        {RULES.map((rule) => (
          <CheckField
            key={rule}
            label={
              <>
                {ONLY[rule][0]}{' '}
                <span className={text.softNumber}>
                  {formatMany(counts.find((one) => one.rule === rule)?.n ?? 0)}
                </span>
              </>
            }
            hint={ONLY[rule][1]}
            checked={rules.includes(rule)}
            onChange={() => onChange(toggledRule(rules, rule))}
          />
        ))}
      </fieldset>
      <p className={text.soft}>
        You see a query and a passage. Who judged them, and how, is hidden until you ask for it.
      </p>
      <Button type="submit" look="primary" disabled={isPending || rules.length === 0}>
        Begin
      </Button>
    </Form>
  );
}

/** What assessors judge by, and what they accepted; beside the pair, a sheet from below on a phone. */
function GuidelinePanel({ start, onClose }: Readonly<{ start: QueueStart; onClose: () => void }>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside className={styles.panel} aria-labelledby="panel-title">
      <header className={panelStyles.head}>
        <h2 ref={heading} tabIndex={-1} id="panel-title">
          Guideline
        </h2>
        <Button onClick={onClose}>Close</Button>
      </header>
      <GuidelineText setup={start} />
      {start.notice !== null && (
        <section aria-labelledby="notice">
          <h3 id="notice">The notice that assessors accept</h3>
          <Prose html={start.notice.html} />
        </section>
      )}
    </aside>
  );
}

/** Where adjudicators settle what assessors left open, one pair after the other. */
export default function AdjudicatePage() {
  const id = Number(useParams().id);
  const query = useRead('/api/campaigns/{campaign_id}/adjudication', { campaign_id: id });
  const { data: start, refetch } = query;
  if (start === undefined)
    return (
      <Unread
        of={query}
        waiting="Opening the queue"
        trouble="No pairs can be adjudicated here now"
      />
    );
  return <Settling start={start} onAgain={() => void refetch()} />;
}

type Props = Readonly<{ start: QueueStart; onAgain: () => void }>;

function Settling({ start, onAgain }: Props) {
  const { campaign } = start;
  const { data: session } = useSession();
  const [isReading, setReading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const why = whyNothingIsDecided(campaign.state);
  const close = (): void => {
    setReading(false);
    button.current?.focus();
  };
  usePress((press) => {
    if (askedInQueue(press, []) === 'guideline') setReading(!isReading);
    else if (press.key === 'Escape' && isReading) close();
  });
  return (
    <>
      <title>{`Adjudicate · ${campaign.name} · Regrade`}</title>
      <header className={styles.head}>
        <h1>Adjudicate {campaign.name}</h1>
        <Button
          ref={button}
          look="flush"
          aria-expanded={isReading}
          aria-keyshortcuts={QUEUE_KEYS.guideline}
          onClick={() => setReading(!isReading)}
        >
          Guideline
        </Button>
        {session?.may_organize === true && (
          <Link to={`/campaigns/${campaign.id}`}>Back to the campaign</Link>
        )}
      </header>
      <div className={cx(isReading && styles.withPanel)}>
        <div>{why === '' ? <RulesThenPairs start={start} onAgain={onAgain} /> : <p>{why}</p>}</div>
        {isReading && <GuidelinePanel start={start} onClose={close} />}
      </div>
    </>
  );
}

function RulesThenPairs({ start: { campaign, scale, left }, onAgain }: Props) {
  const [rules, setRules] = useState<readonly QueueRule[]>(FIRST_RULES);
  const [isAtWork, setAtWork] = useState(false);
  const { queue, act } = useQueue(campaign.id);
  if (isAtWork && queue !== null) {
    const stop = (): void => {
      onAgain();
      setAtWork(false);
    };
    return (
      <QueueWork
        campaignId={campaign.id}
        scale={scale}
        rules={rules}
        queue={queue}
        act={act}
        onOtherRules={stop}
      />
    );
  }
  return (
    <>
      <RuleChoice
        counts={left.counts}
        rules={rules}
        isPending={act.isPending}
        onChange={setRules}
        onBegin={() => act.mutate({ kind: 'next', rules }, { onSuccess: () => setAtWork(true) })}
      />
      <ErrorMessage error={act.error} />
    </>
  );
}
