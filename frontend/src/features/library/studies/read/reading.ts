import type { Study, StudyRun, TableQuery } from '@/api/types';
import { TESTS } from '@/shared/evaluation/testNames';
import { counted, formatCount } from '@/shared/format/numbers';
import { topicPath } from '@/shared/routing/paths';

/** How far one run of a study is. */
export function formatState({ state, unit, n, n_done, waits_for }: StudyRun): string {
  if (state === 'computing' && n > 0)
    return `${formatCount(n_done)} of ${counted(n, unit === '' ? 'topic' : unit)}`;
  if (state === 'waiting' && waits_for !== '') return `waits for ${waits_for}`;
  return state;
}

/** More rankings side by side nobody reads. */
const MOST = 4;

/** Where a topic of a study is shown, with what these rankers make of the originals or a variant. */
export function studyTopicPath(
  study: Study,
  queryId: string,
  shown: Readonly<{ variants: readonly string[]; rankers: readonly string[]; measure?: string }>,
): string {
  const runs = study.runs.flatMap(({ variant, ranker, run }) =>
    run !== null && shown.variants.includes(variant) && shown.rankers.includes(ranker) ? [run] : [],
  );
  const { measure } = shown;
  return topicPath(study.topic_set, queryId, {
    runs: runs.slice(0, MOST),
    labels: [study.labels],
    ...(measure !== undefined && { measure }),
  });
}

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
