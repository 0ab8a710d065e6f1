import type { Ranker, Run } from '@/api/types';
import type { NumberName } from '@/features/library/parameters/bm25';
import { noNumbers, requestedPairs, rerankDepthOf } from '@/features/library/parameters/model';
import { ALL_NUMBERS, activeNumbers } from '@/features/library/parameters/request';
import type { Entered } from '@/features/library/parameters/request';
import { asApiError } from '@/shared/requests/errors';
import { nameTrouble } from '@/shared/format/names';

export type ParameterField = `parameters.${string}`;
const OWN = [
  'parent',
  'collection',
  'topic_set',
  'ranker',
  'model',
  'passage_model',
  'precision',
  'pairs_per_chunk',
  'device',
  'name',
] as const;
export type FieldName = (typeof OWN)[number] | NumberName | ParameterField;

/** What is wrong, by the field that it is about; `form` where it is about none. */
export type Troubles = Readonly<Partial<Record<FieldName | 'form', string>>>;

const NO_NUMBER = 'Enter a number.';
const NO_WHOLE_NUMBER = 'Enter a whole number.';

/** What need not be asked of the server. How large a number may be is the server's to say. */
export function ownTroubles(
  entered: Entered,
  ranker: Ranker | null,
  name: string,
  taken: readonly string[],
): Troubles {
  const wrongName = nameTrouble(name, taken);
  return {
    ...(entered.task === 'search' ? missingGround(entered) : ofRerank(entered)),
    ...(ranker === null ? wrongNumbers(entered) : ofModel(entered, ranker)),
    ...(wrongName !== null && { name: wrongName }),
  };
}

const missingGround = ({ collection, topic_set }: Entered): Troubles => ({
  ...(collection === '' && { collection: 'Choose a collection.' }),
  ...(topic_set === '' && { topic_set: 'Choose a topic set.' }),
});

const ofRerank = (entered: Entered): Troubles => ({
  ...(entered.parent === '' && { parent: 'Choose a run.' }),
  ...(!Number.isInteger(requestedPairs(entered) ?? 0) && { pairs_per_chunk: NO_WHOLE_NUMBER }),
});

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

function wrongNumbers(entered: Entered): Troubles {
  const wrong = activeNumbers(entered).filter(({ name }) => !isNumber(entered.numbers[name]));
  return Object.fromEntries(wrong.map(({ name }) => [name, NO_NUMBER]));
}

function ofModel(entered: Entered, ranker: Ranker): Troubles {
  const isSearch = entered.task === 'search';
  const depth = isSearch ? entered.numbers.depth : rerankDepthOf(entered, ranker);
  const lacksModel = ranker.default_model === null && entered.model.trim() === '';
  return {
    ...(!isNumber(depth) && { depth: NO_NUMBER }),
    ...(lacksModel && { model: `Name a model: ${ranker.label} has none of its own.` }),
    ...Object.fromEntries(
      noNumbers(entered, ranker).map(({ name }) => [`parameters.${name}`, NO_WHOLE_NUMBER]),
    ),
  };
}

const FIELDS: readonly string[] = [...OWN, ...ALL_NUMBERS.map(({ name }) => name)];

const isShown = (field: string): boolean =>
  FIELDS.includes(field) || field.startsWith('parameters.');

/** The server's errors by form field; as one text where some belong to no field shown. */
export function troublesOf(error: unknown): Troubles {
  const { detail, fields } = asApiError(error);
  const errors = Object.entries(fields).map(([field, text]) => [field.replace(/^rm3\./, ''), text]);
  const shown = errors.filter(([field = '']) => isShown(field));
  const isAll = errors.length > 0 && shown.length === errors.length;
  return { ...(!isAll && { form: detail }), ...Object.fromEntries(shown) } as Troubles;
}

/** The name of a run that failed is free for another try; whether it fits, the server says. */
export const isTaken = ({ source, status }: Pick<Run, 'source' | 'status'>): boolean =>
  source === 'imported' || status !== 'failed';
