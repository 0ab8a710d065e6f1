import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useRead } from '@/api/read';
import type { OwnRecord } from '@/api/types';
import { readAll, useWithdraw } from '@/features/judging/api/membership';
import { OwnEnglish } from '@/features/judging/guideline/OwnEnglish';
import { factsOf } from '@/features/judging/record/facts';
import { formatMoment } from '@/shared/format/time';
import { isOver } from '@/shared/judging/stateNames';
import { sentence } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Unread } from '@/shared/ui/requests/Unread';
import styles from '@/features/judging/record/RecordPage.module.css';
import withdrawForm from '@/features/judging/record/WithdrawForm.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import facts from '@/shared/styles/facts.module.css';
import text from '@/shared/styles/text.module.css';

const FATES = [
  { value: 'keep', label: 'stay and count' },
  { value: 'drop', label: 'is withdrawn and no longer counts' },
] as const;

/** Leaving a campaign, with a choice of what becomes of the work. */
export function WithdrawForm({ campaignId }: Readonly<{ campaignId: number }>) {
  const [work, setWork] = useState<'keep' | 'drop'>('keep');
  const { mutate, error, isPending } = useWithdraw(campaignId);

  return (
    <details className={withdrawForm.withdraw}>
      <summary>Withdraw from this campaign</summary>
      <Form onSubmit={() => mutate(work)}>
        <RadioCards
          legend="You will not judge here again. Your judgments and decisions so far"
          cards={FATES}
          value={work}
          onChange={setWork}
        />
        <Button type="submit" look="primary" disabled={isPending}>
          Withdraw
        </Button>
        <ErrorMessage error={error} />
      </Form>
    </details>
  );
}

function save(name: string, data: unknown): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Everything in one file, to keep. */
function DownloadButton({ record }: Readonly<{ record: OwnRecord }>) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => readAll(record),
    onSuccess: (all) => save(`${record.campaign.name}-${record.membership.pseudonym}.json`, all),
  });
  return (
    <>
      <Button look="flush" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Preparing the file…' : 'Download everything as one file'}
      </Button>
      {error !== null && (
        <span role="alert" className={text.wrong}>
          {sentence(error)}
        </span>
      )}
    </>
  );
}

/** All of them, those that were put away as well. */
function Messages({ messages }: Pick<OwnRecord, 'messages'>) {
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">Messages from the organizers</h2>
      <ul role="list" className={styles.messages}>
        {messages.map(({ text: message, sent_at: sentAt }) => (
          <li key={sentAt}>
            <p className={text.soft}>{formatMoment(sentAt)}</p>
            <p className={styles.message}>{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The data about an assessor, for themselves. */
export default function RecordPage() {
  const id = Number(useParams().id);
  const query = useRead('/api/judging/{campaign_id}/held', { campaign_id: id }, { staleTime: 0 });
  const { data: record } = query;
  if (record === undefined)
    return (
      <Unread of={query} waiting="Looking up your data" trouble="Your data cannot be shown now" />
    );
  const { name, state } = record.campaign;
  return (
    <section className={styles.record}>
      <title>{`Your data in ${name} · Regrade`}</title>
      <h1>Your data</h1>
      <p className={text.soft}>In the campaign {name}.</p>
      <dl className={facts.facts}>
        {factsOf(record).map(({ name: fact, text, meaning }) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>
              {text}
              {meaning !== undefined && <p className={styles.meaning}>{meaning}</p>}
            </dd>
          </div>
        ))}
      </dl>
      <Messages messages={record.messages} />
      <OwnEnglish campaignId={id} before={record.membership.english_level} />
      <p className={buttons.actions}>
        {!isOver(state) && (
          <Link to={`/judge/${id}`} className={buttons.primary}>
            Back to judging
          </Link>
        )}
        <Link to={`/judge/${id}#history`}>Look through your judgments</Link>
        <DownloadButton record={record} />
      </p>
      {record.membership.withdrawn_at === null && <WithdrawForm campaignId={id} />}
    </section>
  );
}
