import type { Study } from '@/api/types';
import { TESTS } from '@/shared/testNames';
import type { TableQuery } from '@/features/library/api/studies';

/** A small p of the equivalence test says that nothing differs, which no marker of a study means. */
export const STUDY_TESTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TESTS).filter(([name]) => name !== 'equivalence'),
);

export const SHOWN = { value: 'values', difference: 'differences', relative: 'changes in %' };
export type Shown = keyof typeof SHOWN;

/** How the table of a study is read; what is '' is as the study began. */
export type Reading = Readonly<{
  labels: string;
  measures: string;
  test: string;
  correction: string;
  byKind: boolean;
  letters: boolean;
  shown: Shown;
}>;

/** The reading in an address; what is not there is as the study began. */
export function readingOf(params: URLSearchParams, study: Study): Reading {
  const shown = params.get('shown') ?? '';
  return {
    labels: params.get('labels') ?? study.labels,
    measures: params.get('measures') ?? study.measures.join(','),
    test: params.get('test') ?? study.test,
    correction: params.get('correction') ?? study.correction,
    byKind: params.get('by') === 'kind',
    letters: params.get('letters') === 'true',
    shown: shown in SHOWN ? (shown as Shown) : 'value',
  };
}

/** What is asked of the server for it. */
export function queryOf(name: string, reading: Reading): TableQuery {
  const { labels, measures, test, correction, byKind, letters } = reading;
  return {
    name,
    labels,
    measures,
    test: test as NonNullable<TableQuery['test']>,
    correction: correction as NonNullable<TableQuery['correction']>,
    by: byKind ? 'kind' : 'variant',
    letters,
  };
}
