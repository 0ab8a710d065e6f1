import type { Grade } from '@/api/types';
import type { Desk } from '@/features/judging/desk/desk';
import type { Rejected, Standing } from '@/features/judging/outbox/pendingSubmissions';
import { answeredVerdict } from '@/features/judging/pair/deck';
import { verdictName } from '@/features/judging/pair/verdictTexts';
import { formatMoment } from '@/shared/time';
import buttons from '@/shared/styles/buttons.module.css';
import notice from '@/features/judging/frame/notice.module.css';

type Props = Readonly<{
  desk: Desk;
  rejected: Rejected;
  standing: Standing;
  scale: readonly Grade[];
}>;

/** Asks which of two answers to a passage holds: one given elsewhere stands, one from here came after it. */
export function TwoAnswers({ desk, rejected, standing, scale }: Props) {
  const { card, verdict } = rejected.pending;
  const there = verdictName(answeredVerdict(standing), scale);
  const here = verdictName(verdict, scale);
  return (
    <div className={notice.rejected} role="alert">
      <p>
        You answered a passage for “{card.topic.query}” twice: <b>{there}</b> in another window or
        on another device, saved {formatMoment(standing.created_at)}, and <b>{here}</b> here.{' '}
        {there} counts until you choose.
      </p>
      <p className={buttons.actions}>
        <button type="button" className={buttons.primary} onClick={() => desk.dismiss(rejected)}>
          Keep {there}
        </button>
        <button
          type="button"
          className={buttons.plain}
          onClick={() => desk.prefer(rejected, standing)}
        >
          Take {here}
        </button>
        <button type="button" className={buttons.plain} onClick={() => desk.reopen(rejected)}>
          Read the passage again
        </button>
      </p>
    </div>
  );
}
