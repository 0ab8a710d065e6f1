import type { AskedPairs, AskingPairs } from '@/api/types';
import { counted } from '@/shared/format/numbers';

export type Action = AskingPairs['action'];

/** Why pairs were left as they are, by action and reason. */
const LEFT = {
  judgment: 'waiting for a judgment already',
  adjudication: 'waiting for an adjudicator already',
} as const;

/** What came of the request. */
export function sayAsked(action: Action, asked: AskedPairs): string {
  const { n_asked: n, n_added: added } = asked;
  const done =
    action === 'judgment'
      ? `One more judgment is asked for on ${counted(n, 'pair')}`
      : `${counted(n, 'pair')} ${n === 1 ? 'was' : 'were'} sent to adjudication`;
  const left: readonly (readonly [number, string])[] = [
    [asked.n_waiting, LEFT[action]],
    [asked.n_decided, 'decided by an adjudicator'],
    [asked.n_other_kind, 'of a kind that cannot be asked about'],
    [asked.n_textless, 'without a text'],
  ];
  const reasons = left.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
  const joined = added === 0 ? '' : `, ${counted(added, 'pair')} of them new to the campaign`;
  return `${done}${joined}.${reasons.length === 0 ? '' : ` Left as they are: ${reasons.join(', ')}.`}`;
}
