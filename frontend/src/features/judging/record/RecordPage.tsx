import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { useHeld } from '@/features/judging/api/membership';
import { DownloadButton } from '@/features/judging/record/DownloadButton';
import { OwnEnglish } from '@/features/judging/guideline/OwnEnglish';
import { WithdrawForm } from '@/features/judging/record/WithdrawForm';
import { factsOf } from '@/features/judging/record/facts';
import { isOver } from '@/shared/stateNames';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/record/RecordPage.module.css';

/** What is held about an assessor, for themselves. */
export default function RecordPage() {
  const id = Number(useParams().id);
  const { data: held, error, refetch } = useHeld(id);
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
  const { name, state } = held.campaign;
  return (
    <section className={styles.record}>
      <title>{`What is held about you in ${name} · Regrade`}</title>
      <h1>What is held about you</h1>
      <p className={text.soft}>In the campaign {name}.</p>
      <dl>
        {factsOf(held).map(({ name: fact, text, meaning }) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>
              {text}
              {meaning !== undefined && <p className={styles.meaning}>{meaning}</p>}
            </dd>
          </div>
        ))}
      </dl>
      <OwnEnglish campaignId={id} before={held.membership.english_level} />
      <p className={buttons.actions}>
        {!isOver(state) && (
          <Link to={`/judge/${id}`} className={buttons.primary}>
            Back to judging
          </Link>
        )}
        <Link to={`/judge/${id}#history`}>Look through your judgments</Link>
        <DownloadButton held={held} />
      </p>
      {held.membership.withdrawn_at === null && <WithdrawForm campaignId={id} />}
    </section>
  );
}
