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

const FIELDS: readonly string[] = [
  'collection',
  'topic_set',
  'name',
  ...ALL_NUMBERS.map(({ name }) => name),
] satisfies FieldName[];

/** What the server said, in its words, at the fields that it said it of; all of it where it asked for others. */
export function refusalOf(error: unknown): Troubles {
  const { detail, fields } = asApiError(error);
  const told = Object.entries(fields).map(([field, words]) => [field.replace(/^rm3\./, ''), words]);
  const shown = told.filter(([field = '']) => FIELDS.includes(field));
  const isAll = told.length > 0 && shown.length === told.length;
  return { ...(!isAll && { form: detail }), ...Object.fromEntries(shown) } as Troubles;
}

/** The name of a run that failed is free for another try; whether it fits, the server says. */
export const isTaken = ({ source, status }: Pick<Run, 'source' | 'status'>): boolean =>
  source === 'imported' || status !== 'failed';
