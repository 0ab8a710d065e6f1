import type { Grade } from '@/api/types';
import type { Desk } from '@/features/judging/desk/desk';
import type { Rejected } from '@/features/judging/outbox/pendingSubmissions';
import { beginningOf, verdictName } from '@/features/judging/pair/verdictTexts';
import { counted } from '@/shared/format/numbers';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import notice from '@/features/judging/frame/notice.module.css';

type Props = Readonly<{
  desk: Desk;
  rejected: readonly Rejected[];
  scale: readonly Grade[];
  /** The campaign takes no more judgments. */
  hasEnded: boolean;
  /** Opened now, the passage would disappear with the server's next reply, and the answer with it. */
  isShut: boolean;
}>;

const byReason = (rejected: readonly Rejected[]): [string, Rejected[]][] => {
  const groups = new Map<string, Rejected[]>();
  rejected.forEach((one) => groups.set(one.detail, [...(groups.get(one.detail) ?? []), one]));
  return [...groups];
};

/** Of several answers to one passage the last is the one that a reader gave. */
const lastOfEach = (rejected: readonly Rejected[]): Rejected[] => [
  ...new Map(rejected.map((one) => [one.pending.card.key, one])).values(),
];

type RowProps = Pick<Props, 'desk' | 'scale' | 'isShut'> & Readonly<{ rejected: Rejected }>;

function Row({ desk, rejected, scale, isShut }: RowProps) {
  const { verdict, card } = rejected.pending;
  return (
    <li>
      {verdictName(verdict, scale)} for “{card.topic.query}”, “{beginningOf(card)}”{' '}
      {!isShut && <Button onClick={() => desk.reopen(rejected)}>Open the passage again</Button>}
    </li>
  );
}

/** Judgments that the server rejected, with the reason. Each stays until it is sent again or discarded. */
export function RejectedNotice({ desk, rejected, scale, hasEnded, isShut }: Props) {
  return byReason(rejected).map(([reason, group]) => (
    <div key={reason} className={notice.rejected} role="alert">
      <p>
        <b>{counted(lastOfEach(group).length, 'judgment')} not saved:</b> {reason}
      </p>
      <ul>
        {lastOfEach(group).map((one) => (
          <Row
            key={one.pending.key}
            desk={desk}
            rejected={one}
            scale={scale}
            isShut={isShut || hasEnded}
          />
        ))}
      </ul>
      <p className={buttons.actions}>
        {!hasEnded && (
          <Button look="primary" onClick={() => desk.resend(group)}>
            Send again
          </Button>
        )}
        <Button onClick={() => group.forEach(desk.dismiss)}>
          {lastOfEach(group).length === 1 ? 'Discard it' : 'Discard them'}
        </Button>
      </p>
    </div>
  ));
}
