import type { Run } from '@/api/types';
import type { NumberName } from '@/features/ranking/bm25';
import { ALL_NUMBERS, numbersAsked } from '@/features/ranking/request';
import type { Entered } from '@/features/ranking/request';
import { asApiError } from '@/shared/errors';
import { nameTrouble } from '@/shared/names';

export type FieldName = 'collection' | 'topic_set' | 'name' | NumberName;

/** What is wrong, by the field that it is about; `form` where it is about none. */
export type Troubles = Readonly<Partial<Record<FieldName | 'form', string>>>;

/** What need not be asked of the server. How large a number may be is the server's to say. */
export function ownTroubles(entered: Entered, name: string, taken: readonly string[]): Troubles {
  const noNumber = numbersAsked(entered).filter(({ name: field }) => !isNumber(entered, field));
  const wrongName = nameTrouble(name, taken);
  return {
    ...(entered.collection === '' && { collection: 'Choose a collection.' }),
    ...(entered.topic_set === '' && { topic_set: 'Choose a topic set.' }),
    ...Object.fromEntries(noNumber.map(({ name: field }) => [field, 'Enter a number.'])),
    ...(wrongName !== null && { name: wrongName }),
  };
}

const isNumber = ({ numbers }: Entered, field: NumberName): boolean =>
  numbers[field] !== '' && Number.isFinite(Number(numbers[field]));

const FIELDS: readonly FieldName[] = [
  'collection',
  'topic_set',
  'name',
  ...ALL_NUMBERS.map(({ name }) => name),
];
/** The server tells of one field behind the other, and of RM3's as parts of `rm3`. */
const NAMED = new RegExp(`(?:^|; )(?:rm3: )?(${FIELDS.join('|')}): `);

/** Refusals that name no field, and the field that they are about. */
const ABOUT: readonly (readonly [RegExp, FieldName])[] = [
  [/^(There is no collection|No passage of|The index of)/, 'collection'],
  [/^(There is no topic set|Topic set)/, 'topic_set'],
  [/^The depth/, 'depth'],
];

/** What the server said, in its words, at the fields that it said it of. */
export function refusalOf(error: unknown): Troubles {
  const { code, detail } = asApiError(error);
  if (code === 'invalid') return byField(detail);
  if (code === 'name_taken' || code === 'name_refused') return { name: detail };
  const field = ABOUT.find(([pattern]) => pattern.test(detail))?.[1] ?? 'form';
  return { [field]: detail };
}

function byField(detail: string): Troubles {
  const [before = '', ...parts] = detail.split(NAMED);
  const told = parts.flatMap((field, n) => (n % 2 === 0 ? [[field, parts[n + 1] ?? '']] : []));
  return { ...(before !== '' && { form: before }), ...Object.fromEntries(told) } as Troubles;
}

/** The name of a run that failed is free for another try; whether it fits, the server says. */
export const isTaken = ({ source, status }: Pick<Run, 'source' | 'status'>): boolean =>
  source === 'imported' || status !== 'failed';
