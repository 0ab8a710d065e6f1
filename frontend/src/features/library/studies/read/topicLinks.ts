import type { Study } from '@/api/types';
import { topicPath } from '@/shared/topicPath';

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
