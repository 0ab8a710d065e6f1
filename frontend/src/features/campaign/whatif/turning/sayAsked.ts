import type { AskedPairs, AskingPairs } from '@/api/types';
import { counted } from '@/shared/format/numbers';

export type Action = AskingPairs['action'];

/** Why pairs were left as they are, by action and reason. */
const LEFT = {
  judgment: 'waiting for a judgment already',
  adjudication: 'waiting for an adjudicator already',
} as const;

const NOTHING = {
  judgment: 'No judgments were added',
  adjudication: 'Nothing was sent to adjudication',
} as const;

/** What came of the request. */
export function sayAsked(action: Action, asked: AskedPairs): string {
  const { n_asked: n, n_added: added } = asked;
  const said =
    action === 'judgment'
      ? `One more judgment is asked for on ${counted(n, 'pair')}`
      : `${counted(n, 'pair')} ${n === 1 ? 'was' : 'were'} sent to adjudication`;
  const done = n + added === 0 ? NOTHING[action] : said;
  const left: readonly (readonly [number, string])[] = [
    [asked.n_waiting, LEFT[action]],
    [asked.n_decided, 'decided by an adjudicator'],
    [asked.n_other_kind, 'of a kind that cannot be asked about'],
    [asked.n_textless, 'without a text'],
    [asked.n_absent, 'not in the campaign'],
  ];
  const reasons = left.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
  const joined = added === 0 ? '' : `, ${counted(added, 'pair')} of them new to the campaign`;
  return `${done}${joined}.${reasons.length === 0 ? '' : ` Left as they are: ${reasons.join(', ')}.`}`;
}

/** What a request would do, of so many pairs; `nAbsent` of them are not in the campaign. */
export function sayAsking(action: Action, n: number, nAbsent: number): string {
  if (action === 'judgment') {
    const added =
      nAbsent === 0 ? '' : ` The campaign lacks ${nAbsent} of them; they are added to it.`;
    return `One more assessor judges each of ${counted(n, 'pair')}.${added}`;
  }
  if (nAbsent === 0) return `An adjudicator decides on each of ${counted(n, 'pair')}.`;
  const left = `${counted(nAbsent, 'pair')} ${nAbsent === 1 ? 'is' : 'are'} left out, as the campaign lacks ${nAbsent === 1 ? 'it' : 'them'}; one more judgment would add ${nAbsent === 1 ? 'it' : 'them'}.`;
  return n === nAbsent
    ? `Nothing can be sent: ${left}`
    : `An adjudicator decides on each of ${counted(n - nAbsent, 'pair')}. ${left}`;
}
