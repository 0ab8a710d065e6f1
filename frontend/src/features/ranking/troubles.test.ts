import { describe, expect, it } from 'vitest';
import { USUAL } from '@/features/ranking/request';
import type { Entered } from '@/features/ranking/request';
import { isTaken, ownTroubles, refusalOf } from '@/features/ranking/troubles';
import { ApiError } from '@/shared/errors';

const PLAIN: Entered = {
  collection: 'trees',
  topic_set: 'needs',
  name: null,
  usesRm3: false,
  numbers: USUAL,
};

const refused = (code: string, detail: string) => refusalOf(new ApiError(400, code, detail));

describe('ownTroubles', () => {
  it('finds nothing wrong with the defaults', () => {
    expect(ownTroubles(PLAIN, 'r', [])).toEqual({});
  });

  it('asks for what is missing', () => {
    const form = { ...PLAIN, collection: '', topic_set: '', numbers: { ...USUAL, k1: '' } };
    expect(Object.keys(ownTroubles(form, '', []))).toEqual([
      'collection',
      'topic_set',
      'k1',
      'name',
    ]);
  });

  it('looks at the numbers of RM3 only where it is used', () => {
    const form = { ...PLAIN, numbers: { ...USUAL, fb_docs: '' } };
    expect(ownTroubles(form, 'r', [])).toEqual({});
    expect(ownTroubles({ ...form, usesRm3: true }, 'r', [])).toEqual({
      fb_docs: 'Enter a number.',
    });
  });

  it('tells of a name that is taken', () => {
    expect(ownTroubles(PLAIN, 'r', ['r']).name).toMatch(/taken/);
  });
});

describe('refusalOf', () => {
  it('puts each sentence at its field, those of RM3 too', () => {
    const detail =
      'depth: Ensure this value is less than or equal to 10000.; k1: Too low; or not.; rm3: fb_docs: A valid integer is required.';
    expect(refused('invalid', detail)).toEqual({
      depth: 'Ensure this value is less than or equal to 10000.',
      k1: 'Too low; or not.',
      fb_docs: 'A valid integer is required.',
    });
  });

  it.each([
    ['name_taken', "There is a run named 'r' already.", 'name'],
    ['name_refused', "'a b' cannot name a run.", 'name'],
    ['not_found', "There is no collection named 'x'; there is y.", 'collection'],
    ['not_found', "There is no topic set named 'x'; there is y.", 'topic_set'],
    ['ranking_error', 'Topic set needs holds no topic.', 'topic_set'],
    ['ranking_error', 'No passage of trees has a text; import them with --add.', 'collection'],
    ['index_stale', 'The index of trees was built of other texts.', 'collection'],
    ['unreachable', 'The server cannot be reached.', 'form'],
    ['invalid', 'Send JSON.', 'form'],
  ])('of code %s says %s at %s', (code, detail, field) => {
    expect(refused(code, detail)).toEqual({ [field]: detail });
  });
});

it('the name of a run that failed here is free for another try', () => {
  expect(isTaken({ source: 'computed', status: 'failed' })).toBe(false);
  expect(isTaken({ source: 'computed', status: 'computing' })).toBe(true);
  expect(isTaken({ source: 'imported', status: 'complete' })).toBe(true);
});
