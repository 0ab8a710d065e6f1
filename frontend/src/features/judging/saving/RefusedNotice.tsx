import type { Grade } from '@/api/types';
import type { Desk } from '@/features/judging/desk/desk';
import type { Refused } from '@/features/judging/outbox/pendingSubmissions';
import { verdictName } from '@/features/judging/pair/words';
import { counted } from '@/shared/format';
import buttons from '@/shared/styles/buttons.module.css';
import notice from '@/features/judging/frame/notice.module.css';

type Props = Readonly<{
  desk: Desk;
  refused: readonly Refused[];
  scale: readonly Grade[];
  /** Nothing is taken any more. */
  hasEnded: boolean;
  /** Opened again now, the passage would go with the next word of the server, and the answer with it. */
  isShut: boolean;
}>;

const byReason = (refused: readonly Refused[]): [string, Refused[]][] => {
  const groups = new Map<string, Refused[]>();
  refused.forEach((one) => groups.set(one.detail, [...(groups.get(one.detail) ?? []), one]));
  return [...groups];
};

type OneProps = Pick<Props, 'desk' | 'scale' | 'isShut'> & Readonly<{ refused: Refused }>;

function One({ desk, refused, scale, isShut }: OneProps) {
  const { verdict, card } = refused.pending;
  return (
    <li>
      {verdictName(verdict, scale)} for “{card.topic.query}”{' '}
      {!isShut && (
        <button type="button" className={buttons.plain} onClick={() => desk.reopen(refused)}>
          Open the passage again
        </button>
      )}
    </li>
  );
}

/** Judgments the server would not take: which, why, and what can be done. They stay until it is done. */
export function RefusedNotice({ desk, refused, scale, hasEnded, isShut }: Props) {
  return byReason(refused).map(([reason, group]) => (
    <div key={reason} className={notice.refused} role="alert">
      <p>
        <b>{counted(group.length, 'judgment')} not saved:</b> {reason}
      </p>
      <ul>
        {group.map((one) => (
          <One
            key={one.pending.key}
            desk={desk}
            refused={one}
            scale={scale}
            isShut={isShut || hasEnded}
          />
        ))}
      </ul>
      <p className={buttons.actions}>
        {!hasEnded && (
          <button type="button" className={buttons.primary} onClick={() => desk.resend(group)}>
            Send again
          </button>
        )}
        <button type="button" className={buttons.plain} onClick={() => group.forEach(desk.dismiss)}>
          {group.length === 1 ? 'Leave it' : 'Leave them'}
        </button>
      </p>
    </div>
  ));
}
