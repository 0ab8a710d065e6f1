import { describe, expect, it } from 'vitest';
import { blank, USUAL } from '@/features/library/parameters/request';
import { isTaken, ownTroubles, troublesOf } from '@/features/library/parameters/troubles';
import { ApiError } from '@/shared/requests/errors';
import type { FieldTroubles } from '@/shared/requests/errors';

const PLAIN = blank([{ name: 'trees' }], [{ name: 'needs' }]);

const rejected = (detail: string, fields?: FieldTroubles) =>
  troublesOf(new ApiError(400, 'invalid', detail, fields));

describe('ownTroubles', () => {
  it('finds nothing wrong with the defaults', () => {
    expect(ownTroubles(PLAIN, null, 'r', [])).toEqual({});
  });

  it('asks for what is missing', () => {
    const form = { ...PLAIN, collection: '', topic_set: '', numbers: { ...USUAL, k1: '' } };
    expect(Object.keys(ownTroubles(form, null, '', []))).toEqual([
      'collection',
      'topic_set',
      'k1',
      'name',
    ]);
  });

  it('looks at the numbers of RM3 only where it is used', () => {
    const form = { ...PLAIN, numbers: { ...USUAL, fb_docs: '' } };
    expect(ownTroubles(form, null, 'r', [])).toEqual({});
    expect(ownTroubles({ ...form, usesRm3: true }, null, 'r', [])).toEqual({
      fb_docs: 'Enter a number.',
    });
  });

  it('finds a name that is taken', () => {
    expect(ownTroubles(PLAIN, null, 'r', ['r']).name).toMatch(/taken/);
  });
});

describe('troublesOf', () => {
  it('puts each sentence at its field, those of RM3 too', () => {
    const fields = { depth: 'Too deep.', 'rm3.fb_docs': 'Must be a whole number.' };
    expect(rejected('depth: Too deep.; rm3: fb_docs: Must be a whole number.', fields)).toEqual({
      depth: 'Too deep.',
      fb_docs: 'Must be a whole number.',
    });
  });

  it('puts what is of no field above the button', () => {
    expect(rejected('The server cannot be reached.')).toEqual({
      form: 'The server cannot be reached.',
    });
  });

  it('says all where a field is none of the form', () => {
    const fields = { k1: 'Too low.', stemmer: 'Not a choice.' };
    expect(rejected('k1: Too low.; stemmer: Not a choice.', fields)).toEqual({
      form: 'k1: Too low.; stemmer: Not a choice.',
      k1: 'Too low.',
    });
  });
});

it('the name of a run that failed here is free for another try', () => {
  expect(isTaken({ source: 'computed', status: 'failed' })).toBe(false);
  expect(isTaken({ source: 'computed', status: 'computing' })).toBe(true);
  expect(isTaken({ source: 'imported', status: 'complete' })).toBe(true);
});
