import { expect, it } from 'vitest';
import type { PoolPreview } from '@/api/types';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import type { KnownKind, KnownPair } from '@/features/campaign/setup/draft/types';
import { depthOf, guidelineOf, planOf, requestOf } from '@/features/campaign/setup/draft/request';

const GRADES = [
  { value: 0, name: ' No ', description: 'Nothing.', colour: '', requires_span: false },
  { value: 1, name: 'Yes', description: '', colour: '', requires_span: true },
];
const DRAFT = { ...EMPTY, runs: ['bm25'], grades: GRADES };

it('the request says what was said, and no gold where there is none', () => {
  const request = requestOf(DRAFT, 'forest', 5, null);
  expect(request).toMatchObject({ name: 'forest', runs: ['bm25'], depth: 5, marks: [] });
  expect(request.policy?.gold_every).toBeNull();
  expect(request.grades?.[0]?.name).toBe('No');
});

const known = (kind: KnownKind): KnownPair => ({
  ...{ query_id: 'q1', passage_id: `d-${kind}`, kind, grade: 1 },
  ...{ explanation: 'So.', query: 'what spruces are', text: 'Spruces.' },
});

it('gold pairs are sent with how often they come', () => {
  const { marks, policy, pass_share } = requestOf(
    { ...DRAFT, known: [known('gold')] },
    'f',
    5,
    null,
  );
  expect([policy?.gold_every, pass_share]).toEqual([10, undefined]);
  expect(
    marks?.map(({ passage_id, grade, explanation }) => [passage_id, grade, explanation]),
  ).toEqual([['d-gold', 1, 'So.']]);
});

it('only qualification pairs make a round', () => {
  const draft = { ...DRAFT, known: [known('qualification')], passShare: 0.6, maxAttempts: 3 };
  const { policy, pass_share, max_attempts } = requestOf(draft, 'f', 5, null);
  expect([policy?.gold_every, pass_share, max_attempts]).toEqual([null, 0.6, 3]);
});

it('the depth stays within what the runs have', () => {
  expect(depthOf(EMPTY, 100)).toBe(10);
  expect(depthOf(EMPTY, 4)).toBe(4);
  expect(depthOf({ ...EMPTY, depth: 50 }, 20)).toBe(20);
});

it('the template follows the scale until somebody writes', () => {
  const template = guidelineOf({ ...DRAFT, asksNote: true });
  expect(template).toContain('- **0 No**: Nothing.');
  expect(template).toContain('- **1 Yes**. Highlight the words that show it.');
  expect(template).toContain('For Yes, highlight the words');
  expect(template).toContain('you may leave a note');
  expect(template).toContain(
    'helps the person who searched, as if you had searched yourself. Judge each',
  );
  expect(template).not.toContain('how sure');
  expect(guidelineOf({ ...DRAFT, asksConfidence: true })).toContain('You may say how sure');
  expect(guidelineOf({ ...DRAFT, guideline: 'Mine.' })).toBe('Mine.');
});

it('the template holds nothing that is said to the organizer: assessors read it', () => {
  const template = guidelineOf({ ...DRAFT, asksNote: true, asksConfidence: true });
  expect(template).not.toMatch(/\badd\b|\bhere\b|example/i);
});

it('pairs by design are asked for beside the pool that they are drawn from', () => {
  const draw = {
    n: 7,
    measures: 'P@10',
    question: { kind: 'all' as const },
    seed: 1,
    ideal_of: '',
    predicted_by: '',
  };
  expect(requestOf(DRAFT, 'f', 5, draw)).toMatchObject({ depth: 5, draw });
  const preview = { depth: 5, n_pairs: [1, 2, 3, 4, 50], time: { seconds: 9 } };
  expect(planOf(DRAFT, preview as unknown as PoolPreview, draw).n_pairs).toBe(7);
  expect(planOf(DRAFT, preview as unknown as PoolPreview, null).n_pairs).toBe(50);
});
