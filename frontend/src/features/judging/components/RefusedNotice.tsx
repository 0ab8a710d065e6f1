import type { Grade } from '@/api/types';
import type { Desk, Letter } from '@/features/judging/desk';
import type { Refused } from '@/features/judging/outbox';
import { verdictName } from '@/features/judging/words';

type Props = Readonly<{
  desk: Desk;
  refused: readonly Refused<Letter>[];
  scale: readonly Grade[];
}>;

/** Judgments the server would not take: which, why, and what can be done. */
export function RefusedNotice({ desk, refused, scale }: Props) {
  return refused.map((one) => (
    <div key={one.item.submission.client_key} className="refused" role="alert">
      <p>
        <b>Not saved:</b> {verdictName(one.item.verdict, scale)} for “{one.item.card.topic.query}”.{' '}
        {one.detail}
      </p>
      <p className="actions">
        <button type="button" onClick={() => desk.reopen(one)}>
          Open the passage again
        </button>
        <button type="button" className="plain" onClick={() => desk.dismiss(one)}>
          Leave it
        </button>
      </p>
    </div>
  ));
}
