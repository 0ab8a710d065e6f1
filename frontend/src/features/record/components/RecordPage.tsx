import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { heldQuery } from '@/features/record/api/readHeld';
import { WithdrawForm } from '@/features/record/components/WithdrawForm';
import { factsOf } from '@/features/record/facts';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import '@/features/record/record.css';

/** What is held about an assessor, for themselves. */
export default function RecordPage() {
  const id = Number(useParams().id);
  const { data: held, error, refetch } = useQuery(heldQuery(id));
  if (held === undefined) {
    if (error === null) return <Waiting label="Looking up what is held about you" />;
    return (
      <PageTrouble
        title="What is held about you cannot be shown now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section className="record">
      <title>What is held about you · Regrade</title>
      <h1>What is held about you</h1>
      <dl>
        {factsOf(held).map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        As data: <a href={`/api/judging/${id}/held/judgments`}>every version of your judgments</a>,{' '}
        <a href={`/api/judging/${id}/held/visits`}>your visits to passages</a>.
      </p>
      {held.membership.withdrawn_at === null && <WithdrawForm campaignId={id} />}
      <p className="actions">
        <Link to={`/judge/${id}`}>Back to judging</Link>
      </p>
    </section>
  );
}
