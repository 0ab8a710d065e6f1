import { expect, it } from 'vitest';
import {
  fieldsOf,
  grouped,
  objectIn,
  operationsOf,
  typeOf,
  withWords,
} from '@/features/help/api/operations';
import type { Description, Schema } from '@/features/help/api/operations';

const RUN = '#/components/schemas/Run';
const ALL: Description = {
  paths: {
    '/api/runs/one': {
      get: {
        operationId: 'run_show',
        description: 'A run by its name.',
        parameters: [
          { name: 'kind', in: 'query', schema: {}, description: 'Which.\n\n* `a` - A\n* `b` - B' },
        ],
        responses: { '204': {} },
        security: [{ tokenAuth: ['read'] }, { cookieAuth: [] }],
      },
      put: { operationId: 'run_judge', responses: {}, security: [{ cookieAuth: [] }] },
    },
    '/api/version': { get: { operationId: 'version', responses: {}, security: [{}] } },
  },
  components: {
    schemas: {
      Run: { type: 'object', properties: { depth: { type: 'integer', minimum: 1 } } },
      Kind: { enum: ['a', 'b'] },
    },
  },
};

it('an operation has its group, the access it takes, and no values of choices in its texts', () => {
  const operations = operationsOf(ALL);
  expect(operations.map(({ group, access }) => [group, access])).toEqual([
    ['runs', 'scope read'],
    ['runs', 'sign-in only'],
    ['version', 'open to all'],
  ]);
  expect(operations[0]?.parameters[0]?.about).toBe('Which.');
  expect(grouped(operations).map(([group, { length }]) => [group, length])).toEqual([
    ['runs', 2],
    ['version', 1],
  ]);
});

it('a search takes operations with every word', () => {
  const found = (words: string) => withWords(operationsOf(ALL), words).map(({ id }) => id);
  expect(found('run NAME')).toEqual(['run_show']);
  expect(found('scope read')).toEqual(['run_show']);
  expect(found('')).toHaveLength(3);
});

const TYPES: readonly (readonly [Schema, string])[] = [
  [{ $ref: RUN }, 'Run'],
  [{ $ref: '#/components/schemas/Kind' }, '"a" | "b"'],
  [{ type: 'array', items: { allOf: [{ $ref: RUN }], nullable: true } }, 'list of Run or null'],
  [{ type: 'string', maxLength: 2000 }, 'string of at most 2,000 characters'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'integer from 1 to 9'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'object of number'],
  [{ oneOf: [{ $ref: RUN }, { type: 'string' }] }, 'Run or string'],
];

it.each(TYPES)('%o is a type in words', (schema, words) => {
  expect(typeOf(schema, ALL)).toBe(words);
});

it('fields are those of an object in a list, too', () => {
  const found = objectIn({ type: 'array', items: { $ref: RUN } }, ALL);
  expect(found && fieldsOf(found).map(({ name }) => name)).toEqual(['depth']);
});
