import { expect, it } from 'vitest';
import { definitionOf, measureDefinition } from '@/shared/definitions/definitions';
import { CORRECTIONS, TESTS } from '@/shared/evaluation/testNames';

it.each([
  ['RR@10', 'measures#rr'],
  ["nDCG(dcg='exp-log2')@10", 'measures#ndcg'],
  ['alpha_nDCG@20', 'measures#alpha_ndcg'],
  ['?', undefined],
])('%s is defined at %s', (measure, at) => {
  expect(measureDefinition(measure)).toBe(at);
});

it('every test and correction that is offered has a definition', () => {
  for (const name of Object.keys(TESTS)) expect(definitionOf('tests', name)).toBeTruthy();
  for (const name of Object.keys(CORRECTIONS))
    expect(definitionOf('corrections', name)).toBeTruthy();
  expect(definitionOf('tests', 'toString')).toBeUndefined();
});
